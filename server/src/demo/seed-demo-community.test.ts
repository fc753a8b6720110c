import os from 'node:os';
import path from 'node:path';
import { DAY_MS, HOUR_MS, wallClock } from '@openlarder/domain/kernel/time.ts';
import { pictureOf } from '@openlarder/domain/listings/listing-picture.ts';
import { expect, test } from 'vitest';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { expireHandovers } from '#server/features/handovers/lifecycle/expire-handovers.ts';
import { expireListings } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { brokenInvariants } from '#server/testing/factories/claims-fixture.ts';
import { brokenRequestInvariants } from '#server/testing/factories/emergency-fixture.ts';
import { sized } from '#server/testing/long-run.ts';
import { testApp } from '#server/testing/test-app.ts';
import { testSettings } from '#server/testing/test-settings.ts';
import { hourOfDay } from './demo-hours.ts';
import { emailOf } from './demo-people.ts';
import { keepDemoAlive } from './keep-demo-alive.ts';
import { openDemo } from './open-demo.ts';

const ZONE = 'America/New_York';
const { pool, clock, ctx } = await testApp();
const settings = testSettings(path.join(os.tmpdir(), 'openlarder-not-written'), {
  DEMO: 'on',
  TIME_ZONE: ZONE,
});
const base = { pool, clock, settings, log: makeLog(settings.logLevel) };

type Offer = { title: string; key: string; from: Date; until: Date; shared: Date; servings_left: number };

async function offers(): Promise<Offer[]> {
  const { rows } = await pool.query<Offer>(
    `select title, split_part(email, '@', 1) as key, available_from as from, available_until as until,
       food_listing.created_at as shared, servings_left
     from food_listing join person on person.id = donor_id
     where status = 'posted' and offered_until > $1 order by offered_until`,
    [clock.now()],
  );
  return rows;
}

/** The people of today's tray by what the bakery knows of their coming. */
async function queueOfBakery(): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ key: string; state: string }>(
    `select split_part(taker.email, '@', 1) as key,
       case when handover.status = 'completed' then 'done'
         when receiver_on_my_way_at is not null then 'here'
         when agreed_time > window_until then 'tomorrow'
         when agreed_time is not null then 'agreed'
         when proposed_time is not null then 'proposed'
         else 'open' end as state
     from handover join person as giver on giver.id = giver_id join person as taker on taker.id = receiver_id
     where giver.email = 'bakery@demo.example' and handover.created_at > $1
       and handover.status in ('open', 'completed') and window_until > $2
     order by 1`,
    [new Date(clock.at - DAY_MS / 2), clock.now()],
  );
  const byState: Record<string, string[]> = {};
  for (const { key, state } of rows) (byState[state] ??= []).push(key);
  return byState;
}

const HISTORY = {
  handovers: expect.toSatisfy((count: number) => count >= 290 && count <= 340, 'about 300'),
  months: expect.toSatisfy((count: number) => count >= 5, 'months'),
  /** The percentage of handovers that earned no points. */
  unpaidPercent: expect.toSatisfy((percent: number) => percent < 5, 'hardly any'),
  onBoard: expect.toSatisfy((count: number) => count >= 20, 'a board to scroll'),
  longestList: expect.toSatisfy((count: number) => count <= 40, 'a list that a visitor overlooks'),
  unreadPast: 0,
};

/** The data of boards, badges and charts, and the lists of the demo accounts after months of history. */
async function history(): Promise<Record<keyof typeof HISTORY, number>> {
  const { rows } = await pool.query<Record<keyof typeof HISTORY, number>>(
    `select (select count(*)::int from handover where status = 'completed') as handovers,
       (select count(distinct month)::int from point_month) as months,
       (select 100 * count(*) filter (where not giver_earns and not receiver_earns) / count(*)
         from recognized_handover)::int as "unpaidPercent",
       (select count(*)::int from point_total join person on person.id = person_id
         where leaderboard_visible) as "onBoard",
       (select max(held)::int from (select count(*) as held from handover join person
         on person.id in (giver_id, receiver_id)
         where split_part(email, '@', 1) in ('rosa', 'amir', 'june', 'bakery') group by person.id) as list)
         as "longestList",
       (select count(*)::int from notification where read_at is null and created_at < $1) as "unreadPast"`,
    [new Date(clock.at - 2 * DAY_MS)],
  );
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}

const HOURS: [name: string, at: string, here: string | null][] = [
  ['in the small hours', '2026-11-23T03:00:00-05:00', null],
  ['at noon', '2026-11-23T12:00:00-05:00', 'sofia'],
  ['at ten to midnight, before the clock changes', '2026-10-31T23:50:00-04:00', null],
];

