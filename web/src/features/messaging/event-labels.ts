import { t } from '@lingui/core/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { correctionWords } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatDayTime } from '#web/lib/format.ts';

export type EventMessage = Pick<Message, 'eventTime' | 'createdAt' | 'note' | 'correction'> & {
  readonly event: MessageEvent;
};

/** In the past tense, so that it stays true later; `isMine` if the reader caused it. */
export function eventSentence(message: EventMessage, isMine: boolean, name: string, nowMs: number): string {
  const when = formatDayTime(message.eventTime ?? message.createdAt, nowMs);
  const words: Readonly<Record<MessageEvent, () => string>> = {
    claimed: () => (isMine ? t`You claimed this food.` : t`${name} claimed this food.`),
    place_shared: () => (isMine ? t`You shared your address.` : t`${name} shared the address.`),
    coming: () => (isMine ? t`You said you're coming.` : t`${name} can still make it.`),
    time_proposed: () => (isMine ? t`You proposed ${when}.` : t`${name} proposed ${when}.`),
    time_agreed: () => t`You both agreed on ${when}.`,
    on_my_way: () =>
      isMine ? t`You said you're on your way, or there.` : t`${name} is on the way, or already there.`,
    stopped_waiting: () => (isMine ? t`You stopped waiting.` : t`${name} stopped waiting.`),
    released: () => (isMine ? t`You canceled this.` : t`${name} canceled this.`),
    handover_confirmed: () =>
      isMine ? t`You said the food was handed over.` : t`${name} says the food was handed over.`,
    completed: () => t`The food was handed over. Thank you both.`,
    no_food: () => (isMine ? t`You said the food wasn't there.` : t`${name} says the food wasn't there.`),
    no_show: () => (isMine ? t`You marked this as missed.` : t`${name} marked this as missed.`),
    completed_alone: () => t`No one disagreed, so this counts as handed over.`,
    lapsed: () => t`No one confirmed this pickup, so we closed it.`,
    disputed: () =>
      isMine
        ? t`You disagreed. An organizer will take a look.`
        : t`${name} disagrees. An organizer will take a look.`,
    thanked: () => thanksSentence(message.note, isMine, name),
    removed: () => t`An organizer removed a message.`,
    account_closed: () => t`This account was closed.`,
    request_matched: () =>
      isMine ? t`You offered to help with this.` : t`${name} offered to help. Plan it here.`,
    meeting_point_named: () =>
      isMine ? t`You named a public place to meet.` : t`${name} named a public place to meet.`,
    helper_silent: () =>
      t`You two hadn't both written yet, so others can help now too. You can still write here.`,
    request_cancelled: () =>
      isMine ? t`You canceled your request.` : t`${name} canceled the request. Thank you for offering.`,
    food_corrected: () => correctionSentence(message.correction, isMine, name),
    name_told: () => (isMine ? t`You told ${name} your name.` : t`${name} told you their name.`),
  };
  return words[message.event]();
}

function correctionSentence(correction: Message['correction'], isMine: boolean, name: string): string {
  const changes = correctionWords(correction);
  if (isMine)
    return changes ? t`You corrected this food: it ${changes}.` : t`You corrected details of this food.`;
  return changes
    ? t`${name} corrected this food: it ${changes}. Please check before you eat. You can cancel, and it won't count.`
    : t`${name} corrected details of this food. Please check before you eat. You can cancel, and it won't count.`;
}

function thanksSentence(note: string | null, isMine: boolean, name: string): string {
  if (note === null) return isMine ? t`You said thank you.` : t`${name} says thank you.`;
  return isMine ? t`You said thank you: “${note}”` : t`${name} says thank you: “${note}”`;
}
