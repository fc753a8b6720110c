import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { unblockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { type AppContext, makeAppContext } from '#server/platform/app-context.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import {
  HANDOVER_KINDS,
  type HandoverKind,
  type HandoverScene,
  handoversFixture,
} from '#server/test/factories/handovers-fixture.ts';
import { completeHandover, confirmComing, releaseHandover } from '../lifecycle/handover-actions.ts';
import { sendHandoverQuestions, sendOnMyWayQuestions, sendPickupReminders } from './reminders.ts';

const fixture = await handoversFixture();
const { ctx, agreeOn, clock, eventsOf, notificationsOf, pool, seenBy } = fixture;
// the rows that SQL has written keep no invariants
afterAll(() => pool.query('truncate person cascade'));

const remind = () => sendPickupReminders(ctx);
const askOnMyWay = () => sendOnMyWayQuestions(ctx);
const askOutcome = () => sendHandoverQuestions(ctx);
const ASKED = ['pickup_soon', 'on_my_way_question', 'handover_question'];

/** Moves to so many hours after the start of the test. */
let beganAt = 0;
const moveTo = (hour: number): void => {
  clock.at = beganAt + hour * HOUR_MS;
};
const hoursFromStart = (hour: number): string => new Date(beganAt + hour * HOUR_MS).toISOString();
beforeEach(async () => {
  // each test has its own day; what the one before left open is over by then
  clock.forward(10 * DAY_MS);
  await pool.query(`update handover set status = 'lapsed', ended_at = $1 where status = 'open'`, [
    clock.now(),
  ]);
  beganAt = clock.at;
});

/** A handover with a window in four to eight hours, made at an hour of the test. */
async function pickup(madeAtHour = 0, kind: HandoverKind = 'claim'): Promise<HandoverScene> {
  moveTo(madeAtHour);
  const window = { availableFrom: hoursFromStart(4), availableUntil: hoursFromStart(8) };
  const scene = await fixture.opened(kind, { ...window, bestByDate: hoursFromStart(72) }, 1);
  // as in a request that is answered by a listing
  if (kind === 'match')
    await pool.query('update handover set window_from = $2, window_until = $3 where id = $1', [
      scene.id,
      window.availableFrom,
      window.availableUntil,
    ]);
  return scene;
}

/** The notifications of the three jobs to a person about a handover, oldest first. */
async function told(who: TestCaller, { claimId, requestId }: HandoverScene): Promise<string[]> {
  const kinds = (await notificationsOf(who))
    .filter(({ subject }) => subject.id === claimId || subject.id === requestId)
    .map(({ kind }) => kind);
  return kinds.filter((kind) => ASKED.includes(kind)).toReversed();
}
const bothTold = (scene: HandoverScene) =>
  Promise.all([scene.giver, scene.receiver].map((who) => told(who, scene)));
const twice = <Value>(value: Value): Value[] => [value, value];

describe('both sides', () => {
  test.each(HANDOVER_KINDS)('of a %s are reminded an hour before its window begins, once', async (kind) => {
    const scene = await pickup(0, kind);
    moveTo(2.99);
    expect(await remind()).toBe(0);
    moveTo(3);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    moveTo(3.5);
    expect(await remind()).toBe(0);
    expect(await bothTold(scene)).toEqual(twice(['pickup_soon']));
    expect((await notificationsOf(scene.receiver))[0]).toMatchObject({ actor: null, readAt: null });
    // a question is no message
    expect((await eventsOf(scene)).map(([event]) => event)).not.toContain('pickup_soon');
  });

  test.each(HANDOVER_KINDS)('of a %s are asked "On your way?" at its end, once, also live', async (kind) => {
    const scene = await pickup(0, kind);
    moveTo(7.99);
    expect(await askOnMyWay()).toBe(0);
    moveTo(8);
    expect([await askOnMyWay(), await askOnMyWay()]).toEqual([1, 0]);
    expect(await bothTold(scene)).toEqual(twice(['on_my_way_question']));
    expect(await seenBy('giver', scene)).toMatchObject({ askedAt: clock.now().toISOString() });
  });

  test('are asked an hour later whether it happened, once, and not once it has ended', async () => {
    const scene = await pickup();
    const released = await pickup();
    moveTo(8.99);
    expect(await askOutcome()).toBe(0);
    moveTo(9);
    await releaseHandover(ctx, released.receiver, released.id);
    expect([await askOutcome(), await askOutcome()]).toEqual([1, 0]);
    expect(await bothTold(scene)).toEqual(twice(['handover_question']));
    expect(await bothTold(released)).toEqual(twice([]));
  });

  test.each(['giver', 'receiver'] as const)('are not asked once the %s has confirmed', async (side) => {
    const scene = await pickup();
    moveTo(2);
    await completeHandover(ctx, scene.people[side], scene.id);
    moveTo(3);
    expect(await remind()).toBe(0);
    moveTo(8);
    expect(await askOnMyWay()).toBe(0);
    moveTo(9);
    expect(await askOutcome()).toBe(1);
    expect(await told(scene.people[side], scene)).toEqual([]);
    expect(await told(scene.people[side === 'giver' ? 'receiver' : 'giver'], scene)).toEqual([
      'handover_question',
    ]);
  });
});

