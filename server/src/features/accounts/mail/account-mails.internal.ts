import { RESET_LINK_HOURS, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import type { TextParams } from '@openlarder/domain/kernel/text-table.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { accountMailTexts as texts, discreetAccountMailTexts as discreetTexts } from '../accounts-texts.ts';

/** What the texts of a mail mention. */
export type AccountMailInput = {
  readonly language: Language;
  readonly appName: string;
  readonly firstName: string;
  /** Whether the recipient uses discreet mode: food and the community's name are left out. */
  readonly isDiscreet: boolean;
  readonly signInUrl: string;
  /** The organizers' address. */
  readonly adminEmail: string | null;
  /** Where the button leads, in mails that have one. */
  readonly url?: string;
  /** The code that opens a pending sign-up. */
  readonly code?: string;
  /** Why the account is paused. */
  readonly reason?: string | null;
};

type Key = keyof typeof texts.messages;
type Template = {
  readonly paragraphs: readonly Key[];
  readonly open?: Key;
  readonly notes?: readonly Key[];
  /** How long its link is valid. */
  readonly hours?: number;
};

/** The texts of each mail; its subject is `<mail>.subject`. */
const templates = ({ reason, adminEmail }: AccountMailInput) =>
  ({
    reset: {
      paragraphs: ['reset.text'],
      open: 'reset.open',
      notes: ['reset.once', 'reset.unasked'],
      hours: RESET_LINK_HOURS,
    },
    confirm: {
      paragraphs: ['confirm.text'],
      open: 'confirm.open',
      notes: ['confirm.once', 'confirm.unasked'],
      hours: VERIFY_LINK_HOURS,
    },
    // opens a pending sign-up: by the link, or by the code where the person signed up
    'sign-up': {
      paragraphs: ['sign-up.text', 'sign-up.code'],
      open: 'sign-up.open',
      notes: ['sign-up.once', 'confirm.unasked'],
      hours: VERIFY_LINK_HOURS,
    },
    // for the owner of an existing account when someone signs up with its email
    known: {
      paragraphs: ['known.text', 'known.sign-in'],
      open: 'reset.open',
      notes: ['reset.once', 'known.unasked'],
      hours: RESET_LINK_HOURS,
    },
    changed: { paragraphs: ['changed.text'], notes: ['changed.unasked'] },
    // to the new address: it is used once its link is opened
    'new-email': {
      paragraphs: ['new-email.text'],
      open: 'confirm.open',
      notes: ['new-email.once', 'new-email.unasked'],
      hours: VERIFY_LINK_HOURS,
    },
    // to the former address
    'email-changed': {
      paragraphs: ['email-changed.text'],
      notes: [adminEmail ? 'email-changed.write-to' : 'email-changed.ask'],
    },
    paused: {
      paragraphs: reason ? ['paused.text', 'paused.reason'] : ['paused.text'],
      notes: [adminEmail ? 'paused.write-to' : 'paused.ask'],
    },
    resumed: { paragraphs: ['resumed.text'], open: 'resumed.open' },
  }) satisfies Readonly<Record<string, Template>>;

export type AccountMail = keyof ReturnType<typeof templates>;

export function accountMail(mail: AccountMail, input: AccountMailInput): MailText {
  const { language, appName, firstName, isDiscreet, signInUrl, adminEmail, url = '', code, reason } = input;
  const { paragraphs, open, notes = [], hours = 0 }: Template = templates(input)[mail];
  const translate = translateInto(language);
  const values = {
    app: appName,
    hours,
    url: signInUrl,
    ...(adminEmail !== null && { email: adminEmail }),
    ...(code !== undefined && { code }),
    ...(reason && { reason }),
  };
  const text = (key: Key): string => textOf(translate, key, values, { isDiscreet });
  return {
    language,
    isDiscreet,
    greeting: greetingLine(translate, firstName),
    subject: text(`${mail}.subject`),
    paragraphs: paragraphs.map(text),
    ...(open && { action: { label: text(open), url } }),
    ...(notes.length > 0 && { notes: notes.map(text) }),
  };
}

const hasDiscreet = (key: Key): key is Key & keyof typeof discreetTexts.messages =>
  Object.hasOwn(discreetTexts.messages, key);

/** The text in words; discreetly, its discreet counterpart where there is one. */
const textOf = (
  translate: Translate,
  key: Key,
  values: TextParams,
  { isDiscreet }: { readonly isDiscreet: boolean },
): string =>
  isDiscreet && hasDiscreet(key) ? translate(discreetTexts, key, values) : translate(texts, key, values);
