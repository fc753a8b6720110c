import { textTable } from '@openlarder/domain/kernel/text-table.ts';

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
