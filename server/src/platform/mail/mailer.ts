import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { MailFault, type MailRemedy } from './mail-fault.ts';
import { type MailText, mailPage, printableLine } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { Settings } from '../settings/settings.ts';
import { withTimeout } from '../concurrency-limit.ts';
import { type Translate, translateInto } from '../texts/translate.ts';

export type Mailer = {
  /**
   * Sends one mail, or prints it without a mail server. Throws a MailFault if the server is unavailable, refuses our
   * mail, or this one temporarily, so that the job is retried. A mail to an address that it refuses for good is dropped;
   * if its words do not say so clearly, only on a later try.
   */
  send(to: string, mail: MailText, about?: MailOptions): Promise<MailOutcome>;
};

export type MailOutcome = 'taken' | 'address-refused';

/** Headers of a mail for mail programs. */
export type MailOptions = {
  /** The message id: mails with the same id are the same mail, also when sent twice. */
  readonly id?: string;
  /** Unsubscribes by one click in a mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** Whether the mail is already counted against the day's limit. */
  readonly isCounted?: boolean;
  /** Whether a person who is signed out causes the mail; these are counted apart. */
  readonly isSignedOut?: boolean;
};

export type MailerOptions = {
  /** Without a mail server mails are printed, in the community's language. */
  readonly settings: Pick<Settings, 'mail' | 'appName' | 'language'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Prints a mail without a mail server; bypasses the redaction of the log. */
  readonly print: (text: string) => void;
};

/** Timeouts, since a sending job occupies one of two workers. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Of a whole mail, since a server that goes on saying something is never idle. */
const SENDING_MS = MINUTE_MS;

/** Signs in at the mail server and sends nothing. Throws a MailFault if it cannot. */
export async function tryMailServer({ smtpUrl }: NonNullable<Settings['mail']>): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...PATIENCE });
  try {
    await transport.verify();
  } catch (error) {
    throw new MailFault(error, smtpUrl);
  } finally {
    transport.close();
  }
}

/** Makes the mailer of the community. Mails are sent by jobs, see `jobs.add`. */
export function makeMailer({ settings, log, print }: MailerOptions): Mailer {
  const { mail } = settings;
  if (!mail)
    return {
      async send(to, text) {
        print(printed(translateInto(settings.language), to, mailPage(settings.appName, text)));
        return 'taken';
      },
    };
  const transport = createTransport({
    url: mail.smtpUrl,
    ...PATIENCE,
    // no attachment or content is read from a file or URL
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // without a name in MAIL_FROM the name of the app is used
  const from = () =>
    mail.from.includes('<') ? mail.from : { name: printableLine(settings.appName), address: mail.from };
  const address = /<([^<>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from;
  // both names may reveal what the mail is about; the address stays, because the mail server accepts no other
  const senderOf = ({ isDiscreet, language: itsLanguage }: MailText) =>
    isDiscreet ? { name: translateInto(itsLanguage)(mailTexts, 'discreet-sender'), address } : from();
  const domain = /@([^\s@<>]+)$/.exec(address)?.[1] ?? 'localhost';
  /** Headers that must not be folded: a URL broken into two lines does not work. */
  const asIs = (value: string) => ({ prepared: true, value });
  const listHeaders = (unsubscribeUrl: string) => ({
    'list-id': asIs(`<notifications.${domain}>`),
    'list-unsubscribe': asIs(`<${unsubscribeUrl}>`),
    'list-unsubscribe-post': asIs('List-Unsubscribe=One-Click'),
  });
  let takenCount = 0;
  /** Addresses that the server refuses in unclear words, and how many mails it had taken when it first did. */
  const unclear = new Map<string, number>();
  /** Whether such an address is refused while others are not: a mail was taken since it was refused first. */
  const isRefusedAlone = (to: string): boolean => {
    const takenBefore = unclear.get(to) ?? takenCount;
    unclear.set(to, takenBefore);
    return takenCount > takenBefore;
  };
  return {
    async send(to, text, about = {}) {
      const { subject, text: plain, html } = mailPage(settings.appName, text);
      const sending = transport.sendMail({
        from: senderOf(text),
        // not parsed, so that a comma does not make two addresses
        to: { name: '', address: to },
        subject,
        text: plain,
        html,
        ...(about.id && { messageId: `<${about.id}@${domain}>` }),
        headers: {
          'auto-submitted': 'auto-generated',
          'x-auto-response-suppress': 'All',
          ...(about.unsubscribeUrl && listHeaders(about.unsubscribeUrl)),
        },
      });
      const fault = await withTimeout(SENDING_MS, sending).then(
        () => null,
        (error: unknown) => new MailFault(error, mail.smtpUrl),
      );
      if (!fault) {
        takenCount += 1;
        unclear.delete(to);
        return 'taken';
      }
      const { blames, remedy } = fault;
      const isOfAddress = blames === 'address' || (blames === 'unclear' && isRefusedAlone(to));
      if (remedy !== 'refused' || !isOfAddress) throw fault;
      log.warn({ refused: fault.answer }, 'the mail server refuses an address');
      return 'address-refused';
    },
  };
}

/** Waits asked of new senders end within minutes; a server that asks longer, of every mail, refuses. */
const REFUSES_AFTER_MS = HOUR_MS;

/** What accompanies each mail of an app. */
type Following = {
  readonly nowMs: () => number;
  readonly count: (mail: { readonly isSignedOut: boolean }) => Promise<void>;
  readonly noteTaken: () => Promise<void>;
  readonly noteFault: (fault: MailFault, remedy: MailRemedy) => Promise<void>;
};

/**
 * Counts each mail that went out, except those that are counted already, and notes whether the server takes our mail.
 * What fails there is no reason to send the mail again.
 */
export function followedMailer(mailer: Mailer, { nowMs, count, noteTaken, noteFault }: Following): Mailer {
  /** Since when the server only asks to try again later, or refuses in unclear words. */
  let waitingSinceMs: number | null = null;
  /** Whom it refuses in such words: one address alone may be a mistyped one. */
  const unclear = new Set<string>();
  const remedyOf = ({ blames, remedy }: MailFault, to: string): MailRemedy | null => {
    if (blames === 'us' && remedy !== 'later') return remedy;
    if (blames === 'address' || (blames === 'unclear' && unclear.add(to).size === 1)) return null;
    waitingSinceMs ??= nowMs();
    return nowMs() - waitingSinceMs >= REFUSES_AFTER_MS ? 'refused' : null;
  };
  return {
    async send(to, mail, about) {
      try {
        const outcome = await mailer.send(to, mail, about);
        waitingSinceMs = null;
        unclear.clear();
        if (!about?.isCounted) await count({ isSignedOut: about?.isSignedOut === true }).catch(() => {});
        await noteTaken().catch(() => {});
        return outcome;
      } catch (error) {
        const remedy = error instanceof MailFault && remedyOf(error, to);
        if (remedy) await noteFault(error, remedy).catch(() => {});
        throw error;
      }
    },
  };
}

/** A mail as text between two lines of dashes, easy to find in a log. */
function printed(
  translate: Translate,
  to: string,
  { subject, text }: { subject: string; text: string },
): string {
  const rule = '-'.repeat(60);
  return [
    rule,
    translate(mailTexts, 'printed', { address: printableLine(to) }),
    translate(mailTexts, 'printed-subject', { subject }),
    '',
    text.trimEnd(),
    rule,
    '',
  ].join('\n');
}