test.each(sized(HOURS.slice(1, 2), HOURS))(
  'the demo is a neighborhood %s',
  async (_, at, here) => {
    clock.at = Date.parse(at);
    const isNew = (await pool.query('select from demo_community')).rowCount === 0;
    await openDemo(base, { isNew, remake: !isNew });

    const found = await offers();
    expect(found.length).toBeGreaterThanOrEqual(30);
    for (const { from, until, title } of found) {
      const minutes = [from, until].map((time) => wallClock(time.getTime(), ZONE).minute % 15);
      expect([title, ...minutes]).toEqual([title, 0, 0]);
    }
    const critical = found.filter(({ until }) => until.getTime() - clock.at <= 2 * HOUR_MS);
    expect(critical.length).toBeGreaterThanOrEqual(1);
    expect(critical.length).toBeLessThanOrEqual(5);
    const looks = found.map(({ key, title }) => `${key} ${pictureOf(title, null)}`);
    expect(looks.filter((look, nth) => looks.indexOf(look) !== nth)).toEqual([]);

    const queue = await queueOfBakery();
    const { here: atCounter = null, tomorrow = null, ...rest } = queue;
    expect({ ...rest, here: atCounter, tomorrow }).toEqual({
      here: here === null ? null : [here],
      // while it is open, one of them comes another day
      tomorrow: here === null ? null : ['zoe'],
      agreed: here === null ? ['leo', 'maria', 'sofia'] : ['leo', 'maria'],
      proposed: ['nadia'],
      open: ['amir', 'kofi'],
      done: ['hugo', 'linh'],
    });
    const { rows: trays } = await pool.query<{ title: string; status: string }>(
      `select title, status from food_listing where is_bulk and donor_id =
       (select id from person where email = 'bakery@demo.example') order by created_at`,
    );
    expect(trays).toEqual([
      { title: 'End-of-day bread and pastry', status: 'completed' },
      { title: 'Croissants and rolls', status: 'posted' },
    ]);
    const { rows: regulars } = await pool.query<{ key: string }>(
      `select split_part(email, '@', 1) as key from person_standing join person on person.id = person_id
       where shares_step is not null and replies_same_day and email similar to '(rosa|bakery)@%' order by 1`,
    );
    expect(regulars.map(({ key }) => key)).toEqual(['bakery', 'rosa']);
    expect(await history()).toEqual(HISTORY);
    const { rows: given } = await pool.query<{ states: string[]; all_demo: boolean; in_future: boolean }>(
      `select array_agg(distinct status order by status) as states, bool_and(is_demo) as all_demo,
         bool_or(donation.created_at > $1) as in_future
       from donation join person on person.id = person_id where email = 'rosa@demo.example'`,
      [clock.now()],
    );
    const states = ['canceled', 'failed', 'pending', 'requires_action', 'succeeded'];
    expect(given).toEqual([{ states, all_demo: true, in_future: false }]);
    expect([...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))]).toEqual([]);
  },
  300_000,
);

/** What the person is to fetch, by its listing. */
async function pickupsOf(key: string): Promise<string[]> {
  const { rows } = await pool.query<{ title: string }>(
    `select title from handover join claim on handover_id = handover.id join food_listing on food_listing.id = listing_id
     join person on person.id = receiver_id
     where handover.status = 'open' and email = $1 order by title`,
    [emailOf({ key })],
  );
  return rows.map(({ title }) => title);
}

/** How many pickups the bakery still expects of what it has on offer. */
async function waitingAtBakery(): Promise<number> {
  const { rowCount } = await pool.query(
    `select from handover join person on person.id = giver_id
     where email = $1 and status = 'open' and coalesce(agreed_time, window_until) > $2`,
    [emailOf({ key: 'bakery' }), new Date(clock.at - HOUR_MS)],
  );
  return rowCount ?? 0;
}

/** Requests for food that have no helper yet. */
async function openRequests(): Promise<{ id: string; requester_id: string }[]> {
  const { rows } = await pool.query<{ id: string; requester_id: string }>(
    `select id, requester_id from emergency_request where status = 'pending' and expires_at > $1`,
    [clock.now()],
  );
  return rows;
}

