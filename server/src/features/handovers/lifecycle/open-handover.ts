import { randomInt } from 'node:crypto';
import { postSystemMessage } from '#server/features/messaging/messages/send-message.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { announceChange } from '../handovers.events.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';

/**
 * Opens a handover in a conversation of the two, and posts it there. Undefined if they have one open there already. Its
 * owner stores its id before the transaction ends. `isOffer`: one that has ended, since another helps; its conversation
 * is open for as long as its owner says.
 */
export async function openHandover(
  tx: TxContext,
  opened: {
    readonly giverId: string;
    readonly receiverId: string;
    readonly conversationId: string;
    readonly windowFrom: Date;
    readonly windowUntil: Date;
    readonly event: 'claimed' | 'request_matched';
    readonly isOffer?: boolean;
  },
): Promise<HandoverRow | undefined> {
  const row = await store.insertHandover(tx.db, {
    id: tx.newId(),
    giver_id: opened.giverId,
    receiver_id: opened.receiverId,
    conversation_id: opened.conversationId,
    window_from: opened.windowFrom,
    window_until: opened.windowUntil,
    code: randomCode(),
    giver_confirmed_at: null,
    receiver_confirmed_at: null,
    created_at: tx.clock.now(),
    ...(opened.isOffer && { status: 'lapsed', release_reason: 'beside', ended_at: tx.clock.now() }),
  });
  if (!row) return undefined;
  const actorId = opened.event === 'claimed' ? opened.receiverId : opened.giverId;
  await postSystemMessage(tx, row.conversation_id, opened.event, actorId);
  await announceChange(tx, row);
  return row;
}

/** Moves the window of open handovers with that of their listing, which the transaction has locked. */
export async function moveWindows(
  tx: TxContext,
  handoverIds: readonly string[],
  window: { readonly from: Date; readonly until: Date },
): Promise<void> {
  await store.updateWindows(tx.db, handoverIds, { window_from: window.from, window_until: window.until });
}

/** Four unpredictable digits, for example "0042". */
const randomCode = (): string => String(randomInt(10_000)).padStart(4, '0');
