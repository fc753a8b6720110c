import { t } from '@lingui/core/macro';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';

/**
 * An event of the claim or request, in the past tense, so that it stays true later. `isMine` is whether the reader
 * caused it. Actions stand beside the sentence, not in it.
 */
export function eventSentence(event: MessageEvent, isMine: boolean, name: string): string {
  const words: Readonly<Record<MessageEvent, () => string>> = {
    claimed: () => (isMine ? t`You claimed this food.` : t`${name} claimed this food.`),
    place_shared: () => (isMine ? t`You shared your address.` : t`${name} shared the address.`),
    coming: () => (isMine ? t`You said that you are coming.` : t`${name} can still make it.`),
    released: () => (isMine ? t`You let this pickup go.` : t`${name} let this pickup go.`),
    handover_confirmed: () =>
      isMine ? t`You said that the food was handed over.` : t`${name} says that the food was handed over.`,
    completed: () => t`The food was handed over. Thank you both.`,
    no_food: () => (isMine ? t`You said that there was no food.` : t`${name} says that there was no food.`),
    no_show: () => (isMine ? t`You said that nobody came.` : t`${name} says that nobody came.`),
    completed_alone: () => t`Nobody objected, so this counts as handed over.`,
    lapsed: () => t`Time ran out before anybody confirmed the handover.`,
    disputed: () =>
      isMine
        ? t`You objected. The people who run this community will look at it.`
        : t`${name} objects. The people who run this community will look at it.`,
    removed: () => t`The people who run this community removed a message.`,
    account_closed: () => t`This account was closed.`,
    request_matched: () =>
      isMine ? t`You said that you help with this.` : t`${name} helps with this. Agree here on how.`,
    meeting_point_named: () =>
      isMine ? t`You named a public place to meet.` : t`${name} named a public place to meet.`,
    helper_silent: () => t`Nothing was heard for two hours, so this is open to others again.`,
    request_cancelled: () =>
      isMine ? t`You took your request back.` : t`${name} took the request back. Thank you for offering.`,
  };
  return words[event]();
}
