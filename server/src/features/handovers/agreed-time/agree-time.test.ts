import { otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_UNANSWERED_MESSAGES } from '@openlarder/domain/messaging/unanswered-limit.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import {
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import { acceptTime, proposeTime } from './agree-time.ts';

const fixture = await handoversFixture();
const { ctx, clock, eventsOf, newestNotification, notificationsOf, opened, pool, seenBy } = fixture;

afterEach(() => {
  clock.forward(MINUTE_MS);
});

const inHours = (hours: number): Date => new Date(clock.at + hours * HOUR_MS);
const propose = ({ people, id }: HandoverScene, side: 'giver' | 'receiver', time: Date) =>
  proposeTime(ctx, people[side], id, time);
const accept = ({ people, id }: HandoverScene, side: 'giver' | 'receiver', time: Date) =>
  acceptTime(ctx, people[side], id, time);
const times = async (scene: HandoverScene) => {
  const { agreedTime, proposal } = await seenBy('giver', scene);
  return { agreed: agreedTime, proposed: proposal?.time ?? null };
};

describe('a time', () => {
  test.each(KINDS_AND_SIDES)(
    'of a %s that the %s proposes counts once the other accepts it',
    async (kind, side) => {
      const scene = await opened(kind);
      const { people } = scene;
      const [proposer, other] = [people[side], people[otherSide(side)]];
      const time = inHours(3);
      const proposal = { time: time.toISOString(), by: side };
      expect(await propose(scene, side, time)).toMatchObject({ agreedTime: null, proposal });
      expect(await seenBy(otherSide(side), scene)).toMatchObject({ agreedTime: null, proposal });
      const subject =
        scene.claimId === null
          ? { type: 'request', id: scene.requestId }
          : { type: 'claim', id: scene.claimId };
      expect(await newestNotification(other)).toMatchObject({
        kind: 'time_proposed',
        subject,
        actor: { displayName: side === 'giver' ? 'Dora' : kind === 'claim' ? 'Ben' : 'A neighbor' },
      });
      clock.forward(MINUTE_MS);
      const agreed = { agreedTime: time.toISOString(), proposal: null };
      expect(await accept(scene, otherSide(side), time)).toMatchObject(agreed);
      expect(await seenBy(side, scene)).toMatchObject(agreed);
      expect(await newestNotification(proposer)).toMatchObject({ kind: 'time_agreed', subject });
      expect((await eventsOf(scene)).slice(-2)).toEqual([
        ['time_proposed', side],
        ['time_agreed', otherSide(side)],
      ]);
      const { messages } = await messaging.listMessages(ctx, other, scene.conversationId, {
        limit: 2,
        cursor: null,
      });
      expect(messages.map(({ eventTime }) => eventTime)).toEqual([time.toISOString(), time.toISOString()]);
    },
  );

  test('is proposed twenty times at most to who does not answer, and is one in their bell while unread', async () => {
    const scene = await opened('claim');
    const { people } = scene;
    for (let nth = 0; nth < MAX_UNANSWERED_MESSAGES; nth++) {
      await propose(scene, 'receiver', new Date(clock.at + HOUR_MS + nth * MINUTE_MS));
      clock.forward(MINUTE_MS / 2);
    }
    const proposed = async () =>
      (await notificationsOf(people.giver)).filter(({ kind }) => kind === 'time_proposed').length;
    expect(await proposed()).toBe(1);
    const late = propose(scene, 'receiver', inHours(3));
    expect(await refusalOf(late)).toMatchObject({ status: 429, code: 'wait-for-answer' });
    await propose(scene, 'giver', inHours(2));
    await propose(scene, 'receiver', inHours(3));
    expect(await times(scene)).toMatchObject({ proposed: inHours(3).toISOString() });
  });

  test('is announced live to both with every step', async () => {
    const scene = await opened();
    const { rows: before } = await pool.query('select max(number) from live_event');
    const time = inHours(2);
    await propose(scene, 'giver', time);
    await accept(scene, 'receiver', time);
    const { rows } = await pool.query(
      `select payload->'people' as people from live_event where kind = 'handover_changed' and number > $1`,
      [before[0].max],
    );
    expect(rows).toEqual(Array(2).fill({ people: [scene.giver.userId, scene.receiver.userId] }));
  });

  test('is to the minute, and proposing or accepting it again changes nothing', async () => {
    const scene = await opened();
    const [minute, exact] = [inHours(3), new Date(inHours(3).getTime() + 42_195)];
    const proposed = await propose(scene, 'giver', exact);
    expect(proposed.proposal?.time).toBe(minute.toISOString());
    expect(await propose(scene, 'giver', minute)).toEqual(proposed);
    const agreed = await accept(scene, 'receiver', exact);
    expect(await accept(scene, 'receiver', minute)).toEqual(agreed);
    expect((await accept(scene, 'giver', minute)).agreedTime).toBe(agreed.agreedTime);
    expect((await propose(scene, 'giver', minute)).agreedTime).toBe(agreed.agreedTime);
    expect(await eventsOf(scene)).toEqual([
      ['claimed', 'receiver'],
      ['time_proposed', 'giver'],
      ['time_agreed', 'receiver'],
    ]);
    for (const who of [scene.giver, scene.receiver])
      expect((await notificationsOf(who)).filter(({ kind }) => kind.startsWith('time_'))).toHaveLength(1);
  });

  test('proposed instead replaces the proposal, which cannot be accepted any more', async () => {
    const scene = await opened();
    const [first, second] = [inHours(3), inHours(4)];
    await propose(scene, 'giver', first);
    await propose(scene, 'giver', second);
    expect(await refusalOf(accept(scene, 'receiver', first))).toMatchObject({
      status: 409,
      key: 'nothing-proposed',
    });
    // a proposal of one's own answers the other's
    const third = inHours(5);
    expect(await propose(scene, 'receiver', third)).toMatchObject({
      proposal: { time: third.toISOString(), by: 'receiver' },
    });
    expect(await refusalOf(accept(scene, 'receiver', third))).toMatchObject({ code: 'nothing-proposed' });
    expect(await accept(scene, 'giver', third)).toMatchObject({ agreedTime: third.toISOString() });
  });

  test('that is agreed stands while a change is proposed, and until the other accepts it', async () => {
    const scene = await opened();
    const [first, second] = [inHours(3), inHours(4)];
    await propose(scene, 'giver', first);
    await accept(scene, 'receiver', first);
    await propose(scene, 'receiver', second);
    expect(await times(scene)).toEqual({ agreed: first.toISOString(), proposed: second.toISOString() });
    await accept(scene, 'giver', second);
    expect(await times(scene)).toEqual({ agreed: second.toISOString(), proposed: null });
  });

  test.each(['giver', 'receiver'] as const)(
    'that is agreed and proposed again, by the %s, takes back a proposed change',
    async (side) => {
      const scene = await opened();
      const [agreed, changed] = [inHours(3), inHours(4)];
      await propose(scene, 'giver', agreed);
      await accept(scene, 'receiver', agreed);
      await propose(scene, 'receiver', changed);
      await propose(scene, side, agreed);
      expect(await times(scene)).toEqual({ agreed: agreed.toISOString(), proposed: null });
      expect((await eventsOf(scene)).at(-1)).toEqual(['time_agreed', side]);
      expect(await refusalOf(accept(scene, 'giver', changed))).toMatchObject({ code: 'nothing-proposed' });
    },
  );
});

describe('the following is refused:', () => {
  test('accepting a time that is too late for a shortened window', async () => {
    const scene = await opened('claim', { estimatedServings: 8 });
    const time = new Date(clock.at + 30 * HOUR_MS);
    await propose(scene, 'giver', time);
    await pool.query('update handover set window_until = $2 where id = $1', [scene.id, inHours(5)]);
    expect(await refusalOf(accept(scene, 'receiver', time))).toMatchObject({ status: 409, code: 'too-late' });
  });
});

test('an edited window of a listing moves the handover’s; an agreed time stays', async () => {
  const scene = await opened('claim', {}, 1);
  const agreed = await fixture.agreeOn(scene, 60);
  const claim = await getClaim(ctx, scene.giver, scene.claimId ?? '');
  const until = inHours(10).toISOString();
  await changeListing(ctx, scene.giver, claim.listing.id, { availableUntil: until });
  expect(await seenBy('receiver', scene)).toMatchObject({
    windowUntil: until,
    agreedTime: agreed.toISOString(),
  });
});
