import { MAX_WAVES, WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { boundsAround } from '@openlarder/domain/kernel/geo.ts';
import { clientMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import { describe, expect, test } from 'vitest';
import { findEndedSessions, readSession } from '#server/features/accounts/auth/session/session-service.ts';
import { pausePerson } from '#server/features/accounts/lifecycle/account-status.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { alertFixture } from '#server/test/alert-fixture.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import type { LiveClient, ReceivedMessage } from '#server/test/live/live-client.ts';
import { liveFixture } from '#server/test/live/live-fixture.ts';
import { handlers, hints } from '#server/test/live/live-hints.ts';
import { testApp } from '#server/test/test-app.ts';
import * as alerts from './alerts/alerts.ts';
import { announceChange } from './emergency.events.ts';
import { emergencyFrames, emergencyMessages } from './emergency.live.ts';
import { endRequest, type RequestRow, reopenRequest, takeRequest } from './requests/requests.store.ts';

const app = await testApp();
const fixture = alertFixture(app);
const { ctx, asked, clock, near, createPerson, pool, somewhere } = fixture;

const REGISTER = { type: 'register_emergency_donor' };
const UNREGISTER = { type: 'unregister_emergency_donor' };
const FRESH = { type: 'since', position: null };

const errorsOf = (client: LiveClient): unknown[] =>
  client.received.filter(({ type }) => type === 'error').map(({ code }) => code);
/** Sends frames, waits until the last one is done, and returns the refusals. */
async function say(client: LiveClient, ...frames: readonly unknown[]): Promise<unknown[]> {
  const before = errorsOf(client).length;
  for (const frame of frames) client.send(frame);
  // asks for a conversation that is always refused: the last refusal
  client.send({ type: 'join_conversation', conversationId: '11111111-1111-7111-8111-111111111111' });
  await expect.poll(() => errorsOf(client).slice(before).at(-1)).toBe('not-found');
  return errorsOf(client).slice(before, -1);
}

async function openLine() {
  const line = await liveFixture(pool, {
    messages: [hints, ...emergencyMessages(ctx)],
    frames: { schema: clientMessageSchema, handlers: { ...handlers, ...emergencyFrames(ctx) } },
    readSession: (headers) => readSession(ctx, headers),
    findEndedSessions: (ids) => findEndedSessions(ctx, ids),
  });
  async function join(person: TestPerson, ...frames: readonly object[]): Promise<LiveClient> {
    const client = await line.join(person.cookie);
    await say(client, ...frames);
    return client;
  }
  /** All messages about requests that each socket has received so far. */
  async function heardBy(...clients: readonly LiveClient[]): Promise<ReceivedMessage[][]> {
    await line.eventLog.catchUp(30_000);
    await Promise.all(clients.map((client) => say(client)));
    return clients.map(({ received }) =>
      received.filter(({ type }) => type === 'heat_map_update' || type.startsWith('emergency_')),
    );
  }
  return { join, heardBy };
}
const typesOf = (messages: readonly ReceivedMessage[]): string[] => messages.map(({ type }) => type);

const match = (request: RequestRow, helper: TestPerson): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await takeRequest(tx.db, request.id, helper.id, clock.now());
    if (row) await announceChange(tx, row, helper.id);
  });
const end = (request: RequestRow, status: 'fulfilled' | 'cancelled', helper: TestPerson | null) =>
  inTransaction(ctx, async (tx) => {
    const row = await endRequest(tx.db, request.id, { status, ended_at: clock.now() });
    await announceChange(tx, row, helper?.id ?? null);
  });

