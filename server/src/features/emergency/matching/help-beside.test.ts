import { WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { openAlertIds, sendDueWaves } from '../alerts/alerts.ts';
import { expireRequests } from '../requests/end-request.ts';
import { showDueRequests } from '../requests/show-later.ts';
import { cancelRequest } from '../requests/request-actions.ts';
import { getRequest, listActive, requestsOpenTo } from '../requests/request-queries.ts';
import { matchRequest } from './match-request.ts';

const fixture = await emergencyFixture();
const { ctx, clock, pool, donor, matched, listing, confirm, release } = fixture;

afterEach(async () => {
  await pool.query('update person set vouched_at = null');
});

async function knownDonor(): Promise<TestCaller> {
  const known = await donor();
  await fixture.makeKnown(known);
  return known;
}
const seenBy = (who: TestCaller, id: string) => getRequest(ctx, who, id);
const match = (who: TestCaller, id: string) => matchRequest(ctx, who, id);
const write = (who: TestCaller, conversationId: string) => sendMessage(ctx, who, conversationId, 'Hello');
const isListedTo = async (who: TestCaller, id: string) =>
  (await listActive(ctx, who)).some((request) => request.id === id);
const eventsOf = async (id: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from live_event where kind = 'request_changed' and payload->>'requestId' = $1
      and is_on_map`,
    [id],
  );
  return rows[0]?.count ?? 0;
};

/** A request that someone not known has agreed to come for in three hours, and a known donor's offer beside. */
async function offered() {
  const first = await matched();
  const known = await knownDonor();
  const handoverId = await fixture.handoverOf(first.id);
  const time = new Date(clock.at + 3 * HOUR_MS);
  await proposeTime(ctx, first.helper, handoverId, time);
  await acceptTime(ctx, first.requester, handoverId, time);
  const offer = await match(known, first.id);
  const [waiting] = (await seenBy(first.requester, first.id)).waitingHelpers;
  return { ...first, known, offer, conversation: waiting?.conversationId ?? '' };
}

describe('a person in need at 23:50, to whom someone not known has promised food at 3', () => {
  it('is still shown to a known donor, as a request without a helper, and to no one else', async () => {
    const { id } = await matched();
    const [known, neighbor] = [await knownDonor(), await donor()];
    expect(await isListedTo(known, id)).toBe(true);
    expect(await seenBy(known, id)).toMatchObject({ status: 'pending', earlierHelp: null, match: null });
    expect(await isListedTo(neighbor, id)).toBe(false);
    await expect(match(neighbor, id)).rejects.toMatchObject({ key: 'not-pending.matched' });
  });

  it('reads whom else she may have, and keeps the first until she writes to the other', async () => {
    const { requester, helper, known, id, offer, conversation } = await offered();
    expect(offer).toMatchObject({ side: 'donor', earlierHelp: 'offered', match: null, description: '' });
    expect(await seenBy(requester, id)).toMatchObject({
      status: 'matched',
      match: { helper: { id: helper.userId } },
      waitingHelpers: [{ helper: { id: known.userId }, conversationId: conversation }],
    });
    expect((await notifications.listNotifications(ctx, requester)).notifications[0]).toMatchObject({
      kind: 'request_matched',
    });
    await write(known, conversation);
    expect((await match(known, id)).earlierHelp).toBe('offered');
    expect((await seenBy(helper, id)).side).toBe('helper');
    await write(requester, conversation);
    expect((await seenBy(known, id)).earlierHelp).toBe('may-rejoin');
    expect(await match(known, id)).toMatchObject({
      side: 'helper',
      match: { helper: { id: known.userId }, conversationId: conversation },
    });
    expect((await notifications.listNotifications(ctx, helper)).notifications[0]).toMatchObject({
      kind: 'request_released',
    });
    await expect(seenBy(helper, id)).rejects.toMatchObject({ status: 404 });
    for (const who of [known, requester]) await confirm(who, id);
    expect((await seenBy(requester, id)).status).toBe('fulfilled');
  });

  it('is told to nobody else when the other takes over, also with a listing', async () => {
    const { requester, known, id, conversation } = await offered();
    const soup = await listing(known);
    await write(requester, conversation);
    const before = await eventsOf(id);
    const taken = await matchRequest(ctx, known, id, { listingId: soup.id, servings: 2 });
    expect(taken).toMatchObject({ side: 'helper', status: 'matched' });
    expect(await eventsOf(id)).toBe(before);
    expect(await isListedTo(await donor(), id)).toBe(false);
  });

  it('has the known donor’s offer still when the first left and the next one came', async () => {
    const { requester, helper, known, id, conversation } = await offered();
    await release(helper, id);
    expect(await seenBy(known, id)).toMatchObject({
      earlierHelp: 'may-rejoin',
      alertedAt: expect.any(String),
    });
    clock.forward(30 * MINUTE_MS);
    const next = await donor();
    await match(next, id);
    await write(requester, conversation);
    expect((await match(known, id)).side).toBe('helper');
  });

  it('may do without either: the offer ends with the request', async () => {
    const { requester, known, id, conversation } = await offered();
    await cancelRequest(ctx, requester, id);
    await expect(write(known, conversation)).rejects.toMatchObject({ status: 409 });
  });
});

/** Who of those alerted is told of a change of the request that `act` makes. */
async function toldBy(id: string, act: () => Promise<unknown>): Promise<string[]> {
  const { rows: before } = await pool.query<{ last: string }>('select max(number) as last from live_event');
  await act();
  const { rows } = await pool.query<{ told: string[] }>(
    `select payload->'alertedIds' as told from live_event
    where kind = 'request_changed' and payload->>'requestId' = $1 and number > $2`,
    [id, before[0]?.last],
  );
  return rows.flatMap(({ told }) => told);
}
/** Who of these has an alert to the request, in the bell and when their page connects. */
const alertedOf = async (id: string, people: Readonly<Record<string, TestCaller>>) => {
  const { rows } = await pool.query<{ person_id: string }>(
    `select person_id from notification where subject_id = $1 and kind = 'emergency_alert' and read_at is null`,
    [id],
  );
  const open: string[] = [];
  for (const [name, { userId }] of Object.entries(people)) {
    const isUnread = rows.some(({ person_id }) => person_id === userId);
    const onLine = await requestsOpenTo(ctx, userId, await openAlertIds(ctx, userId));
    expect(onLine.has(id), name).toBe(isUnread);
    if (isUnread) open.push(name);
  }
  return open;
};
const toWait = async (ms: number): Promise<void> => {
  clock.forward(ms);
  await showDueRequests(ctx);
  await sendDueWaves(ctx);
};
/** A request that two known donors and one who is not were alerted to. */
async function alerted() {
  const people = { known: await knownDonor(), other: await knownDonor(), neighbor: await donor() };
  const requester = await fixture.person('Ruth', 'Abara');
  const { id } = await fixture.ask(requester);
  for (let nth = 0; nth < 5; nth++) await toWait(WAVE_INTERVAL_MS);
  expect(await alertedOf(id, people)).toEqual(Object.keys(people));
  return { ...people, people, requester, id };
}

describe('alerts', () => {
  it.each(['a listing', 'something else'])(
    'stay with known donors when someone new helps with %s, and go from everyone else',
    async (food) => {
      const { id, people, known, other, neighbor, requester } = await alerted();
      const helper = await donor();
      const isListing = food === 'a listing';
      const listingId = isListing ? (await listing(helper)).id : null;
      const helped = await toldBy(id, async () => {
        await matchRequest(ctx, helper, id, { listingId, servings: null });
        if (isListing) await toWait(41 * MINUTE_MS);
      });
      expect(await alertedOf(id, people)).toEqual(['known', 'other']);
      expect(helped).toContain(neighbor.userId);
      for (const each of [known, other]) expect(helped).not.toContain(each.userId);
      await match(known, id);
      expect(await alertedOf(id, people)).toEqual(['other']);
      const cancelled = await toldBy(id, () => cancelRequest(ctx, requester, id));
      expect(await alertedOf(id, people)).toEqual([]);
      expect(cancelled).toContain(other.userId);
      expect(cancelled).not.toContain(neighbor.userId);
    },
  );

  it('are over once three have offered, and once one takes the place of the first', async () => {
    const { id, people, requester, known, other, neighbor } = await alerted();
    await match(await donor(), id);
    await match(known, id);
    const conversation = (await seenBy(requester, id)).waitingHelpers[0]?.conversationId ?? '';
    await write(requester, conversation);
    expect(await alertedOf(id, people)).toEqual(['other']);
    const replaced = await toldBy(id, () => match(known, id));
    expect(await alertedOf(id, people)).toEqual([]);
    expect(replaced).toContain(other.userId);
    expect(replaced).not.toContain(neighbor.userId);
    const second = await alerted();
    await match(await donor(), second.id);
    for (let nth = 0; nth < 2; nth++) await match(await knownDonor(), second.id);
    expect(await alertedOf(second.id, second.people)).toEqual(['known', 'other']);
    const third = await knownDonor();
    const last = await toldBy(second.id, () => match(third, second.id));
    expect(await alertedOf(second.id, second.people)).toEqual([]);
    expect(last).toEqual(expect.arrayContaining([second.known.userId, second.other.userId]));
    expect(last).not.toContain(second.neighbor.userId);
  });

  it('go on to known donors, in waves, until one has offered', async () => {
    const first = await matched();
    const late = { known: await knownDonor(), neighbor: await donor() };
    for (let nth = 0; nth < 5; nth++) await toWait(WAVE_INTERVAL_MS);
    expect(await alertedOf(first.id, late)).toEqual(['known']);
    const second = await matched();
    await match(late.known, second.id);
    const later = { known: await knownDonor() };
    for (let nth = 0; nth < 5; nth++) await toWait(WAVE_INTERVAL_MS);
    expect(await alertedOf(second.id, later)).toEqual([]);
  });
});

describe('who was second', () => {
  it('is refused no other request for it, if known, until the thirtieth time of a day', async () => {
    const [known, neighbor, taken] = [await knownDonor(), await donor(), await matched()];
    const isSecond = (who: TestCaller, times: number) =>
      pool.query(
        `insert into match_attempt (request_id, helper_id, round, is_blocked, attempted_at)
        select $1, $2, 0, false, $3 from generate_series(1, $4)`,
        [taken.id, who.userId, clock.now(), times],
      );
    for (const who of [known, neighbor]) await isSecond(who, 10);
    const { id } = await fixture.ask(await fixture.person());
    await expect(match(neighbor, id)).rejects.toMatchObject({ key: 'match-limit.attempts' });
    expect((await match(known, id)).side).toBe('helper');
    await isSecond(known, 20);
    const { id: next } = await fixture.ask(await fixture.person());
    await expect(match(known, next)).rejects.toMatchObject({
      key: 'match-limit.attempts',
      params: { max: 30 },
    });
  });
});

describe('an offer beside someone who is not known', () => {
  it('is not made across a block, nor beside a known helper, nor once she has the food', async () => {
    const [blocked, known, second] = [await matched(), await knownDonor(), await knownDonor()];
    await moderation.blockPerson(ctx, blocked.requester, known.userId);
    await expect(match(known, blocked.id)).rejects.toMatchObject({ key: 'not-pending.matched' });
    const { requester, id } = await matched();
    await confirm(requester, id);
    await expect(match(second, id)).rejects.toMatchObject({ key: 'not-pending.matched' });
    const { requester: ruth, known: first, id: taken, conversation } = await offered();
    await write(ruth, conversation);
    await match(first, taken);
    expect(await isListedTo(second, taken)).toBe(false);
    await expect(match(second, taken)).rejects.toMatchObject({ key: 'not-pending.matched' });
  });

  it('is no leaving: when the first lets go in silence, the turn begins with that', async () => {
    const { id } = await matched();
    await match(await knownDonor(), id);
    clock.forward(20 * MINUTE_MS);
    await expireRequests(ctx);
    await expect(match(await donor(), id)).rejects.toMatchObject({ code: 'known-only' });
    clock.forward(DAY_MS);
    await expireRequests(ctx);
  });
});
