import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { followedMailer, makeMailer, tryMailServer } from '#server/platform/mail/mailer.ts';
import { MailFault } from '#server/platform/mail/mail-fault.ts';
import { mailPage, type MailText } from '#server/platform/mail/mail-page.ts';
import { openMailbox } from '#server/test/mailbox.ts';

const mailbox = await openMailbox();
const FROM = 'The Larder <food@example.org>';
const warnings: unknown[] = [];
const mailer = makeMailer({
  settings: { mail: { smtpUrl: mailbox.url, from: FROM }, appName: 'The Larder', language: 'en' },
  log: { warn: (...said: unknown[]) => void warnings.push(said) },
  print: (text) => {
    throw new Error(`printed though there is a mail server: ${text}`);
  },
});

const letter: MailText = {
  language: 'en',
  isDiscreet: false,
  subject: 'Soup is ready',
  greeting: 'Hello Zoë,',
  paragraphs: ['Come & get it.'],
  action: { label: 'Open it', url: 'http://food.example/?listing=1&tab=discover' },
  notes: ['Until six.'],
};

test('sends a mail to one address, with the same content as text and HTML', async () => {
  await mailer.send('zoe@example.org', letter);
  const mail = await mailbox.mailTo('zoe@example.org');
  expect(mail.to).toEqual(['zoe@example.org']);
  expect(mail.subject).toBe('Soup is ready');
  expect(mail.headers.get('from')).toBe(FROM);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.text).toBe(
    'Hello Zoë,\n\nCome & get it.\n\nOpen it:\nhttp://food.example/?listing=1&tab=discover\n\nUntil six.\n\n-- \nThe Larder\n',
  );
  expect(mail.html).toContain('Hello Zoë,');
  expect(mail.html).toContain('Come &amp; get it.');
  expect(mail.html).toContain('href="http://food.example/?listing=1&amp;tab=discover"');
});

test.each([
  ['a line of its own', 'Ana\r\nBcc: spy@example.org\r\n\r\nBuy this'],
  ['another kind of line', 'Ana\u2028Bcc: spy@example.org\u0085X-Evil: 1'],
  ['a bare line feed', 'Ana\nBcc: spy@example.org'],
  ['colors of a terminal', 'Ana \u001b[31mred\u0007'],
])('a name with %s stays a name', async (_case, name) => {
  const to = `name-${mailbox.mails.length}@example.org`;
  await mailer.send(to, { ...letter, subject: `${name} claimed your soup`, greeting: `Hello ${name},` });
  const mail = await mailbox.mailTo(to);
  expect(mail.to).toEqual([to]);
  expect([...mail.headers.keys()].filter((header) => header === 'bcc' || header === 'x-evil')).toEqual([]);
  expect(mail.subject).not.toMatch(/\p{Cc}|\u2028/u);
  expect(mail.text.split('\n')[0]).toMatch(/^Hello Ana .*,$/);
  expect(mail.text).not.toMatch(/[^\P{Cc}\n]/u);
});

test('adds the name of the community to a sender without a name', async () => {
  const plain = { smtpUrl: mailbox.url, from: 'food@example.org' };
  const log = { warn: () => {} };
  const named = makeMailer({
    settings: { mail: plain, appName: 'Zoë, & "us"', language: 'en' },
    log,
    print: () => {},
  });
  await named.send('named@example.org', letter);
  const { headers } = await mailbox.mailTo('named@example.org');
  expect(headers.get('from')).toMatch(/^=\?UTF-8\?.+\?= <food@example\.org>$/i);
});

test('escapes user text in HTML', () => {
  const { html } = mailPage('A & B', { ...letter, greeting: `Hello <img src=x onerror="alert('1')">,` });
  expect(html).toContain('Hello &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;,');
  expect(html).not.toContain('<img');
  expect(html).toContain('<html lang="en">');
});

test('treats an address with a comma or line break as one address', async () => {
  for (const to of [
    '"a, spy@example.org"@example.org',
    'a@example.org,spy@example.org',
    'a@example.org\r\nRCPT TO:<spy@example.org>',
  ])
    await mailer.send(to, letter).catch(() => {});
  expect(mailbox.mails.flatMap((mail) => mail.to)).not.toContain('spy@example.org');
});

test('drops a mail to an unknown address without logging the address', async () => {
  warnings.length = 0;
  mailbox.unknown.add('gone@example.org');
  await mailer.send('gone@example.org', letter);
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toContain('gone@');
});