describe('a time that moves', () => {
  test('to an agreed one: all three notifications follow it, not the window', async () => {
    const scene = await pickup();
    await agreeOn(scene, 6 * 60);
    moveTo(3);
    expect(await remind()).toBe(0);
    moveTo(5);
    expect(await remind()).toBe(1);
    expect(await confirmComing(ctx, scene.receiver, scene.id)).toMatchObject({
      comingAt: clock.now().toISOString(),
    });
    moveTo(6);
    expect(await askOnMyWay()).toBe(1);
    moveTo(7);
    expect(await askOutcome()).toBe(1);
    moveTo(8);
    expect([await remind(), await askOnMyWay(), await askOutcome()]).toEqual([0, 0, 0]);
    moveTo(9);
    expect(await askOutcome()).toBe(0);
    expect(await bothTold(scene)).toEqual(twice(ASKED));
  });
});

describe('a reminder', () => {
  test('is not sent across a block, but once it is lifted', async () => {
    const scene = await pickup();
    const { giver, receiver } = scene;
    // a block that the handover has survived
    await pool.query('insert into block (blocker_id, blocked_id, created_at) values ($1, $2, $3)', [
      giver.userId,
      receiver.userId,
      clock.now(),
    ]);
    moveTo(3);
    expect(await remind()).toBe(0);
    moveTo(8);
    expect(await askOnMyWay()).toBe(0);
    moveTo(9);
    expect(await askOutcome()).toBe(0);
    expect(await bothTold(scene)).toEqual(twice([]));
    expect(await seenBy('giver', scene)).toMatchObject({ askedAt: null });
    await unblockPerson(ctx, giver, receiver.userId);
    expect(await askOutcome()).toBe(1);
    expect(await bothTold(scene)).toEqual(twice(['handover_question']));
  });

  test('"on your way?" is not asked at a counter of the one who stands there', async () => {
    const scene = await pickup(0, 'claim');
    await pool.query('update food_listing set place_is_public = true where id = $1', [scene.listingId]);
    moveTo(8);
    expect(await askOnMyWay()).toBe(1);
    const askedOf = async (who: HandoverScene['giver']) =>
      (await notificationsOf(who)).filter(({ kind }) => kind === 'on_my_way_question').length;
    expect([await askedOf(scene.giver), await askedOf(scene.receiver)]).toEqual([0, 1]);
  });

  test('is sent once by four concurrent workers', async () => {
    const made: HandoverScene[] = [];
    for (let nth = 0; nth < 6; nth++) made.push(await pickup(0, HANDOVER_KINDS[nth % 3]));
    const workers = Array.from({ length: 4 }, () => makeAppContext({ ...ctx, pool }));
    for (const [hour, send] of [
      [3, sendPickupReminders],
      [8, sendOnMyWayQuestions],
      [9, sendHandoverQuestions],
    ] as const) {
      moveTo(hour);
      const counts = await Promise.all(workers.map((each) => send(each)));
      expect(counts.reduce((a, b) => a + b)).toBe(6);
    }
    for (const scene of made) expect(await bothTold(scene)).toEqual(twice(ASKED));
  });

  test('is sent although another handover fails', async () => {
    const made = [await pickup(), await pickup(), await pickup()];
    const failing: AppContext = {
      ...ctx,
      eventLog: {
        ...ctx.eventLog,
        async append(tx, kind, payload, audience) {
          if ('personId' in payload && payload.personId === made[1]?.receiver.userId)
            throw new Error('no room');
          await ctx.eventLog.append(tx, kind, payload, audience);
        },
      },
    };
    moveTo(3);
    await expect(sendPickupReminders(failing)).rejects.toThrow('1 due handovers failed');
    const heard = await Promise.all(made.map((scene) => told(scene.giver, scene)));
    expect(heard).toEqual([['pickup_soon'], [], ['pickup_soon']]);
    // the failure left nothing behind, and the next run completes it
    clock.forward(MINUTE_MS);
    expect(await remind()).toBe(1);
  });
});
