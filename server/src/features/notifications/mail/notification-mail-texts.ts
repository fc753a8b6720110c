import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/**
 * The mails about notifications: for each kind the subject line, the text, and the label of the button. `{who}` is a
 * first name, or "Someone" where it begins the sentence; `{title}` is a title in quotes, absent if `titled` is `no`.
 */
export const notificationMailTexts = textTable('notification-mail', {
  // claims
  'listing_claimed.subject': '{titled, select, no {{who} claimed your food} other {{who} claimed {title}}}',
  'listing_claimed.text':
    '{titled, select, no {{who} claimed your food. Plan the pickup by message.} other {{who} claimed {title}. Plan the pickup by message.}}',
  'listing_claimed.open': 'See the claim',
  'part_claimed.subject':
    '{titled, select, no {{who} wants {claimed} of {shared} servings of your food} other {{who} wants {claimed} of {shared} servings of {title}}}',
  'part_claimed.text':
    '{titled, select, no {{who} claimed {claimed} of {shared} servings of your food. Plan the pickup by message.} other {{who} claimed {claimed} of {shared} servings of {title}. Plan the pickup by message.}}',
  'claim_released.subject':
    '{titled, select, no {{who} canceled a pickup} other {{who} canceled the pickup of {title}}}',
  'claim_released.text':
    "{titled, select, no {{who} canceled your pickup. You don't need to do anything.} other {{who} canceled the pickup of {title}. You don't need to do anything.}}",
  'claim_released.open': 'See what happened',
  'claim_no_food.subject':
    "{titled, select, no {{who} couldn't find your food} other {{who} couldn't find {title}}}",
  'claim_no_food.text':
    "{titled, select, no {{who} came for your food, and it wasn't there. We won't offer it again.} other {{who} came for {title}, and it wasn't there. We won't offer it again.}}",
  'claim_no_food.open': 'See what happened',
  'claim_no_show.subject':
    '{titled, select, no {{who} marked your pickup as missed} other {{who} marked {title} as missed}}',
  'claim_no_show.text':
    '{titled, select, no {{who} marked your pickup as missed. If you were there, let us know.} other {{who} marked your pickup of {title} as missed. If you were there, let us know.}}',
  'claim_no_show.open': 'See what happened',
  'claim_lapsed.subject': '{titled, select, no {We closed a pickup} other {We closed the pickup of {title}}}',
  'claim_lapsed.text':
    "{titled, select, no {No one confirmed your pickup, so we closed it. You don't need to do anything.} other {No one confirmed the pickup of {title}, so we closed it. You don't need to do anything.}}",
  'claim_lapsed.open': 'See the pickup',
  'claim_disputed.subject':
    '{titled, select, no {{who} disagrees about a pickup} other {{who} disagrees about {title}}}',
  'claim_disputed.text':
    '{titled, select, no {{who} disagrees about your pickup. An organizer will take a look.} other {{who} disagrees about {title}. An organizer will take a look.}}',
  'claim_disputed.open': 'See what happened',

  // pickups
  'claimer_coming.subject':
    '{titled, select, no {{who} can still make it} other {{who} can still pick up {title}}}',
  'claimer_coming.text':
    '{titled, select, no {{who} can still make it to your pickup.} other {{who} can still pick up {title}.}}',
  'claimer_coming.open': 'See the pickup',
  'listing_ending.subject': '{titled, select, no {Your food ends soon} other {{title} ends soon}}',
  'listing_ending.text':
    "{titled, select, no {Your food ends soon and isn't all claimed. Extend the pickup, or mark it as gone.} other {{title} ends soon and isn't all claimed. Extend the pickup, or mark it as gone.}}",
  'listing_ending.open': 'See your food',
  'food_ending_near.subject': '{titled, select, no {Food close to you ends soon} other {{title} ends soon}}',
  'food_ending_near.text':
    '{titled, select, no {Food close to you ends soon. Would you like it?} other {{title} ends soon, close to you. Would you like it?}}',
  'food_ending_near.open': 'See the food',
  'surplus_question.subject': '{titled, select, no {Post your surplus today?} other {Post {title} today?}}',
  'surplus_question.text':
    "{titled, select, no {It's time for your usual surplus. Post it with one tap, change the amount, or skip today.} other {It's time for {title}. Post it with one tap, change the amount, or skip today.}}",
  'surplus_question.open': 'Answer with one tap',
  'time_proposed.subject':
    '{titled, select, no {{who} proposed a time to meet} other {{who} proposed a time for {title}}}',
  'time_proposed.text':
    '{titled, select, no {{who} proposed a time to meet. Say yes with one tap, or suggest another time.} other {{who} proposed a time to meet for {title}. Say yes with one tap, or suggest another time.}}',
  'time_proposed.open': 'See the time',
  'time_agreed.subject': "{titled, select, no {It's set: you have a time to meet} other {It's set: {title}}}",
  'time_agreed.text':
    "{titled, select, no {{who} agreed to meet at that time. You're all set.} other {{who} agreed to the time for {title}. You're all set.}}",
  'time_agreed.open': 'See the time',
  'on_my_way_question.subject':
    "{titled, select, no {On your way?} other {On your way? It's time for {title}}}",
  'on_my_way_question.text':
    "{titled, select, no {It's time to meet. Are you on your way, or there already? Let them know with one tap.} other {It's time to meet for {title}. Are you on your way, or there already? Let them know with one tap.}}",
  'on_my_way_question.open': 'Let them know',
  'on_my_way.subject': '{who} is on the way',
  'on_my_way.text':
    '{titled, select, no {{who} is on the way, or already there.} other {{who} is on the way, or already there: {title}.}}',
  'on_my_way.open': 'See the pickup',
  'pickup_soon.subject':
    '{titled, select, no {Your pickup is coming up soon} other {Coming up soon: {title}}}',
  'pickup_soon.text':
    "{titled, select, no {Your pickup is coming up soon. If you can't make it, please say so now so someone else can have the food.} other {Your pickup of {title} is coming up soon. If you can't make it, please say so now so someone else can have it.}}",
  'pickup_soon.open': 'See the pickup',
  'handover_question.subject':
    '{titled, select, no {Did the food get picked up?} other {Did {title} get picked up?}}',
  'handover_question.text':
    '{titled, select, no {The pickup time is over. Did the food get picked up? Answer with one tap.} other {The pickup time for {title} is over. Did it get picked up? Answer with one tap.}}',
  'handover_question.open': 'Say how it went',
  'place_shared.subject':
    '{titled, select, no {{who} shared the pickup address} other {{who} shared the address for {title}}}',
  'place_shared.text':
    "{titled, select, no {{who} shared the pickup address with you. Only you can see it, so it isn't in this email.} other {{who} shared the pickup address for {title} with you. Only you can see it, so it isn't in this email.}}",
  'place_shared.open': 'See the address',
  'meeting_point_named.subject':
    '{titled, select, no {{who} named a place to meet} other {{who} named a place to meet for {title}}}',
  'meeting_point_named.text':
    "{titled, select, no {{who} named a place to meet. Only you can see it, so it isn't in this email.} other {{who} named a place to meet for {title}. Only you can see it, so it isn't in this email.}}",
  'meeting_point_named.open': 'See where to meet',
  'handover_confirmed.subject':
    '{titled, select, no {{who} says the food was picked up} other {{who} says {title} was picked up}}',
  'handover_confirmed.text':
    '{titled, select, no {{who} says the food was picked up. Is that right?} other {{who} says {title} was picked up. Is that right?}}',
  'handover_confirmed.open': 'Confirm the pickup',
  'handover_completed.subject':
    '{titled, select, no {The food has found its table} other {{title} has found its table}}',
  'handover_completed.text':
    '{titled, select, no {The food has found its table. Thank you!} other {{title} has found its table. Thank you!}}',
  'handover_completed.open': 'See the pickup',
  'message_received.subject':
    '{titled, select, no {{who} wrote to you} other {{who} wrote to you about {title}}}',
  'message_received.text':
    '{titled, select, no {{who} wrote to you. The message is waiting for you.} other {{who} wrote to you about {title}. The message is waiting for you.}}',
  'message_received.open': 'Read and reply',
  'thanked.subject': '{titled, select, no {{who} says thank you} other {{who} says thank you for {title}}}',
  'thanked.text':
    '{titled, select, no {{who} says thank you for the food you shared. If they left a note, it is waiting for you.} other {{who} says thank you for {title}. If they left a note, it is waiting for you.}}',
  'thanked.open': 'See the thank-you',

  // requests for food: never the requester's name before a match, and never the place
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
  // ended by a timeout: both people get it
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

  // several in one mail
  'several.subject': '{first}, and {count, plural, one {# more} other {# more}}',
  'several.text': "Here's what happened:",
  'several.rest':
    '{count, plural, one {# more is waiting for you in {app}.} other {# more are waiting for you in {app}.}}',

  // replaces the texts above in discreet mode
  'discreet.subject': 'You have news',
  'discreet.text': "There's something new for you. Sign in to see it.",
  'discreet.open': 'Sign in',

  // the end of every mail
  settings: 'Choose what you hear about, and when',
  stop: 'Stop emails about {topics}',
  'stop.discreet': 'Stop these emails',
  // the topics within a sentence
  'topic.claims': 'claims',
  'topic.pickups': 'pickups',
  'topic.messages': 'messages',
  'topic.alerts': 'neighbors who need food',
  'topic.help': 'help with a request for food',
});
