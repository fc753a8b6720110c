import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { listConversations } from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { sendDueWaves } from '../alerts/alerts.ts';
import { matchRequest } from './match-request.ts';
import { expireRequests } from '../requests/end-request.ts';
import { cancelRequest } from '../requests/request-actions.ts';
import { getRequest, listActive } from '../requests/request-queries.ts';

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, ask, matched, listing } = fixture;

afterEach(async () => {
  await pool.query('update person set verified = false');
});

/** Time passes, and the tasks run. */
async function after(ms: number): Promise<void> {
  clock.forward(ms);
  await expireRequests(ctx);
}
const write = (who: TestCaller, conversationId: string, content = 'Hello?') =>
  sendMessage(ctx, who, conversationId, content);
const seenBy = (who: TestCaller, id: string) => getRequest(ctx, who, id);
const match = (who: TestCaller, id: string) => matchRequest(ctx, who, id);
const isReadOnly = async (who: TestCaller, conversationId: string) =>
  (await listConversations(ctx, who)).conversations.find(({ id }) => id === conversationId)?.readOnly;
const verify = (who: TestCaller) =>
  pool.query('update person set verified = true where id = $1', [who.userId]);

describe('a match that ended in silence', () => {
  it('leaves its conversation open to both, and shows the requester who waits for an answer', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await after(20 * MINUTE_MS);
    expect(await seenBy(requester, id)).toMatchObject({
      status: 'pending',
      match: null,
      waitingHelpers: [{ conversationId, helper: { id: helper.userId, displayName: 'Dora' } }],
    });
    expect(await seenBy(helper, id)).toMatchObject({ side: 'donor', earlierHelp: 'may-rejoin' });
    // others learn nothing of it
    expect(await seenBy(await donor(), id)).toMatchObject({ earlierHelp: null, waitingHelpers: [] });
    await write(helper, conversationId, 'Are you there?');
    await write(requester, conversationId, 'Yes, sorry!');
    expect((await notifications.listNotifications(ctx, helper)).notifications[0]).toMatchObject({
      kind: 'message_received',
    });
  });

  it('closes it when another donor helps, and opens it again when they let go', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await after(20 * MINUTE_MS);
    const other = await donor();
    await match(other, id);
    expect(await isReadOnly(helper, conversationId)).toBe(true);
    await expect(match(helper, id)).rejects.toMatchObject({ key: 'not-pending.matched' });
    await fixture.release(other, id);
    expect(await isReadOnly(helper, conversationId)).toBe(false);
    expect((await match(helper, id)).side).toBe('helper');
    await cancelRequest(ctx, requester, id);
    expect(await isReadOnly(helper, conversationId)).toBe(true);
  });

  it.each(['cancelled', 'expired'] as const)('closes it when the request is %s', async (end) => {
    const { requester, helper, id, conversationId } = await matched();
    await after(20 * MINUTE_MS);
    if (end === 'cancelled') await cancelRequest(ctx, requester, id);
    else await after(DAY_MS);
    expect((await seenBy(requester, id)).status).toBe(end);
    for (const who of [requester, helper]) expect(await isReadOnly(who, conversationId)).toBe(true);
  });

  it('may be rejoined in its conversation, without counting', async () => {
    const { helper, id, conversationId } = await matched();
    await after(20 * MINUTE_MS);
    // the rest of the day's three
    for (let nth = 0; nth < 2; nth++) {
      const { id: other } = await ask(await person());
      await match(helper, other);
      await fixture.release(helper, other);
    }
    expect(await match(helper, id)).toMatchObject({ side: 'helper', match: { conversationId } });
    const { id: fourth } = await ask(await person());
    await expect(match(helper, fourth)).rejects.toMatchObject({ code: 'match-limit' });
  });

  it('may be rejoined once without an answer, for twenty minutes', async () => {
    const { helper, requester, id, conversationId } = await matched();
    await verify(helper);
    await write(helper, conversationId);
    await after(2 * HOUR_MS);
    await match(helper, id);
    await write(helper, conversationId);
    await after(20 * MINUTE_MS);
    expect(await seenBy(requester, id)).toMatchObject({ status: 'pending', match: null });
    expect(await seenBy(helper, id)).toMatchObject({ earlierHelp: 'over' });
    await expect(match(helper, id)).rejects.toMatchObject({ code: 'already-helped' });
    // her answer allows a rejoin, which then stays
    await write(requester, conversationId, 'I am here now');
    expect(await seenBy(helper, id)).toMatchObject({ earlierHelp: 'may-rejoin' });
    await match(helper, id);
    await write(helper, conversationId, 'On my way');
    await after(10 * HOUR_MS);
    expect((await seenBy(requester, id)).status).toBe('matched');
  });

  it('may be rejoined without the listing, and her answer counts in either conversation', async () => {
    const [requester, helper] = [await person(), await donor()];
    const soup = await listing(helper);
    await verify(helper);
    const { id } = await ask(requester);
    const first = await matchRequest(ctx, helper, id, { listingId: soup.id, servings: 2 });
    await after(20 * MINUTE_MS);
    await write(requester, first.match?.conversationId ?? '', 'I am here');
    const second = await match(helper, id);
    expect(second.match?.conversationId).not.toBe(first.match?.conversationId);
    await write(helper, second.match?.conversationId ?? '');
    expect((await seenBy(requester, id)).match?.silentAt).toBeNull();
  });

  it('cannot be rejoined by a helper who was blocked since', async () => {
    const { requester, helper, id } = await matched();
    await after(20 * MINUTE_MS);
    await moderation.blockPerson(ctx, requester, helper.userId);
    expect((await seenBy(requester, id)).waitingHelpers).toEqual([]);
    await expect(match(helper, id)).rejects.toMatchObject({ key: 'not-pending.matched' });
  });
});

