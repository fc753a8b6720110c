import { otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import {
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import { getHandover } from '../handovers.queries.ts';
import { sendOnMyWayQuestions } from '../reminders/reminders.ts';
import { confirmComing, revealAddress } from './handover-actions.ts';
import * as handoverActions from './handover-actions.ts';

const fixture = await handoversFixture();
const { ctx, agreeOn, clock, eventsOf, moveTo, newestNotification, opened } = fixture;

const sayOnMyWay = ({ people, id }: HandoverScene, side: 'giver' | 'receiver') =>
  handoverActions.sayOnMyWay(ctx, people[side], id);
async function reportNoShow({ giver, id, conversationId }: HandoverScene) {
  // only who knows where to come can miss it
  const { status, ownPlace } = await getHandover(ctx, giver, id);
  if (status === 'open' && ownPlace === 'hidden') await revealAddress(ctx, giver, conversationId);
  return handoverActions.reportNoShow(ctx, giver, id);
}
/** Both are asked "On your way?" at the meeting time. */
async function askAtMeeting(scene: HandoverScene): Promise<void> {
  await moveTo(scene, 0);
  await sendOnMyWayQuestions(ctx);
}

describe('"Can you still make it?"', () => {
  test.each([
    ['claim', 'receiver'],
    ['match', 'giver'],
    ['match with a claim', 'receiver'],
  ] as const)(
    'of a %s is for the %s, who travels, once, in the hour before the agreed time',
    async (kind, side) => {
      const scene = await opened(kind);
      const { people, id } = scene;
      await agreeOn(scene, 180);
      expect(await refusalOf(confirmComing(ctx, people[side], id))).toMatchObject({
        key: 'too-early.say-coming',
        params: { waitMs: 2 * HOUR_MS },
        retryAfterSeconds: 2 * 60 * 60,
      });
      await moveTo(scene, -60);
      expect(await refusalOf(confirmComing(ctx, people[otherSide(side)], id))).toMatchObject({
        status: 403,
        code: 'not-yours',
      });
      const coming = await confirmComing(ctx, people[side], id);
      expect(coming).toMatchObject({ status: 'open', comingAt: clock.now().toISOString() });
      clock.forward(MINUTE_MS);
      expect(await confirmComing(ctx, people[side], id)).toEqual(coming);
      expect((await eventsOf(scene)).filter(([event]) => event === 'coming')).toEqual([['coming', side]]);
      expect(await newestNotification(people[otherSide(side)])).toMatchObject({ kind: 'claimer_coming' });
    },
  );
});

describe('"On my way"', () => {
  test.each(KINDS_AND_SIDES)(
    'is said once in a %s by the %s, from the meeting time on',
    async (kind, side) => {
      const scene = await opened(kind);
      const [column, others] =
        side === 'giver'
          ? (['giverOnMyWayAt', 'receiverOnMyWayAt'] as const)
          : (['receiverOnMyWayAt', 'giverOnMyWayAt'] as const);
      await agreeOn(scene, 120);
      clock.forward(HOUR_MS);
      expect(await refusalOf(sayOnMyWay(scene, side))).toMatchObject({
        status: 409,
        key: 'too-early.say-on-my-way',
        params: { waitMs: HOUR_MS },
        retryAfterSeconds: 3600,
      });
      await moveTo(scene, 0);
      const said = await sayOnMyWay(scene, side);
      expect(said).toMatchObject({ status: 'open', [column]: clock.now().toISOString(), [others]: null });
      expect(await newestNotification(scene.people[otherSide(side)])).toMatchObject({ kind: 'on_my_way' });
      clock.forward(MINUTE_MS);
      expect(await sayOnMyWay(scene, side)).toEqual(said);
      expect((await eventsOf(scene)).filter(([event]) => event === 'on_my_way')).toEqual([
        ['on_my_way', side],
      ]);
    },
  );

  test('holds off the other’s report for 20 minutes, once', async () => {
    const scene = await opened();
    await agreeOn(scene, 60);
    await askAtMeeting(scene);
    await moveTo(scene, 29);
    await sayOnMyWay(scene, 'receiver');
    await moveTo(scene, 40);
    // a repetition gains nothing
    await sayOnMyWay(scene, 'receiver');
    await moveTo(scene, 48);
    expect(await refusalOf(reportNoShow(scene))).toMatchObject({
      key: 'too-early.report-no-show',
      params: { waitMs: MINUTE_MS },
      retryAfterSeconds: 60,
    });
    await moveTo(scene, 49);
    expect(await reportNoShow(scene)).toMatchObject({ status: 'no_show' });
  });
});
