import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect } from 'vitest';

/** A mail as received over the wire. */
export type ReceivedMail = {
  /** The envelope recipients: more than one would reveal the mail to another person. */
  readonly to: readonly string[];
  /** By lower-case name; the raw lines, so that a duplicate shows. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As received, bytes as Latin-1 characters. */
  readonly raw: string;
};

export type Mailbox = {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /**
   * The nth mail (from 0) to an address, once received; with `about`, of those with a matching subject: mails sent at
   * the same time arrive in any order.
   */
  mailTo(address: string, nth?: number, about?: RegExp): Promise<ReceivedMail>;
  /** Unknown recipients. */
  readonly unknown: Set<string>;
  /** The reply to every recipient, such as `554 5.7.1 Relay access denied`; null to take them. */
  refusal: string | null;
  /** Awaited before a received mail is acknowledged. */
  beforeAnswer: (mail: ReceivedMail) => Promise<void> | void;
  /** The server goes away, and comes back at the same address. */
  close(): Promise<void>;
  reopen(): Promise<void>;
};

/**
 * A server that greets immediately. Each connection otherwise waits a tenth of a second for senders that talk too soon, and
 * each mail is a connection.
 */
class PromptServer extends SMTPServer {
  override connect(...given: Parameters<SMTPServer['connect']>): void {
    super.connect(...given);
    const connection = [...this.connections].at(-1);
    if (!connection) return;
    connection.connectionReady();
    connection.connectionReady = () => {};
  }
}

/** A mail server of the test file's own, on a port of its own, closed after the last test. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const unknown = new Set<string>();
  let server = serve();
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  afterAll(() => close());

  function serve(): SMTPServer {
    const made = new PromptServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _session, done) {
        const reply = mailbox.refusal ?? (unknown.has(address) ? '550 no such mailbox' : null);
        if (reply === null) return done();
        const [responseCode, ...said] = reply.split(' ');
        done(Object.assign(new Error(said.join(' ')), { responseCode: Number(responseCode) }));
      },
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const mail = {
            to: envelope.rcptTo.map(({ address }) => address),
            ...parsed(bytes.toString('utf8')),
            raw: bytes.toString('latin1'),
          };
          mails.push(mail);
          void answer(mail, done);
        });
      },
    });
    made.on('error', onError);
    return made;
  }

  /** A sender killed in the middle of a mail breaks its connection: caused by the test, not an error of the server. */
  function onError(error: Error & { code?: string }): void {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  }

  async function answer(mail: ReceivedMail, done: (refusal?: Error | null) => void): Promise<void> {
    let refusal: unknown = null;
    try {
      await mailbox.beforeAnswer(mail);
    } catch (error) {
      refusal = error;
    }
    done(refusal instanceof Error ? refusal : null);
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  const mailbox: Mailbox = {
    beforeAnswer: () => {},
    refusal: null,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    unknown,
    close,
    async mailTo(address, nth = 0, about = /^/) {
      const there = () => mails.filter(({ to, subject }) => to.includes(address) && about.test(subject));
      await expect.poll(() => there().length, { timeout: 10_000 }).toBeGreaterThan(nth);
      const mail = there()[nth];
      if (!mail) throw new Error('the mail was there and is gone');
      return mail;
    },
    async reopen() {
      server = serve();
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
    },
  };
  return mailbox;
}

/** The code in the mail of a sign-up. */
export const codeIn = ({ text }: Pick<ReceivedMail, 'text'>): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

/** The token in a mail's link. */
export function tokenIn({ text }: Pick<ReceivedMail, 'text'>, kind: 'reset' | 'verify' | 'sign-up'): string {
  const token = new RegExp(`^http://food\\.example/api/login\\?${kind}=([\\w.-]+)$`, 'm').exec(text)?.[1];
  if (!token) throw new Error(`no ${kind} link in: ${text}`);
  return token;
}

function parsed(raw: string): Omit<ReceivedMail, 'to' | 'raw'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n|\r\n$/g, '')));
  const textOf = (type: string): string => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part ? decoded(part.body, part.headers.get('content-transfer-encoding') ?? '') : '';
  };
  return {
    headers,
    subject: decodedWords(headers.get('subject') ?? ''),
    text: textOf('text/plain').replaceAll('\r\n', '\n'),
    html: textOf('text/html').replaceAll('\r\n', '\n'),
  };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? fromQuoted(body.replaceAll('=\r\n', '')) : body;
}

const fromQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Encoded words (RFC 2047) of a header. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuoted(word.replaceAll('_', ' ')),
    );
}
