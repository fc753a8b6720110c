import { t } from '@lingui/core/macro';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { paths } from '#web/lib/paths.ts';

/** What happened, in one sentence. */
export function notificationSentence({ kind, actor, listingTitle }: Notification): string {
  const who = actor?.displayName ?? t`Somebody`;
  const what = listingTitle ?? t`your food`;
  switch (kind) {
    case 'listing_claimed':
      return t`${who} claimed “${what}”. Agree on the pickup by message.`;
    case 'claim_released':
      return t`${who} let “${what}” go.`;
    case 'claim_no_food':
      return t`${who} came for “${what}”, and there was none. It is not offered again.`;
    case 'claim_no_show':
      return t`${who} says that you did not come for “${what}”. If you did, you can object.`;
    case 'claim_lapsed':
      return t`Nobody said whether “${what}” changed hands, so this pickup is over.`;
    case 'claim_disputed':
      return t`${who} objects to what was said about “${what}”.`;
    case 'claimer_coming':
      return t`${who} can still make it to pick up “${what}”.`;
    case 'pickup_soon':
      return t`“${what}” is to be picked up soon.`;
    case 'handover_question':
      return t`Did “${what}” change hands?`;
    case 'place_shared':
      return t`${who} shared the pickup address of “${what}” with you.`;
    case 'handover_confirmed':
      return t`${who} says that “${what}” changed hands. Please confirm.`;
    case 'handover_completed':
      return t`“${what}” has found its table. Thank you!`;
    case 'message_received':
      return t`${who} wrote to you about “${what}”.`;
    case 'emergency_alert':
      return t`Somebody near you needs food: “${what}”.`;
    case 'request_matched':
      return t`${who} helps with “${what}”. Agree by message on how you get it.`;
    case 'request_released':
      return actor ? t`${who} let the help with “${what}” go.` : t`Nobody helps with “${what}” any more.`;
    case 'request_cancelled':
      return t`${who} does not need “${what}” any more. Thank you for offering.`;
    case 'request_expired':
      return t`Nobody could help with “${what}” in time. You can ask again.`;
    case 'request_confirmed':
      return t`${who} says that the food for “${what}” changed hands. Please confirm.`;
    case 'request_fulfilled':
      return t`The food for “${what}” changed hands.`;
    default:
      return kind satisfies never;
  }
}

/** The URL of a notification's subject. */
export function notificationPath({ kind, subject }: Notification): string {
  switch (subject.type) {
    case 'listing':
      return paths.listing(subject.id);
    case 'claim':
      return paths.claim(subject.id);
    case 'conversation':
      return paths.conversation(subject.id);
    case 'request':
      if (kind === 'emergency_alert') return paths.emergency(subject.id);
      // There is no conversation: the person may ask again.
      return kind === 'request_expired' ? paths.requests : paths.help(subject.id);
    default:
      return subject.type satisfies never;
  }
}
