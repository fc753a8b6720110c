import { openAccounts } from '#server/features/accounts/profile/person-queries.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { hasOpenHandover } from '#server/features/handovers/handovers.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as blocks from '#server/features/moderation/blocks/blocks.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import type { RequestRow } from '../requests/requests.store.ts';
import { type MatchRow, selectEndedInSilence } from './matches.store.ts';

/* A match that ended in silence, or an offer beside one, leaves its conversation open while the request is open: both
 * sides may still write. */

/** Opens the conversations of requester and silent helpers until the reopened request ends. */
export async function openWaitingConversations(tx: TxContext, row: RequestRow): Promise<void> {
  for (const { conversation_id } of await waitingMatches(tx, row.id))
    await messaging.keepConversationOpen(tx, conversation_id, row.expires_at);
}

/**
 * Closes these conversations, at `at` or now: the request has another helper, or has ended. Those of known people stay
 * open beside a helper who is not known.
 */
export async function closeWaitingConversations(
  tx: TxContext,
  requestId: string,
  helperId: string | null = null,
  at: Date = tx.clock.now(),
): Promise<void> {
  const waiting = await waitingMatches(tx, requestId);
  const trust = await trustOf(tx, [
    ...waiting.map(({ helper_id }) => helper_id),
    ...(helperId ? [helperId] : []),
  ]);
  const staysOpen = (id: string): boolean =>
    helperId !== null && trust.get(helperId) !== 'known' && trust.get(id) === 'known';
  for (const { conversation_id, helper_id } of waiting)
    if (!staysOpen(helper_id)) await messaging.closeConversation(tx, conversation_id, at);
}

/**
 * In the order of locks; without conversations in which the two have food to hand over, those of closed accounts, and
 * those across a block.
 */
async function waitingMatches(tx: TxContext, requestId: string): Promise<MatchRow[]> {
  const silent = await selectEndedInSilence(tx.db, [requestId]);
  const present = await openAccounts(
    tx,
    silent.map(({ helper_id }) => helper_id),
  );
  const waiting: MatchRow[] = [];
  const isAcrossBlock = ({ helper_id, requester_id, conversation_id }: MatchRow): Promise<boolean> =>
    blocks.isAcrossBlock(tx, helper_id, { id: conversation_id, otherId: requester_id });
  for (const match of silent.toSorted((a, b) => (a.conversation_id < b.conversation_id ? -1 : 1)))
    if (
      present.has(match.helper_id) &&
      !(await isAcrossBlock(match)) &&
      !(await hasOpenHandover(tx, match.conversation_id))
    )
      waiting.push(match);
  return waiting;
}