describe('an alert', () => {
  test('reaches each registered socket of a donor of the wave, with the area and whole kilometers, without a point', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const donor = await near(center, 2.7);
    const sockets = [await join(donor, REGISTER, FRESH), await join(donor, REGISTER, FRESH)];
    const request = await asked(center);
    for (const told of await heardBy(...sockets)) {
      expect(JSON.stringify(told)).not.toMatch(/latitude|longitude|requester|20\.0291/);
      expect(typesOf(told)).toEqual(['emergency_alert', 'heat_map_update']);
      expect(told[0]).toMatchObject({
        row: expect.any(String),
        data: {
          id: request.id,
          title: 'Dinner for four',
          householdSize: 4,
          urgencyLevel: 'emergency',
          pickupLocation: 'Old Town',
          distance: 3,
          createdAt: clock.now().toISOString(),
        },
      });
    }
  });

  test('reaches no socket that has not registered, has unregistered, or belongs to another connection', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const [quiet, left, both] = [await near(center, 1), await near(center, 1), await near(center, 1)];
    const sockets = [
      await join(quiet, FRESH),
      await join(left, REGISTER, UNREGISTER, FRESH),
      await join(both, REGISTER, FRESH),
      await join(both, FRESH),
    ];
    await asked(center);
    const heard = (await heardBy(...sockets)).map(typesOf);
    expect(heard.map((types) => types.includes('emergency_alert'))).toEqual([false, false, true, false]);
  });

  test('is checked on delivery: not for a donor who moved away yesterday, changed type or is paused, no matter who was blocked', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const [mover, changed, paused, blocked, stayed] = [
      await near(center, 1),
      await near(center, 1),
      await near(center, 1),
      await near(center, 1),
      await near(center, 1),
    ];
    const requester = await createPerson();
    const before = await Promise.all(
      [mover, changed, paused, blocked, stayed].map((one) => join(one, REGISTER, FRESH)),
    );
    await heardBy(...before);
    for (const client of before) await client.leave();
    const request = await asked(center, { by: requester });
    expect((await fixture.alertedTo(request.id))[0]).toHaveLength(5);
    await inTransaction(ctx, (tx) =>
      places.setBusinessPlace(tx, mover.id, { address: 'Elsewhere 2', point: somewhere() }, true),
    );
    await pool.query(`update person set user_type = 'recipient' where id = $1`, [changed.id]);
    await inTransaction(ctx, (tx) => pausePerson(tx, paused.id, ''));
    await blockPerson(ctx, requester.caller, blocked.id);
    await pool.query(`update person set place_set_at = $2 where id = $1`, [
      mover.id,
      new Date(clock.at - 24 * 3_600_000),
    ]);
    // all of them reconnect
    const after = await Promise.all(
      [mover, changed, paused, blocked, stayed].map((one) => join(one, REGISTER, FRESH)),
    );
    const heard = await heardBy(...after);
    expect(heard.map((messages) => typesOf(messages).includes('emergency_alert'))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test('that is open comes again at each registering, one that is over does not', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const donor = await near(center, 1);
    const helper = await near(somewhere(), 1);
    const first = await join(donor, REGISTER, FRESH);
    const told = await asked(center);
    await heardBy(first);
    await first.leave();
    const missed = await asked(center);
    const answered = await asked(center);
    await match(answered, helper);
    const back = await join(donor, REGISTER, FRESH);
    const later = await asked(center);
    const [heard = []] = await heardBy(back);
    const alertIds = heard.filter(({ type }) => type === 'emergency_alert').map(({ data }) => data?.['id']);
    // one that is read from the log just then comes both ways; pages know it by its id
    expect([...new Set(alertIds)]).toEqual([told.id, missed.id, later.id]);
  });

  test('of a later wave reaches only the donors of that wave', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const [first, ...others] = [await near(center, 0.1), await near(center, 0.2), await near(center, 0.2)];
    for (let nth = 0; nth < 12; nth++) await near(center, 0.3);
    const far = await near(center, 9.5);
    if (!first || others.length < 2) throw new Error('nobody is near');
    const sockets = [await join(first, REGISTER, FRESH), await join(far, REGISTER, FRESH)];
    await asked(center);
    expect(
      (await heardBy(...sockets)).map((messages) => typesOf(messages).includes('emergency_alert')),
    ).toEqual([true, false]);
    for (let nth = 1; nth < MAX_WAVES; nth++) {
      clock.forward(WAVE_INTERVAL_MS);
      await alerts.sendDueWaves(ctx);
    }
    const counts = (await heardBy(...sockets)).map(
      (messages) => typesOf(messages).filter((type) => type === 'emergency_alert').length,
    );
    expect(counts).toEqual([1, 1]);
  });
});

