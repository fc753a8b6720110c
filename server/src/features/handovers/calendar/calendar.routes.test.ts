import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import { verifyPerson } from '#server/features/moderation/admin/admin.service.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { makeLog } from '#server/platform/log/log.ts';
import {
  claimsFixture,
  MIDTOWN,
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { bytesOf } from '#server/test/factories/personas.ts';
import { acceptTime, proposeTime } from '../agreed-time/agree-time.ts';
import { revealAddress } from '../lifecycle/handover-actions.ts';

const fixture = await claimsFixture();
const { ctx, as, clock, listing, origin, person, pool } = fixture;

/** What no calendar may contain, however it is encoded. */
const SECRETS = [
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
  '417 West',
  'apartment',
  'third floor',
  '555 0100',
  String(MIDTOWN.latitude),
  String(MIDTOWN.longitude),
  'GEO',
  'Okafor',
  'Lindqvist',
  'Hell’s Kitchen',
];
/** Calendar lines are folded: both the raw and the unfolded text are searched. */
const secretsIn = (text: string): string[] => {
  const unfolded = text.replaceAll('\r\n ', '').replaceAll('\\', '');
  return SECRETS.filter((secret) => unfolded.includes(secret) || text.includes(secret));
};

const eventsOf = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
const summariesOf = (text: string): string[] => eventsOf(text).map(({ summary }) => summary);

const fileOf = (who: Pick<TestCaller, 'cookie'> | null, { handover }: { handover: { id: string } }) =>
  as(who, { url: `/api/handovers/${handover.id}/pickup.ics` });
/** As calendar programs request it: without a session. */
const feedAt = (url: string) => as(null, { url: url.slice(origin.length) });
const feedText = async (url: string): Promise<string> => (await feedAt(url)).body;

async function feedOf(who: TestCaller): Promise<string> {
  const made = await as(who, { method: 'POST', url: '/api/users/calendar-feed' });
  expect(made.statusCode).toBe(200);
  return made.json<{ url: string }>().url;
}
const kept = async (who: TestCaller): Promise<unknown> =>
  (await as(who, { url: '/api/users/calendar-feed' })).json();

/** A donor, a guest, and the guest's claim on a listing whose address the donor has revealed. */
async function pickup(title = 'Vegetable soup') {
  const [donor, guest] = [await person('Ada', 'Okafor'), await person('Bo', 'Lindqvist')];
  const soup = await listing(donor, { title, contactPhone: '+1 212 555 0100' });
  const claim = await claimListing(ctx, guest, soup.id, 2);
  await revealAddress(ctx, donor, claim.conversationId);
  return { donor, guest, soup, claim };
}

afterEach(() => {
  clock.forward(MINUTE_MS);
});

describe('the file of one pickup', () => {
  test('is a calendar for either of its two people, with a link and without an address', async () => {
    const { donor, guest, soup, claim } = await pickup();
    const [mine, theirs] = [await fileOf(guest, claim), await fileOf(donor, claim)];
    for (const answer of [mine, theirs]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="pickup.ics"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(secretsIn(answer.body)).toEqual([]);
      const [event] = eventsOf(answer.body);
      expect(event?.uid).toBe(`${claim.handover.id}@food.example`);
      expect(event?.startDate.toJSDate()).toEqual(new Date(soup.availableFrom));
      expect(event?.endDate.toJSDate()).toEqual(new Date(soup.availableUntil));
      expect(event?.component.getFirstPropertyValue('url')).toBe(`${origin}/?tab=profile&claim=${claim.id}`);
    }
    expect(summariesOf(mine.body)).toEqual(['Pick up: Vegetable soup']);
    expect(summariesOf(theirs.body)).toEqual(['Hand over: Vegetable soup']);
    expect(eventsOf(mine.body)[0]?.description).toMatch(/^From Ada\n/);
    expect(eventsOf(theirs.body)[0]?.description).toMatch(/^For Bo\n/);
    // the same search finds what is present
    expect(secretsIn((await as(guest, { url: '/api/claims' })).body)).toContain(SECRET_ADDRESS);
  });

  test('links to the path at which the web app shows the claim', () => {
    const paths = readFileSync(new URL('../../../../../web/src/lib/paths.ts', import.meta.url), 'utf8');
    expect(paths).toContain("claim: (id: string): string => home({ tab: 'profile', claim: id })");
  });

  test('does not mention food once its owner uses discreet mode, and is unchanged for the other', async () => {
    const { donor, guest, claim } = await pickup();
    const before = (await fileOf(donor, claim)).body;
    const url = await feedOf(guest);
    clock.forward(MINUTE_MS);
    await as(guest, { method: 'PUT', url: '/api/users/profile', payload: { discreet: true } });
    const file = await fileOf(guest, claim);
    expect(file.headers['content-disposition']).toBe('attachment; filename="appointment.ics"');
    expect(summariesOf(file.body)).toEqual(['Appointment']);
    expect(await feedText(url)).toBe(file.body);
    expect((await fileOf(donor, claim)).body).toBe(before);
  });

  test('has a business’s public address', async () => {
    const donor = await person('Ada', 'Okafor');
    await as(donor, {
      method: 'PUT',
      url: '/api/users/profile',
      payload: {
        ...MIDTOWN,
        organizationName: 'Okafor’s Bakery',
        organizationType: 'bakery',
        location: '5 Elm Street, Midtown',
        userType: 'donor',
      },
    });
    await verifyPerson(ctx, donor.userId);
    const guest = await person('Bo', 'Lindqvist');
    const bread = await listing(donor, { title: 'Bread' });
    const claim = await claimListing(ctx, guest, bread.id, 1);
    expect(claim.listing.placeIsPublic).toBe(true);
    const { body } = await fileOf(guest, claim);
    expect(eventsOf(body)[0]?.location).toBe('5 Elm Street, Midtown');
    for (const secret of [SECRET_INSTRUCTIONS, String(MIDTOWN.latitude), 'GEO'])
      expect(body.replaceAll('\r\n ', '')).not.toContain(secret);
  });

  test('follows the agreed time, with a higher sequence each time', async () => {
    const { donor, guest, soup, claim } = await pickup();
    const { id } = claim.handover;
    const [early, late] = [clock.at + 2 * HOUR_MS, clock.at + 3 * HOUR_MS].map((ms) => new Date(ms));
    const eventNow = async () => eventsOf((await fileOf(guest, claim)).body)[0];
    const sequences = [(await eventNow())?.sequence];
    for (const time of [early, late]) {
      clock.forward(MINUTE_MS);
      await proposeTime(ctx, donor, id, time ?? clock.now());
      const proposed = await eventNow();
      // the accepted time or the window applies
      expect(proposed?.startDate.toJSDate()).toEqual(time === early ? new Date(soup.availableFrom) : early);
      expect(proposed?.sequence).toBe(sequences.at(-1));
      clock.forward(MINUTE_MS);
      await acceptTime(ctx, guest, id, time ?? clock.now());
      const agreed = await eventNow();
      expect(agreed?.startDate.toJSDate()).toEqual(time);
      expect(agreed?.endDate.toJSDate()).toEqual(new Date((time?.getTime() ?? 0) + 15 * MINUTE_MS));
      expect(agreed?.sequence).toBeGreaterThan(sequences.at(-1) ?? 0);
      sequences.push(agreed?.sequence);
    }
    expect(eventsOf(await feedText(await feedOf(donor)))[0]?.startDate.toJSDate()).toEqual(late);
  });

  test('of a released claim cancels the event', async () => {
    const { guest, claim } = await pickup();
    const before = eventsOf((await fileOf(guest, claim)).body)[0];
    clock.forward(MINUTE_MS);
    await handovers.releaseHandover(ctx, guest, claim.handover.id);
    const after = eventsOf((await fileOf(guest, claim)).body)[0];
    expect(after?.uid).toBe(before?.uid);
    expect(after?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  });
});

describe('the feed of all own pickups', () => {
  test('has the open claims on both sides, with the address as the only credential', async () => {
    const { donor, guest, claim } = await pickup('Soup');
    const bread = await listing(await person('Cleo', 'Marsh'), { title: 'Bread' });
    const other = await claimListing(ctx, donor, bread.id, 1);
    const url = await feedOf(donor);
    expect(url).toMatch(/^http:\/\/food\.example\/api\/calendar\/[0-9a-f]{32}[\w-]{43}\/pickups\.ics$/);
    const answer = await feedAt(url);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(summariesOf(answer.body).toSorted()).toEqual(['Hand over: Soup', 'Pick up: Bread']);
    expect(secretsIn(answer.body)).toEqual([]);
    expect(summariesOf(await feedText(await feedOf(guest)))).toEqual(['Pick up: Soup']);
    await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    expect(summariesOf(await feedText(url))).toEqual(['Pick up: Bread']);
    await handovers.releaseHandover(ctx, donor, other.handover.id);
    expect(summariesOf(await feedText(url))).toEqual([]);
  });

  test('follows a pickup window that is extended', async () => {
    const { donor, guest, soup } = await pickup();
    const url = await feedOf(guest);
    const [before] = eventsOf(await feedText(url));
    clock.forward(MINUTE_MS);
    const until = new Date(Date.parse(soup.availableUntil) + HOUR_MS);
    await changeListing(ctx, donor, soup.id, { availableUntil: until.toISOString() });
    const [after] = eventsOf(await feedText(url));
    expect(after?.uid).toBe(before?.uid);
    expect(after?.endDate.toJSDate()).toEqual(until);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  });

  test('leaves out pickups across a block', async () => {
    const { donor, guest } = await pickup();
    const urls = [await feedOf(donor), await feedOf(guest)];
    await blockPerson(ctx, guest, donor.userId);
    for (const url of urls) expect(summariesOf(await feedText(url))).toEqual([]);
  });

  test('has a new address each time it is created, and none once it is revoked', async () => {
    const { guest } = await pickup();
    expect(await kept(guest)).toEqual({ url: null });
    const first = await feedOf(guest);
    expect(await kept(guest)).toEqual({ url: first });
    const second = await feedOf(guest);
    expect(await kept(guest)).toEqual({ url: second });
    expect([(await feedAt(first)).statusCode, (await feedAt(second)).statusCode]).toEqual([404, 200]);
    for (let twice = 0; twice < 2; twice++)
      expect((await as(guest, { method: 'DELETE', url: '/api/users/calendar-feed' })).statusCode).toBe(204);
    expect(await kept(guest)).toEqual({ url: null });
    expect((await feedAt(second)).statusCode).toBe(404);
  });

  test('is 404 with the same bytes for any invalid address', async () => {
    const { guest } = await pickup();
    const [revoked, url] = [await feedOf(guest), await feedOf(guest)];
    const token = url.split('/').at(-2) ?? '';
    const feedId = token.slice(0, 32);
    const dashed = [...feedId.matchAll(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/g)][0]?.slice(1).join('-') ?? '';
    const asked = [
      revoked,
      ...[
        `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
        `${'0'.repeat(32)}${token.slice(32)}`,
        token.slice(0, -1),
        `${token}A`,
        token.toUpperCase(),
        // what a copy of the table has
        feedId,
        dashed,
        `${feedId}${'A'.repeat(43)}`,
        'é'.repeat(75),
        '%00',
        'x'.repeat(199),
      ].map((made) => `${origin}/api/calendar/${made}/pickups.ics`),
    ];
    const { rows } = await pool.query('select id from calendar_feed where person_id = $1', [guest.userId]);
    expect(rows).toEqual([{ id: dashed }]);
    const missing = bytesOf(await feedAt(`${origin}/api/calendar/none/pickups.ics`));
    expect(missing.statusCode).toBe(404);
    for (const made of asked) expect([made, bytesOf(await feedAt(made))]).toEqual([made, missing]);
    expect((await feedAt(url)).statusCode).toBe(200);
  });

  test('ends when the account is closed, and is 404 while it is paused', async () => {
    const { guest } = await pickup();
    const url = await feedOf(guest);
    await pool.query('update person set paused_at = $2 where id = $1', [guest.userId, clock.now()]);
    expect((await feedAt(url)).statusCode).toBe(404);
    await pool.query('update person set paused_at = null where id = $1', [guest.userId]);
    expect((await feedAt(url)).statusCode).toBe(200);
    const exported = (await as(guest, { url: '/api/users/export' })).body;
    expect(JSON.parse(exported).calendar).toEqual({ feedSince: clock.now().toISOString() });
    expect(exported).not.toContain(url.split('/').at(-2));
    await as(guest, { method: 'POST', url: '/api/users/close-account', payload: {} });
    expect((await feedAt(url)).statusCode).toBe(404);
    expect(
      (await pool.query('select from calendar_feed where person_id = $1', [guest.userId])).rowCount,
    ).toBe(0);
  });
});

test('the log never contains the feed’s address, not even when something fails', async () => {
  const url = await feedOf(await person());
  const token = url.split('/').at(-2) ?? '';
  const lines: string[] = [];
  const log = makeLog('trace', { write: (line) => lines.push(line), now: () => clock.now() });
  log.error(
    { error: new Error(`GET ${url} failed`), at: url, path: `/api/calendar/${token}/pickups.ics` },
    url,
  );
  expect(lines.join('')).toContain('/api/calendar/');
  expect(lines.join('')).not.toContain(token);
  expect(lines.join('')).not.toContain(token.slice(32));
});
