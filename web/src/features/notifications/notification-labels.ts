import { plural, t } from '@lingui/core/macro';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { paths } from '#web/lib/paths.ts';

/** What happened, in one sentence. */
export function notificationSentence({ kind, subject, actor, listingTitle, servings }: Notification): string {
  const who = actor?.displayName ?? t`Someone`;
  const what = listingTitle ?? t`your food`;
  switch (kind) {
    case 'listing_claimed':
      return claimedSentence(who, what, servings);
    case 'claim_released':
      return t`${who} canceled the pickup of “${what}”.`;
    case 'claim_no_food':
      return t`${who} came for “${what}”, and it wasn't there. We won't offer it again.`;
    case 'claim_no_show':
      return t`${who} marked “${what}” as missed. If you were there, let us know.`;
    case 'claim_lapsed':
      return t`No one confirmed “${what}”, so we closed it.`;
    case 'claim_disputed':
      return t`${who} disagrees about “${what}”.`;
    case 'claimer_coming':
      return t`${who} can still pick up “${what}”.`;
    case 'time_proposed':
      return t`${who} proposed a time for “${what}”.`;
    case 'time_agreed':
      return t`You and ${who} agreed on a time for “${what}”.`;
    case 'on_my_way_question':
      return t`It's time for “${what}”. On your way, or there already?`;
    case 'on_my_way':
      return t`${who} is on the way, or already there: “${what}”.`;
    case 'pickup_soon':
      return t`“${what}” is coming up soon.`;
    case 'handover_question':
      return t`Did “${what}” get picked up?`;
    case 'place_shared':
      // a conversation: a public place was named, and the address stays private
      return subject.type === 'conversation'
        ? t`${who} named a place to meet for “${what}”.`
        : t`${who} shared the address for “${what}” with you.`;
    case 'handover_confirmed':
      return t`${who} says “${what}” was picked up. Is that right?`;
    case 'handover_completed':
      return t`“${what}” has found its table. Thank you!`;
    case 'listing_ending':
      return t`“${what}” ends soon and isn't all claimed. Extend the pickup, or mark it as gone.`;
    case 'food_ending_near':
      return t`“${what}” ends soon, close to you. Would you like it?`;
    case 'surplus_question':
      return t`Post “${what}” today? One tap is enough.`;
    case 'thanked':
      return t`${who} says thank you for “${what}”.`;
    case 'message_received':
      return t`${who} wrote to you about “${what}”.`;
    case 'emergency_alert':
      return t`Someone near you needs food: “${what}”.`;
    case 'request_matched':
      return t`${who} is helping with “${what}”. Plan it by message.`;
    case 'request_released':
      return actor ? t`${who} ended the match for “${what}”.` : t`The match for “${what}” has ended.`;
    case 'request_cancelled':
      return t`${who} doesn't need “${what}” anymore. Thank you for offering.`;
    case 'request_expired':
      return t`No one could help with “${what}” in time. You can ask again.`;
    case 'request_confirmed':
      return t`${who} says the food for “${what}” was handed over. Is that right?`;
    case 'request_fulfilled':
      return t`The food for “${what}” was handed over.`;
    default:
      return kind satisfies never;
  }
}

function claimedSentence(who: string, what: string, servings: Notification['servings']): string {
  if (servings === null) return t`${who} claimed “${what}”. Plan the pickup by message.`;
  const { claimed, shared } = servings;
  if (claimed < shared)
    return t`${who} claimed ${claimed} of ${shared} servings of “${what}”. Plan the pickup by message.`;
  return plural(shared, {
    one: `${who} claimed # serving of “${what}”. Plan the pickup by message.`,
    other: `${who} claimed all # servings of “${what}”. Plan the pickup by message.`,
  });
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
    case 'surplus':
      return paths.tab('share');
    default:
      return subject.type satisfies never;
  }
}
