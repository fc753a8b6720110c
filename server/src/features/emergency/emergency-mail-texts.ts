import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** Never the name of a requester before a match, and never the place. `request_released_alone` is a match ended by a timeout. */
export const emergencyMailTexts = textTable('notification-mail', {
  'emergency_alert.subject': 'Someone near you needs food',
  'emergency_alert.text':
    "{titled, select, no {Someone near you needs food. If you can help, please let them know. If you can't, that's OK: we're asking other neighbors, too.} other {Someone near you needs food: {title}. If you can help, please let them know. If you can't, that's OK: we're asking other neighbors, too.}}",
  'emergency_alert.open': 'See the request',
  'request_matched.subject': '{who} wants to help you',
  'request_matched.text':
    '{titled, select, no {{who} wants to help you. Say hello soon to settle it, and plan when and where to meet. Your address stays private until you share it.} other {{who} wants to help you with {title}. Say hello soon to settle it, and plan when and where to meet. Your address stays private until you share it.}}',
  'request_matched.open': 'Say hello',
  'request_released.subject':
    '{titled, select, no {{who} ended the match} other {{who} ended the match for {title}}}',
  'request_released.text':
    "{titled, select, no {{who} ended the match for your request. While there's time, we'll ask other neighbors.} other {{who} ended the match for {title}. While there's time, we'll ask other neighbors.}}",
  'request_released.open': 'See what happened',
  'request_released_alone.subject':
    '{titled, select, no {A match has ended} other {The match for {title} has ended}}',
  'request_released_alone.text':
    "{titled, select, no {The match has ended, and no food was handed over. While there's time, we'll ask other neighbors.} other {The match for {title} has ended, and no food was handed over. While there's time, we'll ask other neighbors.}}",
  'request_released_alone.open': 'See what happened',
  'request_cancelled.subject': "{who} doesn't need your help anymore",
  'request_cancelled.text':
    "{titled, select, no {{who} doesn't need your help anymore. Thank you for offering.} other {{who} doesn't need your help with {title} anymore. Thank you for offering.}}",
  'request_cancelled.open': 'See what happened',
  'request_expired.subject': 'Your request for food has expired',
  'request_expired.text':
    "{titled, select, no {Your request was open for a day, and no one could bring food in time. We're sorry. If you still need food, you can ask again.} other {Your request {title} was open for a day, and no one could bring food in time. We're sorry. If you still need food, you can ask again.}}",
  'request_expired.open': 'Ask again',
  'request_confirmed.subject': '{who} says the food was handed over',
  'request_confirmed.text':
    '{titled, select, no {{who} says the food was handed over. Is that right?} other {{who} says the food for {title} was handed over. Is that right?}}',
  'request_confirmed.open': 'Confirm the handover',
  'request_fulfilled.subject': 'The food has found its table',
  'request_fulfilled.text':
    '{titled, select, no {The food has found its table. Thank you!} other {The food for {title} has found its table. Thank you!}}',
  'request_fulfilled.open': 'See the request',
});
