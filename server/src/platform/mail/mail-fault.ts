/** What an operator can do when mail does not go out: a key of `mailTexts`. */
export type MailRemedy = 'host' | 'connection' | 'certificate' | 'credentials' | 'refused';

/** Enhanced codes of an address (RFC 3463, 3.2 and 3.3), and 5.4.1, which some hosts answer for an unknown one. */
const OF_ADDRESS = /^[45]\.(?:1\.(?!(?:5|7|8|9)$)\d+|2\.\d+|4\.1)$/;
/** Enhanced codes that say no more than the reply code (RFC 3463, 3.1 and 3.6). */
const VAGUE = /^5\.[05]\.0$/;
/** Reply codes of a mailbox (RFC 5321, 4.2.3); 554 is said of a whole transaction. */
const MAILBOX_CODES: readonly number[] = [550, 551, 552, 553];
/** What servers say with these codes when they mean who sends, whatever the address. */
const OF_SENDER =
  /relay|rcpthosts|authenti|sender|\b(?:spf|dkim|dmarc)\b|spam|block|blacklist|denied|polic|prohibit|permitted/i;
/** What they say when they mean the mailbox. */
const OF_MAILBOX =
  /mailbox|no such (?:user|recipient|account|address)|n[o’']t exist|(?:user|recipient|account) (?:is )?(?:unknown|not found|not local)|unknown (?:user|recipient|account)/i;
/** The enhanced code of a reply: before its words, or behind them as qmail has it. */
const ENHANCED = /(?:^\d{3}[ -]|#)(\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * A mail that did not go out. The message has codes only: the library's contains the address, and failures of jobs are
 * stored and logged.
 */
export class MailFault extends Error {
  /** Reply code and enhanced code, such as `554 5.7.1`, or the code of the connection. */
  readonly answer: string;
  /** Host and port of the mail server. */
  readonly server: string;
  /** What the answer is about; `unclear` if its words, in any language, may mean the address or our mail. */
  readonly blames: 'address' | 'unclear' | 'us';
  /** `later` if the same mail may go out by itself. */
  readonly remedy: MailRemedy | 'later';
  /** The server's own words, which may contain the address. */
  readonly said: string;

  constructor(error: unknown, smtpUrl: string) {
    const { code, command, responseCode, response, message } = fieldsOf(error);
    super(
      `the mail server did not take a mail (${[code, command, responseCode].filter(Boolean).join(', ')})`,
    );
    this.name = 'MailFault';
    const status = ENHANCED.exec(response)?.[1] ?? null;
    this.answer = [responseCode ?? code, status].filter(Boolean).join(' ') || 'unknown';
    this.server = mailServerOf(smtpUrl);
    this.said = response || message;
    if (status !== null && !VAGUE.test(status))
      // some check the mailbox only when they have the mail, which has one recipient
      this.blames = ['RCPT TO', 'DATA'].includes(command ?? '') && OF_ADDRESS.test(status) ? 'address' : 'us';
    else if (command !== 'RCPT TO' || !MAILBOX_CODES.includes(responseCode ?? 0) || OF_SENDER.test(response))
      this.blames = 'us';
    else this.blames = OF_MAILBOX.test(response) ? 'address' : 'unclear';
    this.remedy = remedyOf({ code, responseCode, message });
  }
}

function remedyOf(fault: {
  readonly code: string | null;
  readonly responseCode: number | null;
  readonly message: string;
}): MailRemedy | 'later' {
  const { code, responseCode, message } = fault;
  if (responseCode !== null && responseCode < 500) return 'later';
  if (code === 'EAUTH') return 'credentials';
  if (responseCode !== null) return 'refused';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'host';
  if (code === 'ETLS' || /certificate|altnames|TLS|SSL/i.test(message)) return 'certificate';
  return 'connection';
}

function fieldsOf(error: unknown) {
  const fields: Record<string, unknown> =
    error instanceof Error ? Object.fromEntries(Object.entries(error)) : {};
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    code: text('code'),
    command: text('command'),
    responseCode: typeof fields['responseCode'] === 'number' ? fields['responseCode'] : null,
    response: text('response') ?? '',
    message: error instanceof Error ? error.message : '',
  };
}

/** Host and port, which may be said. */
export function mailServerOf(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}
