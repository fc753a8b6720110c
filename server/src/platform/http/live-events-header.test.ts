import { describe, expect, onTestFinished, test } from 'vitest';
import { HANDOVER_CHANGED } from '#server/features/handovers/handovers.events.ts';
import type { LogEvent } from '#server/platform/events/event-log-queries.ts';
import { recordEvents } from '#server/platform/events/event-log.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { ask, claimsFixture, MIDTOWN, type TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { type LiveClient, openLive } from '#server/testing/live/live-client.ts';

const fixture = await claimsFixture();
const { ctx, http, person, listing } = fixture;
const host = new URL(await fixture.listen()).host;

/** A person's open page, which watches the streets around the listings. */
async function hearing(who: TestCaller): Promise<LiveClient> {
  const client = await openLive(`ws://${host}/ws`, { cookie: who.cookie, origin: fixture.origin });
  onTestFinished(() => client.leave());
  const { latitude, longitude } = MIDTOWN;
  const bounds = {
    north: latitude + 0.1,
    south: latitude - 0.1,
    east: longitude + 0.1,
    west: longitude - 0.1,
  };
  client.send({ type: 'subscribe_heat_map_updates', bounds });
  client.send({ type: 'resume', lastEventId: null });
  await client.waitFor(({ type }) => type === 'watching');
  return client;
}

const idsOf = ({ headers }: Awaited<ReturnType<typeof ask>>): string[] => {
  const named = headers['live-events'];
  return typeof named === 'string' ? named.split(',') : [];
};

/** The handovers of the events that `received` writes. */
const markers = new Set<unknown>();

/** The ids of the events that a socket has received, once it has received an event that was written after them. */
async function received(client: LiveClient, who: TestCaller): Promise<string[]> {
  const last = { handoverId: ctx.newId(), conversationId: ctx.newId(), status: 'open', people: [who.userId] };
  await inTransaction(ctx, (tx) => tx.eventLog.append(tx, HANDOVER_CHANGED, last));
  markers.add(last.handoverId);
  await client.waitFor(({ data }) => data?.['handoverId'] === last.handoverId);
  return client.received.flatMap(({ id = '', data }) =>
    data && !markers.has(data['handoverId']) ? [id] : [],
  );
}

describe('the reply of a write', () => {
  test('names the events that the caller’s own socket receives, and none that only others receive', async () => {
    const [donor, guest] = [await person('Rosa'), await person('Amir')];
    const food = await listing(donor);
    const [donorSocket, guestSocket] = [await hearing(donor), await hearing(guest)];
    // Events of the listing may still arrive.
    const earlier = [...(await received(guestSocket, guest)), ...(await received(donorSocket, donor))];
    const isNew = (id: string): boolean => !earlier.includes(id);
    const claimed = await ask(http, guest, 'POST', `/api/food-listings/${food.id}/claim`, { servings: 1 });
    expect(claimed.status).toBe(201);
    const heardByGuest = (await received(guestSocket, guest)).filter(isNew);
    expect(idsOf(claimed).length).toBeGreaterThan(1);
    expect(idsOf(claimed).toSorted()).toEqual(heardByGuest.toSorted());
    // The donor is notified too, which is theirs alone.
    const heardByDonor = (await received(donorSocket, donor)).filter(isNew);
    const onlyTheirs = heardByDonor.filter((id) => !heardByGuest.includes(id));
    expect(onlyTheirs.length).toBeGreaterThan(0);
    expect(idsOf(claimed)).not.toEqual(expect.arrayContaining(onlyTheirs));
  });

  test('names no event of a request that runs at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => person()));
    const replies = await Promise.all(
      people.map((each) => ask(http, each, 'POST', '/api/food-listings', fixture.listingBody())),
    );
    const named = replies.map(idsOf);
    for (const ids of named) expect(ids).toHaveLength(1);
    expect(new Set(named.flat()).size).toBe(people.length);
  });

  test('names none if nothing was written: it was refused, or sent before', async () => {
    const [donor, guest] = [await person(), await person()];
    const food = await listing(donor);
    const url = `/api/food-listings/${food.id}/claim`;
    const key = { 'idempotency-key': 'once' };
    expect(idsOf(await ask(http, guest, 'POST', url, { servings: 1 }, key))).not.toEqual([]);
    expect(await ask(http, guest, 'POST', url, { servings: 1 }, key)).not.toHaveProperty(
      'headers.live-events',
    );
    const refused = await ask(http, donor, 'POST', url, { servings: 1 });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused).not.toHaveProperty('headers.live-events');
  });
});

test('the reply of a read names no events', async () => {
  const donor = await person();
  await listing(donor);
  expect(await ask(http, donor, 'GET', '/api/food-listings')).not.toHaveProperty('headers.live-events');
});

test('events of a rolled-back transaction are not recorded', async () => {
  const recorded: LogEvent[] = [];
  const changed = { handoverId: ctx.newId(), conversationId: ctx.newId(), status: 'open', people: [] };
  const append = (isUndone: boolean) =>
    inTransaction(ctx, async (tx) => {
      await tx.eventLog.append(tx, HANDOVER_CHANGED, { ...changed, isUndone });
      if (isUndone) throw new Error('undone');
    });
  await new Promise<void>((resolve, reject) => {
    recordEvents(recorded, () => {
      append(true)
        .catch(() => append(false))
        .then(resolve, reject);
    });
  });
  expect(recorded.map(({ payload }) => payload)).toEqual([{ ...changed, isUndone: false }]);
});