test.each([
  ['550 5.1.1 User unknown', 'address-refused'],
  ['550 No such user here', 'address-refused'],
  ['553 5.0.0 no mailbox', 'address-refused'],
  ['552 5.2.2 Mailbox full', 'address-refused'],
  ['554 5.1.1 Recipient unknown', 'address-refused'],
  ['550-5.1.1 The account does not exist', 'address-refused'],
  ['550 5.1.1 Recipient unknown: access denied', 'address-refused'],
  ['550 5.1.351 Remote server returned unknown recipient', 'address-refused'],
  ['554 5.7.1 <zoe@example.org>: Relay access denied', 'refused'],
  ['550 relay not permitted', 'refused'],
  ['550 5.0.0 SPF check failed', 'refused'],
  ['550 Sender verify failed', 'refused'],
  ['553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)', 'refused'],
  ['550 5.7.1 Sender not allowed', 'refused'],
  ['550 5.1.8 Sender domain unknown', 'refused'],
  ['554 Transaction failed', 'refused'],
  ['530 5.7.0 Must issue a STARTTLS command first', 'refused'],
  ['451 4.7.1 Try again later', 'later'],
  ['450 4.2.2 Over quota', 'later'],
  ['550 Access from your network is not allowed', 'refused'],
  ['550 The domain has exceeded the emails that it may send in an hour', 'refused'],
  ['550 Bad HELO', 'refused'],
  ['553 From address not verified', 'refused'],
  ['550 Acceso no autorizado', 'refused'],
  ['550', 'refused'],
])('tells an address that is refused from a server that refuses our mail: %s', async (reply, expected) => {
  mailbox.refusal = reply;
  const outcome = await mailer.send('zoe@example.org', letter).catch((error: unknown) => error);
  mailbox.refusal = null;
  expect(outcome instanceof MailFault ? outcome.remedy : outcome).toBe(expected);
  if (outcome instanceof MailFault) {
    for (const part of outcome.answer.split(' ')) expect(reply).toContain(part);
    expect(outcome.message).not.toContain('zoe@');
  }
});

test.each([
  [550, '5.1.1 No such user', 'address-refused'],
  [552, '5.2.2 Over quota', 'address-refused'],
  [552, '5.3.4 Message too big', 'refused'],
  [550, 'Message looks like spam', 'refused'],
])('also when the server says so only after the mail: %s %s', async (responseCode, said, expected) => {
  mailbox.beforeAnswer = () => {
    throw Object.assign(new Error(said), { responseCode });
  };
  const outcome = await mailer.send('zoe@example.org', letter).catch((error: unknown) => error);
  mailbox.beforeAnswer = () => {};
  expect(outcome instanceof MailFault ? outcome.remedy : outcome).toBe(expected);
});

test('an address is refused, in whatever words, where others are not', async () => {
  const send = (to: string) =>
    mailer.send(to, letter).catch((error: unknown) => error instanceof MailFault && error.blames);
  const refused = async (to: string) => {
    mailbox.refusal = '550 Buzón inexistente';
    const outcome = await send(to);
    mailbox.refusal = null;
    return outcome;
  };
  await send('ana@example.org');
  // also of one that has just taken a mail, which may be the last for now
  expect(await refused('words@example.org')).toBe('unclear');
  expect(await refused('others@example.org')).toBe('unclear');
  expect(await refused('words@example.org')).toBe('unclear');
  await send('ana@example.org');
  expect(await refused('words@example.org')).toBe('address-refused');
  expect(await send('others@example.org')).toBe('taken');
  expect(await refused('others@example.org')).toBe('unclear');
});

test('one address that is refused in unclear words is no sign that no mail goes out, however long', async () => {
  let nowMs = 0;
  const remedies: string[] = [];
  const done = async () => {};
  const followed = followedMailer(mailer, {
    nowMs: () => nowMs,
    count: done,
    noteTaken: done,
    noteFault: async (_fault, remedy) => void remedies.push(remedy),
  });
  onTestFinished(() => {
    mailbox.refusal = null;
  });
  const refusedFor2Hours = async (to: string) => {
    mailbox.refusal = '550 Buzón inexistente';
    for (const hour of [0, 1, 2]) {
      nowMs += hour * 3_600_000;
      await expect(followed.send(to, letter)).rejects.toThrow(MailFault);
    }
  };
  await refusedFor2Hours('mistyped-1@example.org');
  mailbox.refusal = null;
  await followed.send('ana@example.org', letter);
  await refusedFor2Hours('mistyped-2@example.org');
  expect(remedies).toEqual([]);
  await refusedFor2Hours('ana@example.org');
  expect(remedies).toEqual(['refused', 'refused']);
});