describe('a person in need at 23:50, whose phone stays unread for two hours', () => {
  it('has two helpers waiting when she comes back, and gets the first by one message', async () => {
    const first = await matched();
    const { requester, id, conversationId } = first;
    await write(first.helper, conversationId, 'I have soup, shall I come now?');
    await after(2 * HOUR_MS);
    const second = await donor();
    const { match: seconds } = await match(second, id);
    await write(second, seconds?.conversationId ?? '', 'I have bread');
    await after(2 * HOUR_MS);
    expect((await seenBy(requester, id)).waitingHelpers.map((one) => one.conversationId)).toEqual([
      conversationId,
      seconds?.conversationId,
    ]);
    await write(requester, conversationId, 'Yes please, I was asleep');
    const rejoined = await match(first.helper, id);
    expect(rejoined).toMatchObject({ status: 'matched', side: 'helper', match: { conversationId } });
    await fixture.confirm(first.helper, id);
    await fixture.confirm(requester, id);
    expect((await seenBy(requester, id)).status).toBe('fulfilled');
    expect(await isReadOnly(second, seconds?.conversationId ?? '')).toBe(true);
  });
});

describe('a request that a helper leaves without food', () => {
  const TURN_MS = 30 * MINUTE_MS;
  const isListedTo = async (who: TestCaller, id: string) =>
    (await listActive(ctx, who)).some((request) => request.id === id);

  /** Matches and writes, until the match ends: in silence, or let go. */
  async function leave(helper: TestCaller, id: string, how: 'in silence' | 'let go'): Promise<void> {
    const { match: made } = await match(helper, id);
    await write(helper, made?.conversationId ?? '');
    if (how === 'let go') await fixture.release(helper, id);
    else await after(20 * MINUTE_MS);
  }

  it.each(['in silence', 'let go'] as const)(
    'is known donors’ alone for half an hour if left %s, then everyone’s for as long at least',
    async (how) => {
      const [requester, known] = [await person(), await donor()];
      const [first, second, third] = [await donor(), await donor(), await donor()];
      await verify(known);
      const { id } = await ask(requester);
      await leave(first, id, how);
      await expect(match(second, id)).rejects.toMatchObject({ status: 409, code: 'known-only' });
      expect(await isListedTo(second, id)).toBe(false);
      await expect(seenBy(second, id)).rejects.toMatchObject({ status: 404 });
      expect(await isListedTo(known, id)).toBe(true);
      await after(TURN_MS);
      expect(await isListedTo(second, id)).toBe(true);
      // who takes and leaves it in everyone's turn does not end that
      await leave(second, id, 'let go');
      expect(await isListedTo(third, id)).toBe(true);
      await after(TURN_MS);
      await leave(third, id, 'let go');
      expect(await isListedTo(await donor(), id)).toBe(false);
      expect((await match(known, id)).side).toBe('helper');
    },
  );

  it('alerts all known donors together, and the others in waves when it is their turn', async () => {
    const [known, another, neighbor] = [await donor(), await donor(), await donor()];
    for (const who of [known, another]) await verify(who);
    const { id } = await ask(await person());
    await leave(await donor(), id, 'let go');
    const isAlerted = async (who: TestCaller) => (await seenBy(who, id)).alertedAt !== null;
    expect([await isAlerted(known), await isAlerted(another)]).toEqual([true, true]);
    await after(TURN_MS);
    expect(await isAlerted(neighbor)).toBe(false);
    await sendDueWaves(ctx);
    expect(await isAlerted(neighbor)).toBe(true);
  });

  it('may be rejoined in their turn by whom she answers', async () => {
    const [requester, known, helper] = [await person(), await donor(), await donor()];
    await verify(known);
    const { id } = await ask(requester);
    await leave(helper, id, 'in silence');
    await expect(match(helper, id)).rejects.toMatchObject({ code: 'known-only' });
    const [waiting] = (await seenBy(requester, id)).waitingHelpers;
    await write(requester, waiting?.conversationId ?? '', 'I am here');
    expect((await match(helper, id)).side).toBe('helper');
  });

  it('stays everyone’s if she lets the helper go', async () => {
    const [requester, known, helper] = [await person(), await donor(), await donor()];
    await verify(known);
    const { id } = await ask(requester);
    await match(helper, id);
    await fixture.release(requester, id);
    expect((await match(await donor(), id)).side).toBe('helper');
  });

  it('is not held by the words of a helper who is not known, only by hers, and by an agreed time', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await write(helper, conversationId);
    expect((await seenBy(helper, id)).match).toMatchObject({ needs: 'answer' });
    await write(requester, conversationId, 'Yes, please');
    await after(2 * HOUR_MS - MINUTE_MS);
    await write(helper, conversationId, 'Soon');
    expect((await seenBy(helper, id)).match).toMatchObject({ needs: 'time' });
    await after(2 * MINUTE_MS);
    expect((await seenBy(requester, id)).status).toBe('pending');
    const again = await match(helper, id);
    const time = new Date(clock.at + HOUR_MS);
    await proposeTime(ctx, helper, again.match?.handover.id ?? '', time);
    await acceptTime(ctx, requester, again.match?.handover.id ?? '', time);
    expect((await seenBy(helper, id)).match).toMatchObject({ needs: null, silentAt: null });
    await after(3 * HOUR_MS);
    expect((await seenBy(requester, id)).status).toBe('matched');
  });
});
