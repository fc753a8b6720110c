import { MAX_WAVES, WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { pausePerson } from '#server/features/accounts/lifecycle/account-status.ts';
import { donorsAmong } from '#server/features/accounts/profile/person-queries.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { alertFixture } from '#server/test/alert-fixture.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { sized } from '#server/test/long-run.ts';
import { testApp } from '#server/test/test-app.ts';
import { matchRequest } from '../matching/match-request.ts';
import { cancelRequest } from '../requests/request-actions.ts';
import { reopenRequest, takeRequest } from '../requests/requests.store.ts';
import { selectAlerted } from './alerts.store.ts';
import * as alerts from './alerts.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

const fixture = alertFixture(await testApp());
const { ctx, alertedTo, asked, clock, db, near, createPerson, pool, somewhere, toldOf, wavesOf } = fixture;

const idsOf = (people: readonly TestPerson[]): string[] => people.map(({ id }) => id).sort();
async function wave(): Promise<void> {
  clock.forward(WAVE_INTERVAL_MS);
  await alerts.sendDueWaves(ctx);
}
const lastHere = (person: TestPerson, agoMs: number) =>
  pool.query('update session set updated_at = $1 where person_id = $2', [
    new Date(clock.at - agoMs),
    person.id,
  ]);

/** A match of the two that has ended. */
async function hasHelped(
  helper: TestPerson,
  request: Awaited<ReturnType<typeof asked>>,
  status: 'completed' | 'released',
): Promise<void> {
  const [conversationId, handoverId, now] = [fixture.newId(), fixture.newId(), clock.now()];
  await pool.query(
    `insert into conversation (id, giver_id, receiver_id, request_id, listing_title, created_at, updated_at)
     values ($1, $2, $3, $4, 'Dinner', $5, $5)`,
    [conversationId, helper.id, request.requester_id, request.id, now],
  );
  await pool.query(
    `insert into handover (id, giver_id, receiver_id, conversation_id, status, window_from, window_until, code,
       created_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $6, '1234', $6, $6)`,
    [handoverId, helper.id, request.requester_id, conversationId, status, now],
  );
  await pool.query(
    `insert into emergency_match (id, request_id, helper_id, handover_id, created_at) values ($1, $2, $3, $4, $5)`,
    [fixture.newId(), request.id, helper.id, handoverId, now],
  );
}

describe('waves', () => {
  test('start with the nearest donors and continue every three minutes, until all were alerted once', async () => {
    const center = somewhere();
    const donors: TestPerson[] = [];
    for (let nth = 0; nth < 40; nth++) donors.push(await near(center, 0.2 * nth));
    const request = await asked(center);
    const [first = []] = await alertedTo(request.id);
    expect(first.length).toBeGreaterThanOrEqual(3);
    expect(first.length).toBeLessThan(20);
    expect(first).toEqual(idsOf(donors.slice(0, first.length)));

    clock.forward(WAVE_INTERVAL_MS - 1);
    await alerts.sendDueWaves(ctx);
    expect(await alertedTo(request.id)).toHaveLength(1);
    clock.forward(1);
    for (let nth = 1; nth < MAX_WAVES; nth++) {
      await alerts.sendDueWaves(ctx);
      await alerts.sendDueWaves(ctx);
      clock.forward(WAVE_INTERVAL_MS);
    }
    const waves = await alertedTo(request.id);
    expect(waves.length).toBeGreaterThan(2);
    expect(waves.flat().toSorted()).toEqual(idsOf(donors));
    // each is an event of its own, for just those
    expect((await wavesOf(request.id)).map(({ donorIds }) => donorIds.toSorted())).toEqual(waves);
    // a donor who joins now finds it in the list
    await near(center, 1);
    clock.forward(HOUR_MS);
    await alerts.sendDueWaves(ctx);
    expect((await alertedTo(request.id)).flat()).toHaveLength(40);
  });

  test('prefer donors who answered lately, were active lately and offer food', async () => {
    const center = somewhere();
    const [fleeting, settled] = [await near(center, 0.1), await near(center, 3)];
    // an inactive neighbor comes after a crowd without a history
    await lastHere(fleeting, 20 * DAY_MS);
    const crowd: TestPerson[] = [];
    for (let nth = 0; nth < 25; nth++) crowd.push(await near(center, 3.5));
    await createListing(ctx, settled.caller, listingBody(clock));
    const request = await asked(center);
    const [first = []] = await alertedTo(request.id);
    expect(first).toContain(settled.id);
    expect(first).not.toContain(fleeting.id);

    // donors who answer are alerted again before those who do not
    const helper = crowd.find(({ id }) => first.includes(id));
    if (!helper) throw new Error('nobody of the crowd was asked');
    await hasHelped(helper, request, 'completed');
    await pool.query(
      `update emergency_request set status = 'fulfilled', ended_at = $2, next_wave_at = null where id = $1`,
      [request.id, clock.now()],
    );
    const again = await asked(center);
    const [firstWave] = await wavesOf(again.id);
    expect(firstWave?.donorIds.slice(0, 2).toSorted()).toEqual(idsOf([settled, helper]));
  });

  test('skip donors beyond the radius, non-donors, paused and closed accounts and the requester, but not people across a block', async () => {
    const center = somewhere();
    const inside = await near(center, 4.9);
    const requester = await near(center, 0);
    const [blocked, blocker, paused, gone] = [
      await near(center, 1),
      await near(center, 1),
      await near(center, 1),
      await near(center, 1),
    ];
    await near(center, 5.1);
    await near(center, 1, { userType: 'recipient' });
    await near(center, 1, { userType: 'volunteer' });
    await createPerson({ userType: 'donor' });
    await blockPerson(ctx, requester.caller, blocked.id);
    await blockPerson(ctx, blocker.caller, requester.id);
    await inTransaction(ctx, (tx) => pausePerson(tx, paused.id, ''));
    await pool.query('update person set closed_at = $1 where id = $2', [clock.now(), gone.id]);
    const request = await asked(center, { radiusKm: 5, by: requester });
    for (let nth = 1; nth < MAX_WAVES; nth++) await wave();
    expect(await alertedTo(request.id)).toEqual([idsOf([inside, blocked, blocker])]);
    // an empty wave sends no event
    expect(await wavesOf(request.id)).toHaveLength(1);
  });

  test('work across the antimeridian', async () => {
    const center = { latitude: -16.85, longitude: 179.99 };
    const donor = await near(center, 4);
    expect(await alertedTo((await asked(center)).id)).toEqual([[donor.id]]);
  });

  test('end with a match, and with the request’s time', async () => {
    const center = somewhere();
    for (let nth = 0; nth < 30; nth++) await near(center, 2);
    const [answered, expired] = [await asked(center), await asked(center)];
    const helper = await near(center, 2);
    await inTransaction(ctx, (tx) => takeRequest(tx.db, answered.id, helper.id, clock.now()));
    await pool.query('update emergency_request set expires_at = $1 where id = $2', [
      new Date(clock.at + WAVE_INTERVAL_MS),
      expired.id,
    ]);
    await wave();
    for (const { id } of [answered, expired]) expect(await alertedTo(id)).toHaveLength(1);
  });

  test('start again in a new round, without any former helper', async () => {
    const center = somewhere();
    const donors = [await near(center, 0.1), await near(center, 0.2), await near(center, 0.3)];
    const [helper, ...others] = donors;
    if (!helper) throw new Error('nobody is near');
    const request = await asked(center);
    expect(await alertedTo(request.id)).toEqual([idsOf(donors)]);
    await inTransaction(ctx, async (tx) => {
      await takeRequest(tx.db, request.id, helper.id, clock.now());
      const reopened = await reopenRequest(tx.db, request.id);
      await alerts.startRound(tx, reopened, [helper.id]);
    });
    await hasHelped(helper, request, 'released');
    for (let nth = 1; nth < MAX_WAVES; nth++) await wave();
    expect(await alertedTo(request.id)).toEqual([idsOf(donors), idsOf(others)]);
    expect(await selectAlerted(db, request.id, 1)).toEqual(idsOf(others));
    const times = await alerts.alertTimes(ctx, others[0]?.id ?? '', [request.id]);
    expect([...times.keys()]).toEqual([request.id]);
    expect(await alerts.alertTimes(ctx, helper.id, [request.id])).toEqual(new Map());
  });
});

describe('an alerted donor', () => {
  test('gets a notification with the request, and without a name', async () => {
    const center = somewhere();
    const donor = await near(center, 1);
    const request = await asked(center);
    expect(await toldOf(donor, request.id)).toMatchObject([
      { kind: 'emergency_alert', actor: null, listingTitle: 'Dinner for four', readAt: null },
    ]);
    await wave();
    expect(await toldOf(donor, request.id)).toHaveLength(1);
  });

  test('does not see a request any more that has a helper, or that has ended', async () => {
    const center = somewhere();
    const [helper, donor] = [await near(center, 0.5), await near(center, 1)];
    const [answered, canceled, open] = [await asked(center), await asked(center), await asked(center)];
    const unread = async (): Promise<string[]> => {
      const { notifications: listed } = await notifications.listNotifications(ctx, donor.caller);
      return listed.flatMap(({ readAt, subject }) => (readAt === null ? [subject.id] : [])).sort();
    };
    expect(await unread()).toEqual([answered.id, canceled.id, open.id].sort());
    await matchRequest(ctx, helper.caller, answered.id);
    const requester = { ...donor.caller, userId: canceled.requester_id };
    await cancelRequest(ctx, requester, canceled.id);
    expect(await unread()).toEqual([open.id]);
  });

  test('who switched alerts off does not count in a wave, and sees none in the app', async () => {
    const center = somewhere();
    const [quiet, later, donor] = [await near(center, 0.5), await near(center, 0.7), await near(center, 1)];
    const off = {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      app: { ...DEFAULT_NOTIFICATION_SETTINGS.app, alerts: false },
    };
    await notifications.updateSettings(ctx, quiet.caller, off);
    const request = await asked(center);
    expect(await alertedTo(request.id)).toEqual([idsOf([later, donor])]);
    const alerted = { requestId: request.id, requesterId: request.requester_id, round: 0, wave: 0 };
    const donorIds = idsOf([later, donor]);
    expect([...(await alerts.currentAlerts(ctx, { ...alerted, donorIds })).keys()].sort()).toEqual(donorIds);
    // one who does so afterwards is alerted no more, here or on another connection
    await notifications.updateSettings(ctx, later.caller, off);
    expect([...(await alerts.currentAlerts(ctx, { ...alerted, donorIds })).keys()]).toEqual([donor.id]);
    expect((await alerts.shownAlertTimes(ctx, donor.id, [request.id])).size).toBe(1);
    expect((await alerts.shownAlertTimes(ctx, later.id, [request.id])).size).toBe(0);
  });

  test('keeps it when one of the two blocks the other: a missing alert would reveal the requester', async () => {
    const center = somewhere();
    const [donor, requester] = [await near(center, 1), await createPerson()];
    const request = await asked(center, { by: requester });
    await blockPerson(ctx, donor.caller, requester.id);
    expect(await toldOf(donor, request.id)).toHaveLength(1);
  });
});

test('a session stores its last use to within a quarter of an hour', async () => {
  const person = await createPerson({ userType: 'donor' });
  const seen = async () => (await donorsAmong(ctx, [person.id])).get(person.id)?.lastSeenAt;
  const cameAt = clock.at;
  for (const minutes of [14, 1, 10]) {
    clock.forward(minutes * 60_000);
    await fixture.as(person, { url: '/api/auth/user' });
  }
  expect(await seen()).toEqual(new Date(cameAt + 15 * 60_000));
});

const DONORS = sized(2000, 10_000);

test('a wave to thousands of donors is one statement', async () => {
  const { rows } = await pool.query(`
    insert into person (id, email, name, first_name, last_name, user_type, created_at, updated_at)
    select id, id || '@example.org', 'Dora L', 'Dora', 'L', 'donor', now(), now()
    from (select gen_random_uuid() as id from generate_series(1, ${DONORS})) as crowd returning id`);
  const ids = rows.map(({ id }) => id);
  const { id: subjectId } = await createPerson();
  await inTransaction(ctx, (tx) =>
    notifications.notifyAll(tx, ids, {
      kind: 'emergency_alert',
      subject: { type: 'request', id: subjectId },
      listingTitle: 'Food for tonight',
    }),
  );
  const told = await pool.query('select person_id from notification where subject_id = $1', [subjectId]);
  expect(told.rowCount).toBe(DONORS);
});
