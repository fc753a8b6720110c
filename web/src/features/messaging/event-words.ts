import { t } from '@lingui/core/macro';
import type { MessageEvent } from '@openlarder/domain/messaging/message-contract.ts';

/** What happened to the claim, told to one of the two. `isMine` says whether it was their own doing. */
export function eventSentence(event: MessageEvent, isMine: boolean, name: string): string {
  const words: Readonly<Record<MessageEvent, () => string>> = {
    claimed: () => (isMine ? t`You claimed this food.` : t`${name} claimed this food.`),
    place_shared: () => (isMine ? t`You shared your address.` : t`${name} shared the address.`),
    released: () => (isMine ? t`You let this pickup go.` : t`${name} let this pickup go.`),
    handover_confirmed: () => (isMine ? t`You confirmed the handover.` : t`${name} confirmed the handover.`),
    completed: () => t`The food was handed over. Thank you both.`,
    account_closed: () => t`This account was closed.`,
  };
  return words[event]();
}
