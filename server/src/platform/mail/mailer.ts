import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { type MailText, mailPage, oneLine } from './mail-page.ts';
import type { Settings } from '../settings/settings.ts';

export type Mailer = {
  /**
   * Sends one mail, or prints it where no mail server is set. Throws when the server cannot be reached or does not
   * take mail just now, so that the job that sends it is tried again; an address it knows nobody at is given up.
   */
  send(to: string, mail: MailText, about?: MailOptions): Promise<void>;
};

/** What a mail tells the programs on its way. */
export type MailOptions = {
  /** Of one mail, whoever sends it and however often: two with the same are the same mail. */
  readonly id?: string;
  /** Where such mails are switched off, by one click in a mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
};

export type MailParts = {
  /** Null: mails are printed. */
  readonly mail: Settings['mail'];
  readonly appName: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Where mails go without a mail server: the log of the process, past what keeps other lines free of content. */
  readonly print: (text: string) => void;
};

/** A job holds one of two workers meanwhile. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const OUT_OF_PLACE = 'the mail server did not take a mail';

/** Mails as the community sends them. They are sent by jobs: see `jobs.add`. */
export function makeMailer({ mail, appName, log, print }: MailParts): Mailer {
  if (!mail) return { send: async (to, text) => print(printed(to, mailPage(appName, text))) };
  const transport = createTransport({
    url: mail.smtpUrl,
    ...PATIENCE,
    // a mail is made of what is given here, and of no file or address that a text names
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // an address alone goes out under the community's name
  const from = mail.from.includes('<') ? mail.from : { name: oneLine(appName), address: mail.from };
  const domain = /@([^\s@<>]+)>?$/.exec(mail.from)?.[1] ?? 'localhost';
  /** Ready as they stand: an address broken into two lines would lead nowhere. */
  const asIs = (value: string) => ({ prepared: true, value });
  const listHeaders = (unsubscribeUrl: string) => ({
    'list-id': asIs(`<notifications.${domain}>`),
    'list-unsubscribe': asIs(`<${unsubscribeUrl}>`),
    'list-unsubscribe-post': asIs('List-Unsubscribe=One-Click'),
  });
  return {
    async send(to, text, about = {}) {
      const { subject, text: plain, html } = mailPage(appName, text);
      const fault = await transport
        .sendMail({
          from,
          // not parsed: an address is one address
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
        })
        .then(() => null, smtpFault);
      if (!fault) return;
      const { code, command, responseCode } = fault;
      if (command === 'RCPT TO' && responseCode !== null && responseCode >= 500) {
        log.warn({ responseCode }, 'the mail server knows nobody at an address');
        return;
      }
      // the library's own message repeats the address, and a job's failure is kept and logged
      throw new Error(`${OUT_OF_PLACE} (${[code, command, responseCode].filter(Boolean).join(', ')})`);
    },
  };
}

/** Says of every mail that went out that it did. A count that fails is no reason to send the mail again. */
export const countedMailer = (mailer: Mailer, count: () => Promise<void>): Mailer => ({
  async send(...mail) {
    await mailer.send(...mail);
    await count().catch(() => {});
  },
});

function smtpFault(error: unknown): {
  code: string | null;
  command: string | null;
  responseCode: number | null;
} {
  const fields: Record<string, unknown> =
    error instanceof Error ? Object.fromEntries(Object.entries(error)) : {};
  return {
    code: typeof fields['code'] === 'string' ? fields['code'] : null,
    command: typeof fields['command'] === 'string' ? fields['command'] : null,
    responseCode: typeof fields['responseCode'] === 'number' ? fields['responseCode'] : null,
  };
}

/** A mail on paper, between two rules that one finds again in a log. */
function printed(to: string, { subject, text }: { subject: string; text: string }): string {
  const rule = '-'.repeat(60);
  return [
    rule,
    `Mail to ${oneLine(to)} (printed, because SMTP_URL is not set)`,
    `Subject: ${subject}`,
    '',
    text.trimEnd(),
    rule,
    '',
  ].join('\n');
}
