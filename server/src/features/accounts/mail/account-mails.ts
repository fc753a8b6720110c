import { RESET_LINK_MINUTES, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';
import type { Words } from '#server/platform/texts/wording.ts';
import { accountMailTexts as texts } from './account-mail-texts.ts';

/** What every mail about an account needs: the recipient's language, and the names of community and recipient. */
export type AccountMailInput = {
  readonly words: Words;
  readonly appName: string;
  readonly firstName: string;
  /** Whether the recipient keeps it discreet; `words` leaves out food and the community's name then. */
  readonly isDiscreet: boolean;
};

const openingOf = ({ words, firstName, isDiscreet }: AccountMailInput) => ({
  language: words.language,
  isDiscreet,
  greeting: greetingLine(words, firstName),
});

export function resetMail(input: AccountMailInput, url: string): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'reset.subject', { app: appName }),
    paragraphs: [words(texts, 'reset.text')],
    action: { label: words(texts, 'reset.open'), url },
    notes: [words(texts, 'reset.once', { minutes: RESET_LINK_MINUTES }), words(texts, 'reset.unasked')],
  };
}

export function confirmationMail(input: AccountMailInput, url: string): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'confirm.subject', { app: appName }),
    paragraphs: [words(texts, 'confirm.text', { app: appName })],
    action: { label: words(texts, 'confirm.open'), url },
    notes: [words(texts, 'confirm.once', { hours: VERIFY_LINK_HOURS }), words(texts, 'confirm.unasked')],
  };
}

/** Opens a pending sign-up: by the link, or by the code where the person signed up. */
export function signUpMail(
  input: AccountMailInput,
  { url, code }: { readonly url: string; readonly code: string },
): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'sign-up.subject', { app: appName, code }),
    paragraphs: [words(texts, 'sign-up.text', { app: appName }), words(texts, 'sign-up.code', { code })],
    action: { label: words(texts, 'sign-up.open'), url },
    notes: [words(texts, 'sign-up.once', { hours: VERIFY_LINK_HOURS }), words(texts, 'confirm.unasked')],
  };
}

/** For the owner of an existing account when someone signs up with its email. */
export function knownAddressMail(input: AccountMailInput, resetUrl: string, signInUrl: string): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'known.subject', { app: appName }),
    paragraphs: [words(texts, 'known.text'), words(texts, 'known.sign-in', { url: signInUrl })],
    action: { label: words(texts, 'reset.open'), url: resetUrl },
    notes: [words(texts, 'reset.once', { minutes: RESET_LINK_MINUTES }), words(texts, 'known.unasked')],
  };
}

export function passwordChangedMail(input: AccountMailInput, signInUrl: string): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'changed.subject', { app: appName }),
    paragraphs: [words(texts, 'changed.text')],
    notes: [words(texts, 'changed.unasked', { url: signInUrl })],
  };
}

export function pausedMail(
  input: AccountMailInput,
  { reason, writeTo }: { readonly reason: string | null; readonly writeTo: string | null },
): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'paused.subject', { app: appName }),
    paragraphs: [words(texts, 'paused.text'), ...(reason ? [words(texts, 'paused.reason', { reason })] : [])],
    notes: [writeTo ? words(texts, 'paused.write-to', { email: writeTo }) : words(texts, 'paused.ask')],
  };
}

export function resumedMail(input: AccountMailInput, url: string): MailText {
  const { words, appName } = input;
  return {
    ...openingOf(input),
    subject: words(texts, 'resumed.subject', { app: appName }),
    paragraphs: [words(texts, 'resumed.text')],
    action: { label: words(texts, 'resumed.open', { app: appName }), url },
  };
}