describe('a change of a request', () => {
  test('is sent to registered alerted donors with its own type, and to all others as a change on the map', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const looking = { type: 'subscribe_heat_map_updates', bounds: boundsAround(center, 3000) };
    const [requester, onlooker, stranger] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const [there, notThere, helper] = [
      await near(center, 1),
      await near(center, 1),
      await near(somewhere(), 1),
    ];
    const sockets = [
      await join(requester, FRESH),
      await join(onlooker, looking, FRESH),
      await join(stranger, FRESH),
      await join(there, REGISTER, FRESH),
      await join(notThere, FRESH),
      await join(helper, REGISTER, FRESH),
    ];
    const request = await asked(center, { by: requester });
    // alerts end when the request is answered
    await heardBy(...sockets);
    await match(request, helper);
    await end(request, 'fulfilled', helper);
    const heard = await heardBy(...sockets);
    const change = 'heat_map_update';
    expect(heard.map(typesOf)).toEqual([
      [change, change, change],
      [change, change, change],
      [],
      ['emergency_alert', change, 'emergency_matched', 'emergency_fulfilled'],
      [change, change, change],
      [change, change],
    ]);
    const toOnlooker = heard[1] ?? [];
    for (const told of heard.flat().filter(({ type }) => type !== 'emergency_alert'))
      expect(told.data).toEqual(
        toOnlooker.includes(told)
          ? { bounds: request.area?.bounds }
          : { requestId: request.id, status: expect.stringMatching(/^(pending|matched|fulfilled)$/) },
      );
  });

  test('is sent across a block as to all others', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const looking = { type: 'subscribe_heat_map_updates', bounds: boundsAround(center, 3000) };
    const requester = await createPerson();
    const [blocked, blocker] = [await near(center, 1), await near(center, 1)];
    const sockets = [
      await join(blocked, REGISTER, looking, FRESH),
      await join(blocker, REGISTER, looking, FRESH),
    ];
    const request = await asked(center, { by: requester });
    expect((await heardBy(...sockets)).map(typesOf)).toEqual(
      sockets.map(() => ['emergency_alert', 'heat_map_update']),
    );
    await blockPerson(ctx, requester.caller, blocked.id);
    await blockPerson(ctx, blocker.caller, requester.id);
    await end(request, 'cancelled', null);
    expect((await heardBy(...sockets)).map((messages) => messages.length)).toEqual([3, 3]);
  });

  test('that reopens it is an alert to the donors of the new round', async () => {
    const { join, heardBy } = await openLine();
    const center = somewhere();
    const [donor, helper] = [await near(center, 1), await near(center, 1)];
    const sockets = [await join(donor, REGISTER, FRESH), await join(helper, REGISTER, FRESH)];
    const request = await asked(center);
    await heardBy(...sockets);
    await match(request, helper);
    await inTransaction(ctx, async (tx) => {
      const reopened = await reopenRequest(tx.db, request.id);
      await alerts.startRound(tx, reopened, [helper.id]);
      await announceChange(tx, reopened, helper.id);
    });
    const [first = [], second = []] = (await heardBy(...sockets)).map(typesOf);
    expect(first.filter((type) => type === 'emergency_alert')).toHaveLength(2);
    expect(second.filter((type) => type === 'emergency_alert')).toHaveLength(1);
    expect(second.at(-1)).toBe('heat_map_update');
  });
});
