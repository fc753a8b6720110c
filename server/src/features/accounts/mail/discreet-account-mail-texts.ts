import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/**
 * What the mails about an account say to a person who keeps it discreet, in place of the texts of the same keys: no word
 * about food, and no name of the community.
 */
export const discreetAccountMailTexts = textTable('discreet-account-mail', {
  'reset.subject': 'Choose a new password',
  'confirm.subject': 'Confirm your email',
  'confirm.text': 'Please confirm that this is your email.',
  'known.subject': 'You already have an account',
  'changed.subject': 'Your password was changed',
  'paused.subject': 'Your account is paused',
  'paused.text':
    "An organizer paused your account. You can still sign in, finish what you've started, and download your data.",
  'resumed.subject': 'Your account is active again',
  'resumed.text': "Your account isn't paused anymore. You can use it as before.",
  'resumed.open': 'Sign in',
});