test('a demo that is opened again days later has offers and requests of that day, and continues to make both', async () => {
  clock.at = hourOfDay(clock.at + 6 * DAY_MS, 10, ZONE);
  await expireListings(ctx);
  const before = await offers();
  expect(before.length).toBeLessThan(10);
  await openDemo(base, { isNew: false });
  const filled = await offers();
  expect(filled.length).toBeGreaterThanOrEqual(25);
  const [asked, ...others] = await openRequests();
  expect(others).toHaveLength(2);
  if (!asked) throw new Error('nobody asks');
  const caller = { userId: asked.requester_id, sessionId: asked.requester_id };
  await cancelRequest(ctx, caller, asked.id, 'no_longer_needed');
  for (let times = 0; times < 24; times++) {
    clock.forward(HOUR_MS / 6);
    await keepDemoAlive(base);
  }
  const later = await offers();
  const isNew = ({ shared }: Offer): boolean => shared.getTime() > clock.at - 4 * HOUR_MS;
  expect(later.filter(isNew).length).toBeGreaterThanOrEqual(3);
  expect(later.filter(isNew).some(({ key }) => ['rosa', 'bakery'].includes(key))).toBe(false);
  expect(await openRequests()).toHaveLength(3);
}, 300_000);

const STORIES = { amir: ['Rye bread, sliced', 'Vegetable lasagna, one tray'], june: ['Apples, one crate'] };

/** The statuses of a person's handovers that began since then. */
async function handoversSince(key: string, sinceMs: number): Promise<string[]> {
  const { rows } = await pool.query<{ status: string }>(
    `select handover.status from handover join person on person.id in (giver_id, receiver_id)
     where email = $1 and handover.created_at > $2`,
    [emailOf({ key }), new Date(sinceMs)],
  );
  return rows.map(({ status }) => status);
}

async function unreadOf(key: string): Promise<number> {
  const { rows } = await pool.query<{ unread: number }>(
    `select count(*)::int as unread from notification join person on person.id = person_id
     where email = $1 and read_at is null and subject_type <> 'request'`,
    [emailOf({ key })],
  );
  return rows[0]?.unread ?? 0;
}

test('the stories restart each day, once, with any number of processes', async () => {
  // in the night after a long pause, as a new demo has them at any hour
  clock.at = hourOfDay(clock.at + 6 * DAY_MS, 3, ZONE);
  await expireAll();
  await openDemo(base, { isNew: false });
  expect(await pickupsOf('amir')).toEqual(STORIES.amir);
  expect(await pickupsOf('june')).toEqual(STORIES.june);
  expect((await queueOfBakery())['agreed']).toEqual(['leo', 'maria', 'sofia']);
  const begunMs = clock.at;

  const waiting: number[] = [];
  for (let hours = 0; hours < 60; hours++) {
    clock.forward(HOUR_MS);
    await expireAll();
    await Promise.all([keepDemoAlive(base), keepDemoAlive(base)]);
    const { hour } = wallClock(clock.at, ZONE);
    if (hour < 9 || hour > 19) continue;
    expect([hour, await pickupsOf('amir')]).toEqual([hour, STORIES.amir]);
    waiting.push(await waitingAtBakery());
  }
  expect(Math.min(...waiting)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...waiting)).toBeLessThanOrEqual(10);

  for (const key of ['amir', 'rosa', 'bakery', 'june']) {
    const statuses = await handoversSince(key, begunMs);
    expect([key, statuses.filter((status) => status === 'lapsed')]).toEqual([key, []]);
    // of a bakery each day: eight of the tray, and two loaves
    expect([key, statuses.length]).toEqual([key, expect.toSatisfy((count: number) => count <= 3 * 10)]);
    expect([key, await unreadOf(key)]).toEqual([key, expect.toSatisfy((count: number) => count <= 12)]);
  }
  expect([...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))]).toEqual([]);
}, 300_000);

test('a story that a visitor’s action prevents is skipped, without stopping the others', async () => {
  clock.at = hourOfDay(clock.at + 6 * DAY_MS, 12, ZONE);
  await expireAll();
  const { rows } = await pool.query<{ id: string }>(
    `select id from person where email in ('rosa@demo.example', 'amir@demo.example') order by email`,
  );
  const [amir, rosa] = rows;
  if (!amir || !rosa) throw new Error('nobody');
  await blockPerson(ctx, { userId: amir.id, sessionId: amir.id }, rosa.id);
  await openDemo(base, { isNew: false });
  expect(await pickupsOf('amir')).toEqual(['Rye bread, sliced']);
  expect((await queueOfBakery())['here']).toEqual(['sofia']);
}, 300_000);

async function expireAll(): Promise<void> {
  await expireListings(ctx);
  await expireHandovers(ctx);
}
