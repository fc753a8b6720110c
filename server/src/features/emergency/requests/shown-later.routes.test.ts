import { boundsAround, type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { settleDueListings } from '#server/features/listings/lifecycle/stock.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { resumeListing, withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { pausePerson } from '#server/features/moderation/admin/admin.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { type LiveClient, openLive, type ReceivedMessage } from '#server/test/live/live-client.ts';
import { sendDueWaves } from '../alerts/alerts.ts';
import { matchRequest } from '../matching/match-request.ts';
import { showDueRequests } from './show-later.ts';
import { cancelRequest, deleteRequest } from './request-actions.ts';
import { LATER_MINUTES } from '#server/platform/clock.ts';

/* What all but the two people of a request see of its end, by surface and by time. */

const fixture = await emergencyFixture();
const { ctx, clock, pool, as, person, donor, ask, listing } = fixture;
const address = (await fixture.listen()).replace('http', 'ws');

const LEAST_MS = LATER_MINUTES.least * MINUTE_MS;
const MOST_MS = LATER_MINUTES.most * MINUTE_MS;

/** Each test has an area of its own. */
let areas = 0;
let home: GeoPoint = MIDTOWN;
beforeEach(async () => {
  home = pointAt(MIDTOWN, 60_000 * ++areas, 1);
  await fixture.area(home, 'Old Town');
});
const get = async (who: TestCaller, url: string): Promise<{ status: number; body: unknown }> => {
  const { statusCode, body } = await as(who, { url });
  return { status: statusCode, body: JSON.parse(body) };
};

const mapUrl = (): string => {
  const { north, south, east, west } = boundsAround(home, 20_000);
  return `/api/map/cluster?north=${north}&south=${south}&east=${east}&west=${west}&radius=1000`;
};

/** All that shows a person something of a request. */
async function seenBy(who: TestCaller, id: string) {
  await ctx.eventLog.catchUp(30_000);
  const [list, item, map, told] = [
    await get(who, '/api/emergency-requests/active'),
    await get(who, `/api/emergency-requests/${id}`),
    await get(who, mapUrl()),
    await get(who, '/api/notifications'),
  ];
  return { list, item, map, told };
}
type Seen = Awaited<ReturnType<typeof seenBy>>;
const isOpen = ({ list, item, map, told }: Seen, id: string): readonly boolean[] => [
  JSON.stringify(list.body).includes(id),
  item.status === 200,
  JSON.stringify(map.body).includes('food_needed'),
  /"isRead":false|"readAt":null/.test(JSON.stringify(told.body)),
];
const OPEN = [true, true, true, true];
const OVER = [false, false, false, false];

/** One who asks, a donor in reach, and one who sees the area's count alone. */
async function scene(changes: Parameters<typeof ask>[1] = {}) {
  const [requester, watcher, neighbor] = [await person('Ruth', 'Abara'), await donor(home), await person()];
  const { id } = await ask(requester, { ...home, ...changes });
  const watch = async () => [await seenBy(watcher, id), (await seenBy(neighbor, id)).map] as const;
  return { requester, watcher, neighbor, id, watch };
}

const soup = (helper: TestCaller, changes: Parameters<typeof listing>[1] = {}) =>
  listing(helper, { ...pointAt(home, 30_000, 1), estimatedServings: 9, ...changes });
const give = (helper: TestCaller, id: string, listingId: string, servings = 3) =>
  matchRequest(ctx, helper, id, { listingId, servings });
async function minutes(count: number): Promise<void> {
  clock.forward(count * MINUTE_MS);
  await showDueRequests(ctx);
  await settleDueListings(ctx);
}

describe('others see a request as pending', () => {
  test('10 to 40 minutes after a match with a listing, in list, item, map, counts, alerts and unread', async () => {
    const { requester, watcher, id, watch } = await scene();
    const helper = await donor(home);
    const { id: food } = await soup(helper);
    const before = await watch();
    expect(isOpen(before[0], id)).toEqual(OPEN);
    await give(helper, id, food);
    expect(await watch()).toEqual(before);
    // the two see what is
    expect(await get(requester, `/api/emergency-requests/${id}`)).toMatchObject({
      body: { status: 'matched' },
    });
    expect(isOpen(await seenBy(helper, id), id)).toEqual([false, true, false, false]);
    await minutes(LATER_MINUTES.least - 1);
    expect(await watch()).toEqual(before);
    await minutes(LATER_MINUTES.most - LATER_MINUTES.least + 1);
    const [donors, count] = await watch();
    expect(isOpen(donors, id)).toEqual(OVER);
    expect(JSON.stringify(count.body)).not.toContain('food_needed');
    expect(isOpen(await seenBy(watcher, id), id)).toEqual(OVER);
  });

  test.each(['closed', 'paused'] as const)(
    'until a moment of its 24 hours once the account is %s, with all that it shows',
    async (how) => {
      const { requester, id, watch } = await scene({ showsFirstName: true });
      const before = await watch();
      if (how === 'closed') await closeAccount(ctx, requester, undefined);
      else await pausePerson(ctx, requester.userId, 'looked at');
      expect(await watch()).toEqual(before);
      const { rows } = await pool.query<{ status: string; shown_until: Date }>(
        'select status, shown_until from emergency_request where id = $1',
        [id],
      );
      expect(rows[0]?.status).toBe('cancelled');
      clock.at = (rows[0]?.shown_until.getTime() ?? 0) - 1;
      await minutes(0);
      expect(isOpen((await watch())[0], id)).toEqual(OPEN);
      clock.forward(1);
      await minutes(0);
      expect(isOpen((await watch())[0], id)).toEqual(OVER);
      const { rows: kept } = await pool.query(
        `select kept_first_name, dietary_restrictions from emergency_request where id = $1`,
        [id],
      );
      expect(kept).toEqual([
        { kept_first_name: null, dietary_restrictions: how === 'closed' ? [] : ['vegetarian'] },
      ]);
    },
  );

  test('and not after a match without a listing, a cancel, or an organizer’s removal', async () => {
    const [first, second, third] = [await scene(), await scene(), await scene()];
    const helper = await donor(home);
    await matchRequest(ctx, helper, first.id);
    expect((await first.watch())[0].item.status).toBe(404);
    await cancelRequest(ctx, second.requester, second.id);
    expect((await second.watch())[0].item.status).toBe(404);
    await give(helper, third.id, (await soup(helper)).id);
    expect((await third.watch())[0].item.status).toBe(200);
    await inTransaction(ctx, (tx) => deleteRequest(tx, third.id));
    expect((await third.watch())[0].item.status).toBe(404);
  });

  test('still, if it is fulfilled or cancelled before they see that it has a helper', async () => {
    const [fulfilled, cancelled] = [await scene(), await scene()];
    for (const { requester, id, watch } of [fulfilled, cancelled]) {
      const helper = await donor(home);
      await give(helper, id, (await soup(helper)).id);
      const [{ item: before }] = await watch();
      if (id === cancelled.id) await cancelRequest(ctx, requester, id);
      else for (const side of [helper, requester]) await fixture.confirm(side, id);
      expect((await watch())[0].item).toEqual(before);
      expect(before.status).toBe(200);
    }
    await minutes(LATER_MINUTES.most);
    for (const { id, watch } of [fulfilled, cancelled]) expect(isOpen((await watch())[0], id)).toEqual(OVER);
  });

  test('and its waves of alerts go on, without the helper', async () => {
    const [helper, requester] = [await donor(home), await person()];
    for (let nth = 0; nth < 12; nth++) await donor(home);
    const { id } = await ask(requester, { ...home });
    const alerted = async (): Promise<string[]> =>
      (await pool.query('select donor_id from emergency_alert where request_id = $1', [id])).rows.map(
        ({ donor_id }) => donor_id,
      );
    const first = (await alerted()).filter((one) => one !== helper.userId);
    await pool.query('delete from emergency_alert where donor_id = $1', [helper.userId]);
    await give(helper, id, (await soup(helper)).id);
    clock.forward(3 * MINUTE_MS);
    await sendDueWaves(ctx);
    expect((await alerted()).length).toBeGreaterThan(first.length);
    expect(await alerted()).not.toContain(helper.userId);
  });
});

describe('the servings of a match that is let go', () => {
  test('return for others 10 to 40 minutes after the request, which is open again right away', async () => {
    const { requester, id, watch } = await scene();
    const [helper, eater] = [await donor(home), await person()];
    const { id: food } = await soup(helper, { estimatedServings: 3 });
    await give(helper, id, food);
    await minutes(LATER_MINUTES.most);
    expect(isOpen((await watch())[0], id)[0]).toBe(false);
    await fixture.release(requester, id);
    expect(isOpen((await watch())[0], id)).toEqual(OPEN);
    // its owner sees what is; others cannot claim it
    expect(await getListing(ctx, helper, food)).toMatchObject({ status: 'posted', servingsLeft: 3 });
    const isClaimed = async (): Promise<void> => {
      expect(await getListing(ctx, eater, food)).toMatchObject({ status: 'claimed', servingsLeft: 0 });
      await expect(claimListing(ctx, eater, food, 1)).rejects.toMatchObject({ code: 'not-available' });
    };
    await isClaimed();
    await minutes(LATER_MINUTES.least - 1);
    await isClaimed();
    await minutes(LATER_MINUTES.most - LATER_MINUTES.least + 1);
    expect(await getListing(ctx, eater, food)).toMatchObject({ status: 'posted', servingsLeft: 3 });
    await claimListing(ctx, eater, food, 3);
  });

  test('stay so when their owner undoes a stop that never was', async () => {
    const { neighbor, id } = await scene();
    const helper = await donor(home);
    const { id: food } = await soup(helper);
    await give(helper, id, food);
    await fixture.release(helper, id);
    expect(await resumeListing(ctx, helper, food, 9)).toMatchObject({ servingsLeft: 9 });
    expect(await getListing(ctx, neighbor, food)).toMatchObject({ servingsLeft: 6 });
  });

  test('can be given to the next request, changed and withdrawn by their owner meanwhile', async () => {
    const helper = await donor(home);
    const [given, withdrawn] = [await soup(helper, { estimatedServings: 3 }), await soup(helper)];
    const [first, next, last] = [await scene(), await scene(), await scene()];
    await give(helper, first.id, given.id);
    await fixture.release(helper, first.id);
    await expect(give(helper, next.id, given.id, 4)).rejects.toMatchObject({ code: 'not-enough' });
    expect((await give(helper, next.id, given.id)).status).toBe('matched');
    expect(await getListing(ctx, next.watcher, given.id)).toMatchObject({ servingsLeft: 0 });
    await give(helper, last.id, withdrawn.id);
    const [handoverId, time] = [await fixture.handoverOf(last.id), new Date(clock.at + HOUR_MS)];
    await proposeTime(ctx, helper, handoverId, time);
    await acceptTime(ctx, last.requester, handoverId, time);
    clock.forward(3 * HOUR_MS);
    await fixture.release(last.requester, last.id, 'no_food');
    // the food of which there was none is no longer counted
    expect(await getListing(ctx, helper, withdrawn.id)).toMatchObject({ estimatedServings: 6 });
    expect(await getListing(ctx, next.watcher, withdrawn.id)).toMatchObject({ estimatedServings: 9 });
    expect((await withdrawListing(ctx, helper, withdrawn.id)).status).toBe('withdrawn');
    await minutes(LATER_MINUTES.most);
  });
});

describe('the servings of a match that is let go after its donor stopped sharing', () => {
  test('end for others 10 to 40 minutes after the request is open again, also if the donor stops once more', async () => {
    const { requester, neighbor, id } = await scene();
    const helper = await donor(home);
    const { id: food } = await soup(helper);
    await give(helper, id, food);
    await minutes(LATER_MINUTES.most);
    await withdrawListing(ctx, helper, food);
    const stopped = await getListing(ctx, neighbor, food);
    expect(stopped).toMatchObject({ status: 'claimed', estimatedServings: 3 });
    await fixture.release(requester, id);
    expect(await getListing(ctx, neighbor, food)).toEqual(stopped);
    expect((await withdrawListing(ctx, helper, food)).status).toBe('withdrawn');
    await minutes(LATER_MINUTES.least - 1);
    expect(await getListing(ctx, neighbor, food)).toEqual(stopped);
    await minutes(LATER_MINUTES.most - LATER_MINUTES.least + 1);
    await expect(getListing(ctx, neighbor, food)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a match of what looks pending', () => {
  const refusalOf = async (who: TestCaller, id: string, listingId: string | null = null) => {
    const url = `/api/emergency-requests/${id}/match`;
    const { statusCode, body } = await as(who, { method: 'POST', url, payload: { listingId } });
    return { status: statusCode, ...(JSON.parse(body) as { code?: string; message?: string }) };
  };

  test('is refused for every other reason first, then as taken, and is hidden from who tried, in this round', async () => {
    const { requester, watcher, id } = await scene();
    const [helper, far, gone] = [
      await donor(home),
      await donor(pointAt(home, 200_000, 1)),
      await donor(home),
    ];
    await matchRequest(ctx, gone, id);
    await fixture.release(requester, id);
    await give(helper, id, (await soup(helper)).id);
    expect(await refusalOf(far, id)).toMatchObject({ code: 'out-of-reach' });
    expect(await refusalOf(gone, id)).toMatchObject({ code: 'already-helped' });
    expect(await refusalOf(watcher, id, (await soup(far)).id)).toMatchObject({ status: 404 });
    expect(await refusalOf(watcher, id)).toMatchObject({
      status: 409,
      code: 'not-pending',
      message: 'Someone is already helping with this request. Thank you for offering!',
    });
    expect(isOpen(await seenBy(watcher, id), id).slice(0, 3)).toEqual([false, false, false]);
    await fixture.release(requester, id);
    expect(isOpen(await seenBy(watcher, id), id)).toEqual(OPEN);
  });

  test('counts towards ten of a day of its own, and shows the end of a closed account as soon as that of a match', async () => {
    const { requester, watcher, id } = await scene();
    await closeAccount(ctx, requester, undefined);
    for (let nth = 0; nth < 10; nth++)
      expect(await refusalOf(watcher, id)).toMatchObject({ code: 'not-pending' });
    expect(await refusalOf(watcher, id)).toMatchObject({ code: 'match-limit' });
    const other = await donor(home);
    expect(isOpen(await seenBy(other, id), id)[1]).toBe(true);
    await minutes(LATER_MINUTES.most);
    expect(isOpen(await seenBy(other, id), id)[1]).toBe(false);
    clock.forward(DAY_MS);
    expect((await matchRequest(ctx, watcher, (await scene()).id)).status).toBe('matched');
  });
});

describe('a stranger’s frames', () => {
  async function join(who: TestCaller, isDonor = true): Promise<LiveClient> {
    const client = await openLive(`${address}/ws`, { cookie: who.cookie, origin: fixture.origin });
    if (isDonor) client.send({ type: 'register_emergency_donor' });
    client.send({ type: 'subscribe_heat_map_updates', bounds: boundsAround(home, 60_000) });
    await flush(client);
    return client;
  }
  /** Waits until all that was sent to a socket so far has arrived. */
  async function flush(client: LiveClient): Promise<void> {
    const errors = () => client.received.filter(({ type }) => type === 'error').length;
    const before = errors();
    client.send({ type: 'join_conversation', conversationId: '11111111-1111-7111-8111-111111111111' });
    await expect.poll(errors).toBe(before + 1);
  }
  /** What a socket hears of an act, without ids of rows and of the listing. */
  async function heard(client: LiveClient, listingId: string, act: () => Promise<unknown>) {
    await ctx.eventLog.catchUp(30_000);
    await flush(client);
    const from = client.received.length;
    await act();
    await ctx.eventLog.catchUp(30_000);
    await flush(client);
    const told = client.received.slice(from).filter(({ type }) => type !== 'error' && type !== 'alive');
    return told.map(({ row: _row, ...message }: ReceivedMessage) =>
      JSON.stringify(message).replaceAll(listingId, 'a listing'),
    );
  }

  test('of a match with a listing are those of a plain claim', async () => {
    const [first, second] = [await scene(), await scene()];
    const [helper, eater] = [await donor(home), await person()];
    for (const [stranger, id, isDonor] of [
      [first.watcher, first.id, true],
      [first.neighbor, second.id, false],
    ] as const) {
      const [claimed, given] = [(await soup(helper)).id, (await soup(helper)).id];
      const client = await join(stranger, isDonor);
      const plain = await heard(client, claimed, () => claimListing(ctx, eater, claimed, 3));
      expect(plain).toHaveLength(1);
      expect(await heard(client, given, () => give(helper, id, given))).toEqual(plain);
      await client.leave();
    }
  });

  test('name the end later: the alert’s own type at its moment, with nothing of a listing', async () => {
    const { watcher, requester, id } = await scene();
    const helper = await donor(home);
    const { id: food } = await soup(helper);
    await give(helper, id, food);
    const client = await join(watcher);
    clock.forward(MOST_MS);
    const shown = await heard(client, food, () => showDueRequests(ctx));
    expect(shown.filter((text) => text.includes('emergency_matched'))).toHaveLength(1);
    expect(shown.join('\n')).not.toContain('a listing');
    const fulfilled = await heard(client, food, async () => {
      for (const side of [helper, requester]) await fixture.confirm(side, id);
    });
    expect(fulfilled.join('\n')).not.toContain(id);
    clock.forward(LEAST_MS - 1);
    expect(await showDueRequests(ctx)).toBe(0);
    clock.forward(MOST_MS);
    const later = await heard(client, food, () => showDueRequests(ctx));
    expect(later.filter((text) => text.includes('emergency_fulfilled'))).toHaveLength(1);
    await client.leave();
  });

  test('of a request whose author has left are those of a match, once a try to help was refused as of one', async () => {
    const { watcher, requester, id } = await scene();
    const [hand, client] = [await donor(home), await join(watcher)];
    await closeAccount(ctx, requester, undefined);
    const tryToHelp = async () => {
      const url = `/api/emergency-requests/${id}/match`;
      const { statusCode, body } = await as(hand, { method: 'POST', url, payload: {} });
      return { status: statusCode, body: JSON.parse(body) };
    };
    const refused = await tryToHelp();
    expect(refused).toMatchObject({ status: 409, body: { code: 'not-pending' } });
    clock.forward(MOST_MS);
    const shown = await heard(client, id, () => showDueRequests(ctx));
    expect(shown.filter((text) => text.includes('emergency_matched'))).toHaveLength(1);
    expect(isOpen(await seenBy(watcher, id), id)).toEqual(OVER);
    expect(await tryToHelp()).toEqual(refused);
    clock.forward(DAY_MS);
    expect(await heard(client, id, () => showDueRequests(ctx))).toEqual([]);
    const { rows } = await pool.query(
      'select public_status, shown_until from emergency_request where id = $1',
      [id],
    );
    expect(rows).toEqual([{ public_status: 'cancelled', shown_until: null }]);
    await client.leave();
  });

  test('of a closed account say nothing of a request', async () => {
    const { watcher, requester, id, neighbor } = await scene();
    const [donors, others] = [await join(watcher), await join(neighbor, false)];
    await heard(others, id, async () => {
      expect(await heard(donors, id, () => closeAccount(ctx, requester, undefined))).toEqual([]);
    }).then((told) => expect(told).toEqual([]));
    for (const client of [donors, others]) await client.leave();
  });
});