/** A mail server of few words: says each of them when a client has said something, and hangs up behind the last. */
async function tersely(...replies: readonly string[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...replies];
    const say = () => {
      const reply = left.shift();
      if (reply === undefined) socket.destroy();
      else socket.write(`${reply}\r\n`);
    };
    socket.on('error', () => {});
    socket.on('data', say);
    say();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const EHLO = '250-larder\r\n250-AUTH PLAIN\r\n250 STARTTLS';
test.each<[string, readonly string[], Partial<MailFault>]>([
  ['it is not for mail', ['HTTP/1.1 400 Bad Request'], { remedy: 'connection' }],
  ['it hangs up', [], { remedy: 'connection' }],
  ['it takes mail of no one', ['554 No SMTP here'], { remedy: 'refused' }],
  ['it is too busy to greet', ['421 4.3.2 Too busy'], { remedy: 'later' }],
  ['it has no TLS for now', ['220 hi', EHLO, '454 4.7.0 No TLS'], { remedy: 'later' }],
  ['it hangs up in place of TLS', ['220 hi', EHLO], { remedy: 'connection' }],
  ['it cannot look passwords up', ['220 hi', '250 AUTH PLAIN', '454 4.7.0 Later'], { remedy: 'later' }],
  ['it does not know the password', ['220 hi', '250 AUTH PLAIN', '535 5.7.8 No'], { remedy: 'credentials' }],
  ['it hangs up on the sender', ['220 hi', '250 AUTH PLAIN', '235 ok'], { remedy: 'connection' }],
])('loses no mail, and says what to do, where %s', async (_case, replies, expected) => {
  const smtpUrl = `smtp://food:secret@${await tersely(...replies)}`;
  const settings = { mail: { smtpUrl, from: FROM }, appName: 'The Larder', language: 'en' } as const;
  const moody = makeMailer({ settings, log: { warn: () => {} }, print: () => {} });
  const fault = await moody.send('zoe@example.org', letter).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(MailFault);
  expect(fault).toMatchObject({ blames: 'us', ...expected });
});

test('says that a certificate is not trusted, as that of a mail server on this machine', async () => {
  // with the certificate that the library makes for itself
  const server = new SMTPServer({ authOptional: true });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const fault = await tryMailServer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM }).catch(
    (error: unknown) => error,
  );
  expect(fault).toMatchObject({ remedy: 'certificate', server: `127.0.0.1:${port}` });
});

test.each([
  ['smtp://mail.invalid:25', 'host', 'mail.invalid:25'],
  ['smtp://127.0.0.1:9', 'connection', '127.0.0.1:9'],
])('names the server and what to do: %s', async (smtpUrl, remedy, server) => {
  const lost = makeMailer({
    settings: { mail: { smtpUrl, from: FROM }, appName: 'The Larder', language: 'en' },
    log: { warn: () => {} },
    print: () => {},
  });
  const fault = await lost.send('zoe@example.org', letter).catch((error: unknown) => error);
  expect(fault).toMatchObject({ remedy, server });
});

test('leaves a server that never ends its answer after a minute', async () => {
  const tookAll = Promise.withResolvers<void>();
  mailbox.beforeAnswer = () => {
    tookAll.resolve();
    return new Promise(() => {});
  };
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => {
    mailbox.beforeAnswer = () => {};
    vi.useRealTimers();
  });
  const outcome = mailer.send('zoe@example.org', letter).catch((error: unknown) => error);
  await tookAll.promise;
  vi.advanceTimersByTime(60_000);
  expect(await outcome).toMatchObject({ remedy: 'connection' });
});

test('throws if the server is unavailable, without the address in the message', async () => {
  await mailbox.close();
  const failure = await mailer.send('zoe@example.org', letter).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(String(failure)).toMatch(/did not take a mail \(.*ECONNREFUSED|ESOCKET/);
  expect(String(failure)).not.toContain('zoe');
  await mailbox.reopen();
  await mailer.send('back@example.org', letter);
  expect((await mailbox.mailTo('back@example.org')).subject).toBe(letter.subject);
});

test('prints the whole mail without a mail server, without control characters', async () => {
  const prints: string[] = [];
  const log = { warn: () => {} };
  const printer = makeMailer({
    settings: { mail: null, appName: 'The Larder', language: 'en' },
    log,
    print: (text) => prints.push(text),
  });
  await printer.send('zoe@example.org', { ...letter, subject: 'Soup\u001b[31m' });
  expect(prints).toHaveLength(1);
  expect(prints[0]).toContain(
    "Email to zoe@example.org (printed here because SMTP_URL isn't set)\nSubject: Soup [31m\n",
  );
  expect(prints[0]).toContain('http://food.example/?listing=1&tab=discover');
});
