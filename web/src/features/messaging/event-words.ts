import { t } from '@lingui/core/macro';
import type { MessageEvent } from '@openlarder/domain/messaging/message-contract.ts';

/** What happened to the claim, told to one of the two. `isMine` says whether it was their own doing. */
export function eventSentence(event: MessageEvent, isMine: boolean, name: string): string {
  const words: Readonly<Record<MessageEvent, () => string>> = {
    claimed: () => (isMine ? t`You claimed this food.` : t`${name} claimed this food.`),
    place_shared: () => (isMine ? t`You shared your address.` : t`${name} shared the address.`),
    coming: () => (isMine ? t`You can still make it.` : t`${name} can still make it.`),
    released: () => (isMine ? t`You let this pickup go.` : t`${name} let this pickup go.`),
    handover_confirmed: () => (isMine ? t`You confirmed the handover.` : t`${name} confirmed the handover.`),
    completed: () => t`The food was handed over. Thank you both.`,
    no_food: () => (isMine ? t`You said that there was no food.` : t`${name} says that there was no food.`),
    no_show: () =>
      isMine
        ? t`You said that nobody came.`
        : t`${name} says that you did not come. You can object if that is not so.`,
    completed_alone: () => t`Nobody objected, so this counts as handed over.`,
    lapsed: () => t`Time ran out before anybody confirmed the handover.`,
    disputed: () => (isMine ? t`You objected. Thank you for telling us.` : t`${name} objects to this.`),
    removed: () => t`This message was removed.`,
    account_closed: () => t`This account was closed.`,
  };
  return words[event]();
}
