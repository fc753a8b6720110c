import { RESET_LINK_HOURS, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { accountMailTexts as texts } from '../accounts-texts.ts';

/** What every mail about an account needs: the recipient's language, and the names of community and recipient. */
export type AccountMailInput = {
  readonly translate: Translate;
  readonly appName: string;
  readonly firstName: string;
  /** Whether the recipient uses discreet mode; `translate` then leaves out food and the community's name. */
  readonly isDiscreet: boolean;
};

const openingOf = ({ translate, firstName, isDiscreet }: AccountMailInput) => ({
  language: translate.language,
  isDiscreet,
  greeting: greetingLine(translate, firstName),
});

export function resetMail(input: AccountMailInput, url: string): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'reset.subject', { app: appName }),
    paragraphs: [translate(texts, 'reset.text')],
    action: { label: translate(texts, 'reset.open'), url },
    notes: [translate(texts, 'reset.once', { hours: RESET_LINK_HOURS }), translate(texts, 'reset.unasked')],
  };
}

export function confirmationMail(input: AccountMailInput, url: string): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'confirm.subject', { app: appName }),
    paragraphs: [translate(texts, 'confirm.text', { app: appName })],
    action: { label: translate(texts, 'confirm.open'), url },
    notes: [
      translate(texts, 'confirm.once', { hours: VERIFY_LINK_HOURS }),
      translate(texts, 'confirm.unasked'),
    ],
  };
}

/** Opens a pending sign-up: by the link, or by the code where the person signed up. */
export function signUpMail(
  input: AccountMailInput,
  { url, code }: { readonly url: string; readonly code: string },
): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'sign-up.subject', { app: appName, code }),
    paragraphs: [
      translate(texts, 'sign-up.text', { app: appName }),
      translate(texts, 'sign-up.code', { code }),
    ],
    action: { label: translate(texts, 'sign-up.open'), url },
    notes: [
      translate(texts, 'sign-up.once', { hours: VERIFY_LINK_HOURS }),
      translate(texts, 'confirm.unasked'),
    ],
  };
}

/** For the owner of an existing account when someone signs up with its email. */
export function knownAddressMail(input: AccountMailInput, resetUrl: string, signInUrl: string): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'known.subject', { app: appName }),
    paragraphs: [translate(texts, 'known.text'), translate(texts, 'known.sign-in', { url: signInUrl })],
    action: { label: translate(texts, 'reset.open'), url: resetUrl },
    notes: [translate(texts, 'reset.once', { hours: RESET_LINK_HOURS }), translate(texts, 'known.unasked')],
  };
}

export function passwordChangedMail(input: AccountMailInput, signInUrl: string): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'changed.subject', { app: appName }),
    paragraphs: [translate(texts, 'changed.text')],
    notes: [translate(texts, 'changed.unasked', { url: signInUrl })],
  };
}

/** To the new address: it is used once its link is opened. */
export function emailChangeMail(input: AccountMailInput, url: string): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'new-email.subject', { app: appName }),
    paragraphs: [translate(texts, 'new-email.text')],
    action: { label: translate(texts, 'confirm.open'), url },
    notes: [
      translate(texts, 'new-email.once', { hours: VERIFY_LINK_HOURS }),
      translate(texts, 'new-email.unasked'),
    ],
  };
}

/** To the former address. */
export function emailChangedMail(input: AccountMailInput, writeTo: string | null): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'email-changed.subject', { app: appName }),
    paragraphs: [translate(texts, 'email-changed.text')],
    notes: [
      writeTo === null
        ? translate(texts, 'email-changed.ask')
        : translate(texts, 'email-changed.write-to', { email: writeTo }),
    ],
  };
}

export function pausedMail(
  input: AccountMailInput,
  { reason, writeTo }: { readonly reason: string | null; readonly writeTo: string | null },
): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'paused.subject', { app: appName }),
    paragraphs: [
      translate(texts, 'paused.text'),
      ...(reason ? [translate(texts, 'paused.reason', { reason })] : []),
    ],
    notes: [
      writeTo ? translate(texts, 'paused.write-to', { email: writeTo }) : translate(texts, 'paused.ask'),
    ],
  };
}

export function resumedMail(input: AccountMailInput, url: string): MailText {
  const { translate, appName } = input;
  return {
    ...openingOf(input),
    subject: translate(texts, 'resumed.subject', { app: appName }),
    paragraphs: [translate(texts, 'resumed.text')],
    action: { label: translate(texts, 'resumed.open', { app: appName }), url },
  };
}
