import { textTable } from '@openlarder/domain/kernel/text-table.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';

export const messageMailTexts = textTable('notification-mail', {
  'message_received.subject':
    '{titled, select, no {{who} wrote to you} other {{who} wrote to you about {title}}}',
  'message_received.text':
    '{titled, select, no {{who} wrote to you. The message is waiting for you.} other {{who} wrote to you about {title}. The message is waiting for you.}}',
  'message_received.open': 'Read and reply',
});

/** `mine`: whether the reader caused it. The browser has the same sentences, with times that stay current. */
const said = (mine: string, others: string): string => `{mine, select, yes {${mine}} other {${others}}}`;

/** The sentence of each event, in the past tense, so that it stays true later. */
export const messageEventTexts = textTable('message-event', {
  claimed: said('You claimed this food.', '{name} claimed this food.'),
  place_shared: said('You shared your address.', '{name} shared the address.'),
  coming: said("You said you're coming.", '{name} can still make it.'),
  time_proposed: said('You proposed {when}.', '{name} proposed {when}.'),
  time_agreed: 'You both agreed on {when}.',
  on_my_way: said("You said you're on your way, or there.", '{name} is on the way, or already there.'),
  stopped_waiting: said('You stopped waiting.', '{name} stopped waiting.'),
  released: said('You canceled this.', '{name} canceled this.'),
  no_food: said("You said the food wasn't there.", "{name} says the food wasn't there."),
  no_show: said('You marked this as missed.', '{name} marked this as missed.'),
  handover_confirmed: said('You said the food was handed over.', '{name} says the food was handed over.'),
  completed: 'The food was handed over. Thank you both.',
  completed_alone: 'No one disagreed, so this counts as handed over.',
  lapsed: 'No one confirmed this pickup, so we closed it.',
  disputed: said(
    'You disagreed. An organizer will take a look.',
    '{name} disagrees. An organizer will take a look.',
  ),
  thanked: said(
    '{noted, select, yes {You said thank you: “{note}”} other {You said thank you.}}',
    '{noted, select, yes {{name} says thank you: “{note}”} other {{name} says thank you.}}',
  ),
  account_closed: 'This account was closed.',
  removed: 'An organizer removed a message.',
  request_matched: said('You offered to help with this.', '{name} offered to help. Plan it here.'),
  meeting_point_named: said('You named a public place to meet.', '{name} named a public place to meet.'),
  helper_silent: "You two hadn't both written yet, so others can help now too. You can still write here.",
  request_cancelled: said(
    'You canceled your request.',
    '{name} canceled the request. Thank you for offering.',
  ),
  food_corrected: said(
    '{changed, select, yes {You corrected this food: it {changes}.} other {You corrected details of this food.}}',
    "{changed, select, yes {{name} corrected this food: it {changes}.} other {{name} corrected details of this food.}} Please check before you eat. You can cancel, and it won't count.",
  ),
  name_told: said('You told {name} your name.', '{name} told you their name.'),
} satisfies Record<MessageEvent, string>);
