import { textTable } from '@openlarder/domain/kernel/text-table.ts';

export const accountMailTexts = textTable('account-mail', {
  'reset.subject': 'Choose a new password for {app}',
  'reset.text': 'You asked to choose a new password for your account.',
  'reset.open': 'Choose a new password',
  'reset.once': 'This link works once and expires in {hours, plural, one {# hour} other {# hours}}.',
  'reset.unasked': "If you didn't ask for this, you can ignore this email. Your password stays the same.",

  'confirm.subject': 'Confirm your email for {app}',
  'confirm.text':
    "Welcome to {app}! Please confirm that this is your email, and you're ready to share and find food.",
  'confirm.open': 'Confirm my email',
  'confirm.once':
    'This link works once and expires in {hours, plural, one {# hour} other {# hours}}. You can ask for another one when you sign in.',
  'confirm.unasked':
    "If you didn't sign up, please don't open the link. Someone may have mistyped their email.",

  'sign-up.subject': '{code} is your code for {app}',
  'sign-up.text': "Welcome to {app}! Open the link below, and you're ready to share and find food.",
  'sign-up.code': 'Or type this code where you signed up: {code}',
  'sign-up.open': "Yes, that's my email",
  'sign-up.once':
    'Link and code work once and expire in {hours, plural, one {# hour} other {# hours}}. After that you can sign up again.',

  'known.subject': 'You already have an account with {app}',
  'known.text':
    'Someone, probably you, just signed up with this email. You already have an account, and nothing about it has changed.',
  'known.sign-in': 'You can sign in at {url} with your password. If you forgot it, you can choose a new one.',
  'known.unasked': "If this wasn't you, you can ignore this email.",

  'changed.subject': 'Your password for {app} was changed',
  'changed.text': 'Your password was just changed, and your other devices were signed out.',
  'changed.unasked': "If this wasn't you, please choose a new password right away: {url}",

  'new-email.subject': 'Confirm your new email for {app}',
  'new-email.text': 'You asked to use this email for your account. Open the link, and we will.',
  'new-email.once': 'This link works once and expires in {hours, plural, one {# hour} other {# hours}}.',
  'new-email.unasked':
    "If you didn't ask for this, please don't open the link. Someone may have mistyped their email.",

  'email-changed.subject': 'Your email for {app} was changed',
  'email-changed.text': 'You asked us to use another email for your account. We no longer write to this one.',
  'email-changed.write-to': "If this wasn't you, please write to {email} right away.",
  'email-changed.ask': "If this wasn't you, please talk to an organizer right away.",

  'paused.subject': 'Your account with {app} is paused',
  'paused.text':
    "An organizer paused your account, and we took down what you were offering. You can still sign in, finish the pickups you've started, and download your data.",
  'paused.reason': 'The reason: {reason}',
  'paused.write-to': 'If you think this is a mistake, please write to {email}.',
  'paused.ask': 'If you think this is a mistake, please talk to an organizer.',

  'resumed.subject': 'Your account with {app} is active again',
  'resumed.text': "Your account isn't paused anymore. You can share and claim food as before.",
  'resumed.open': 'Open {app}',
});

/**
 * The texts of account mails in discreet mode, which replace the texts of the same keys: without food and the name of
 * the community.
 */
export const discreetAccountMailTexts = textTable('discreet-account-mail', {
  'reset.subject': 'Choose a new password',
  'confirm.subject': 'Confirm your email',
  'confirm.text': 'Please confirm that this is your email.',
  'known.subject': 'You already have an account',
  'new-email.subject': 'Confirm your new email',
  'email-changed.subject': 'Your email was changed',
  'changed.subject': 'Your password was changed',
  'paused.subject': 'Your account is paused',
  'paused.text':
    "An organizer paused your account. You can still sign in, finish what you've started, and download your data.",
  'resumed.subject': 'Your account is active again',
  'resumed.text': "Your account isn't paused anymore. You can use it as before.",
  'resumed.open': 'Sign in',
});

export const personTexts = textTable('person', {
  /** The name of a requester, as strangers see it. */
  neighbor: 'A neighbor',
});
