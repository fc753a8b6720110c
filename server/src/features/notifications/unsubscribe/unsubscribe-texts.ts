import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** The pages behind a mail's unsubscribe link. */
export const unsubscribeTexts = textTable('unsubscribe', {
  'ask.claims': 'Stop emails about claims?',
  'ask.pickups': 'Stop emails about pickups?',
  'ask.messages': 'Stop emails about messages?',
  'ask.requests': 'Stop emails about requests for food?',
  'ask.all': 'Stop emails about claims, pickups, messages, and requests for food?',
  'ask.discreet': 'Stop these emails?',
  'off.claims': 'Emails about claims are off',
  'off.pickups': 'Emails about pickups are off',
  'off.messages': 'Emails about messages are off',
  'off.requests': 'Emails about requests for food are off',
  'off.all': 'Emails about claims, pickups, messages, and requests for food are off',
  'off.discreet': 'These emails are off',
  'on.claims': 'Emails about claims are back on',
  'on.pickups': 'Emails about pickups are back on',
  'on.messages': 'Emails about messages are back on',
  'on.requests': 'Emails about requests for food are back on',
  'on.all': 'Emails about claims, pickups, messages, and requests for food are back on',
  'on.discreet': 'These emails are back on',
  'still-told.discreet':
    "You'll still see everything under the bell when you sign in, and you'll still get emails about your account.",
  'still-told':
    "You'll still see everything under the bell in {app}, and you'll still get emails about your account.",
  'stop-later': 'If it ever gets to be too much, this link turns them off.',
  stop: 'Stop these emails',
  resume: 'Turn them back on',
  settings: 'Choose which emails you get, and when',
  broken: "This link doesn't work",
  'broken.text':
    'Part of it may be missing. Sign in to choose which emails you get, and sorry for the detour.',
  'too-many': "We couldn't open this link",
});
