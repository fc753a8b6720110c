import { describe, expect, test } from 'vitest';
import { messageEvidence, removeMessage } from '#server/features/messaging/messages/report-evidence.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  HANDOVER_KINDS,
  type HandoverKind,
  type HandoverScene,
  handoversFixture,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import { completeHandover, disputeHandover } from './handover-actions.ts';
import { thankForHandover } from './after-handover.ts';
import { closePerson, exportPerson } from '#server/features/messaging/messaging.service.ts';

const { ctx, clock, eventsOf, newestNotification, notificationsOf, opened, seenBy } =
  await handoversFixture();

async function completed(kind: HandoverKind = 'claim'): Promise<HandoverScene> {
  const scene = await opened(kind);
  await completeHandover(ctx, scene.receiver, scene.id);
  await completeHandover(ctx, scene.giver, scene.id);
  return scene;
}
const thank = ({ receiver, id }: HandoverScene, note?: string) => thankForHandover(ctx, receiver, id, note);
const thanksIn = async ({ giver, conversationId }: HandoverScene) => {
  const page = await messaging.listMessages(ctx, giver, conversationId, { limit: 50, cursor: null });
  return page.messages.filter(({ event }) => event === 'thanked' || event === 'removed');
};

describe('thanks', () => {
  test.each(HANDOVER_KINDS)(
    'for a %s reach the giver with their note, in the conversation and the bell',
    async (kind) => {
      const scene = await completed(kind);
      const thanked = await thank(scene, 'The kids loved it');
      expect(thanked).toMatchObject({ status: 'completed', thankedAt: clock.now().toISOString() });
      expect(await seenBy('giver', scene)).toMatchObject({ thankedAt: thanked.thankedAt });
      expect(await thanksIn(scene)).toMatchObject([
        { note: 'The kids loved it', senderId: scene.requestId ?? scene.receiver.userId },
      ]);
      expect(await newestNotification(scene.giver)).toMatchObject({
        kind: 'thanked',
        subject: { type: 'conversation', id: scene.conversationId },
      });
    },
  );

  test('are stored once for two taps or two tabs; the first note is kept', async () => {
    const scene = await completed();
    const answers = await Promise.all(['First', 'First', 'First'].map((note) => thank(scene, note)));
    clock.forward(1000);
    expect(await thank(scene, 'Second')).toEqual(answers[0]);
    expect((await thanksIn(scene)).map(({ note }) => note)).toEqual(['First']);
    const told = await notificationsOf(scene.giver);
    expect(told.filter(({ kind }) => kind === 'thanked')).toHaveLength(1);
  });

  test('are refused to the giver, before the food changed hands, and once one of them disagrees', async () => {
    const scene = await opened();
    expect(await refusalOf(thank(scene))).toMatchObject({ status: 409, code: 'not-handed-over' });
    expect(await refusalOf(thankForHandover(ctx, scene.giver, scene.id))).toMatchObject({
      status: 403,
      code: 'not-yours',
    });
    const disputed = await completed();
    await disputeHandover(ctx, disputed.giver, disputed.id);
    expect(await refusalOf(thank(disputed))).toMatchObject({ status: 409, code: 'not-handed-over' });
    expect((await eventsOf(disputed)).at(-1)).toEqual(['disputed', 'giver']);
  });

  test('are refused as a message is: across a block, and to a closed account', async () => {
    const blocked = await completed();
    await blockPerson(ctx, blocked.giver, blocked.receiver.userId);
    expect(await refusalOf(thank(blocked))).toMatchObject({ status: 409, code: 'conversation-closed' });
    const left = await completed();
    await inTransaction(ctx, (tx) => closePerson(tx, left.giver.userId));
    expect(await refusalOf(thank(left))).toMatchObject({ status: 409, code: 'conversation-closed' });
    for (const scene of [blocked, left])
      expect(await seenBy('receiver', scene)).toMatchObject({ thankedAt: null });
  });

  test('do not count in any figure', async () => {
    const scene = await completed();
    const before = await moderation.getPerson(ctx, scene.receiver, scene.giver.userId);
    await thank(scene, 'So kind');
    expect(await moderation.getPerson(ctx, scene.receiver, scene.giver.userId)).toEqual(before);
  });
});

describe('the note', () => {
  test('is only in the export of the person who wrote it', async () => {
    const scene = await completed();
    await thank(scene, 'For my own records');
    const writtenBy = async ({ userId }: { readonly userId: string }) =>
      (await exportPerson(ctx, userId)).flatMap(({ written }) => written.map(({ content }) => content));
    expect(await writtenBy(scene.receiver)).toEqual(['For my own records']);
    expect(await writtenBy(scene.giver)).toEqual([]);
  });

  test('can be reported and removed like a message; thanks without one cannot', async () => {
    const scene = await completed();
    await thank(scene, 'Something unkind');
    const [note] = await thanksIn(scene);
    const evidence = (id = '') => inTransaction(ctx, (tx) => messageEvidence(tx, id, scene.giver.userId));
    expect(await evidence(note?.id)).toMatchObject({
      aboutId: scene.receiver.userId,
      text: expect.stringContaining('Something unkind'),
    });
    expect(await inTransaction(ctx, (tx) => removeMessage(tx, note?.id ?? ''))).toBe(true);
    expect(await thanksIn(scene)).toMatchObject([{ event: 'removed', note: null }]);
    const silent = await completed();
    await thank(silent);
    const [wordless] = await thanksIn(silent);
    expect(await evidence(wordless?.id)).toBeNull();
  });
});
