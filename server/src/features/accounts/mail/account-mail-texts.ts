import { RESET_LINK_MINUTES, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';

/** The names in a mail: the community's and the recipient's. */
type Names = { readonly appName: string; readonly firstName: string };

export const resetMail = (names: Names, url: string): MailText => ({
  subject: `Choose a new password for ${names.appName}`,
  greeting: greetingLine(names.firstName),
  paragraphs: ['You asked to choose a new password for your account.'],
  action: { label: 'Choose a new password', url },
  notes: [
    `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ],
});

export const confirmationMail = (names: Names, url: string): MailText => ({
  subject: `Confirm your e-mail address for ${names.appName}`,
  greeting: greetingLine(names.firstName),
  paragraphs: [
    `Welcome to ${names.appName}. Please confirm that this is your address, and you are ready to share and find food.`,
  ],
  action: { label: 'Confirm my address', url },
  notes: [
    `The link works once, for ${VERIFY_LINK_HOURS} hours. You can ask for another one when you sign in.`,
    'If you did not sign up, please do not open it: somebody may have mistyped their address.',
  ],
});

/** For the owner of an existing account when someone signs up with its email. */
export const knownAddressMail = (names: Names, resetUrl: string, signInUrl: string): MailText => ({
  subject: `You already have an account with ${names.appName}`,
  greeting: greetingLine(names.firstName),
  paragraphs: [
    'Somebody, probably you, just signed up with this address. There is an account with it already, and nothing about it has changed.',
    `You can sign in at ${signInUrl} with the password you chose. If you do not know it any more, choose a new one.`,
  ],
  action: { label: 'Choose a new password', url: resetUrl },
  notes: [
    `The link works once, for ${RESET_LINK_MINUTES} minutes.`,
    'If this was not you, you need not do anything.',
  ],
});

export const passwordChangedMail = (names: Names, signInUrl: string): MailText => ({
  subject: `Your password for ${names.appName} was changed`,
  greeting: greetingLine(names.firstName),
  paragraphs: ['Your password was just changed, and your other devices were signed out.'],
  notes: [`If this was not you, please choose a new password at once: ${signInUrl}`],
});

export const pausedMail = (
  names: Names,
  { reason, writeTo }: { readonly reason: string | null; readonly writeTo: string | null },
): MailText => ({
  subject: `Your account with ${names.appName} is paused`,
  greeting: greetingLine(names.firstName),
  paragraphs: [
    `The people who run ${names.appName} have paused your account. What you offered was taken back; you can sign in, finish the pickups you have begun, and take your data along.`,
    ...(reason ? [`They say: ${reason}`] : []),
  ],
  notes: [
    writeTo
      ? `If you think this is a mistake, please write to ${writeTo}.`
      : 'If you think this is a mistake, please talk to the people who run your community.',
  ],
});

export const resumedMail = (names: Names, url: string): MailText => ({
  subject: `Your account with ${names.appName} is open again`,
  greeting: greetingLine(names.firstName),
  paragraphs: ['Your account is not paused any more: you can share and claim food as before.'],
  action: { label: `Open ${names.appName}`, url },
});
