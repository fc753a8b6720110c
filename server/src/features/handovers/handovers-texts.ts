import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const handoverMailTexts = textTable('notification-mail', {
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
  'claimer_coming.subject':
    '{titled, select, no {{who} can still make it} other {{who} can still pick up {title}}}',
  'claimer_coming.text':
    '{titled, select, no {{who} can still make it to your pickup.} other {{who} can still pick up {title}.}}',
  'claimer_coming.open': 'See the pickup',
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
  'thanked.subject': '{titled, select, no {{who} says thank you} other {{who} says thank you for {title}}}',
  'thanked.text':
    '{titled, select, no {{who} says thank you for the food you shared. If they left a note, it is waiting for you.} other {{who} says thank you for {title}. If they left a note, it is waiting for you.}}',
  'thanked.open': 'See the thank-you',
});

/** The events of a calendar. `{title}` is the food's, or the request's in `meet`. */
export const calendarTexts = textTable('calendar', {
  'pick-up': 'Pick up: {title}',
  'hand-over': 'Hand over: {title}',
  meet: 'Meet: {title}',
  // replaces the texts above in discreet mode
  discreet: 'Appointment',
  'discreet.name': 'Appointments',
  from: 'From {name}',
  for: 'For {name}',
  'receiver-link': 'Where to go, your code, and your messages: {url}',
  'giver-link': 'Your messages: {url}',
});
