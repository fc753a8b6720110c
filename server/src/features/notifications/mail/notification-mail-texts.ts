import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** The frame of the mails about notifications; what each kind says stands in the feature that sends it. */
export const notificationMailTexts = textTable('notification-mail', {
  'several.subject': '{first}, and {count, plural, one {# more} other {# more}}',
  'several.text': "Here's what happened:",
  'several.rest':
    '{count, plural, one {# more is waiting for you in {app}.} other {# more are waiting for you in {app}.}}',
  'discreet.subject': 'You have news',
  'discreet.text': "There's something new for you. Sign in to see it.",
  'discreet.open': 'Sign in',
  settings: 'Choose what you hear about, and when',
  stop: 'Stop emails about {topics}',
  'stop.discreet': 'Stop these emails',
  'topic.claims': 'claims',
  'topic.pickups': 'pickups',
  'topic.messages': 'messages',
  'topic.alerts': 'neighbors who need food',
  'topic.help': 'help with a request for food',
});
