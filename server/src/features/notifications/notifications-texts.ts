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

export const unsubscribeTexts = textTable('unsubscribe', {
  ask: 'Stop emails about {topics}?',
  'ask.discreet': 'Stop these emails?',
  off: 'Emails about {topics} are off',
  'off.discreet': 'These emails are off',
  on: 'Emails about {topics} are back on',
  'on.discreet': 'These emails are back on',
  'still-told.discreet':
    "You'll still see everything under the bell when you sign in, and you'll still get emails about your account.",
  'still-told':
    "You'll still see everything under the bell in {app}, and you'll still get emails about your account.",
  'stop-later': 'If it ever gets to be too much, this link turns them off.',
  stop: 'Stop these emails',
  resume: 'Turn them back on',
  settings: 'Choose what you hear about, and when',
  broken: "This link doesn't work",
  'broken.text':
    'Part of it may be missing. Sign in to choose which emails you get, and sorry for the detour.',
  'too-many': "We couldn't open this link",
});
