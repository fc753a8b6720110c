import {
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@openlarder/domain/notifications/notification-kinds.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import { sized } from '#server/test/long-run.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import type { ReceivedMail } from '#server/test/mailbox.ts';
import { type MailedNotification, notificationMails } from '../notifications.hooks.ts';
import { notificationMail } from './notification-mail.ts';

const fixture = await mailFixture();
const { aMinute, mailsTo, notice, reachable, tell } = fixture;
const ID = '019a0000-0000-7000-8000-000000000001';
const PUBLIC_URL = 'http://food.example';
const translate = translateInto('en');

const mailAbout = (...notifications: readonly Partial<MailedNotification>[]) =>
  mailIn(translate, ...notifications);

const mailIn = (language: Translate, ...notifications: readonly Partial<MailedNotification>[]) =>
  notificationMail({
    translate: language,
    appName: 'The Larder',
    publicUrl: PUBLIC_URL,
    firstName: 'Ana',
    isDiscreet: false,
    notifications: notifications.map((over) => ({
      kind: 'listing_claimed',
      subject: { type: 'claim', id: ID },
      actorName: 'June',
      listingTitle: 'Sourdough loaves',
      servings: null,
      ...over,
    })),
    mails: notificationMails.handlersOf(fixture.ctx),
    unsubscribe: { url: `${PUBLIC_URL}/api/mail/unsubscribe?token=t`, topics: ['claims'] },
  });

/** A mail as it was really sent. */
async function sent(from: Parameters<typeof reachable>[0], over: object = {}): Promise<ReceivedMail> {
  const [ana, june] = [await reachable({ firstName: 'Zoë' }), await reachable(from)];
  await tell(notice(ana, 'listing_claimed', june, over));
  await aMinute();
  const [mail] = mailsTo(ana);
  if (!mail) throw new Error('no mail came');
  return mail;
}

it('names no actor for help that expired', () => {
  const about = { kind: 'request_released', subject: { type: 'request', id: ID } } as const;
  const mail = mailAbout({ ...about, actorName: null });
  expect(mail.subject).toBe('The match for “Sourdough loaves” has ended');
  expect(JSON.stringify(mail)).not.toContain('Someone');
  expect(mailAbout(about).subject).toBe('June ended the match for “Sourdough loaves”');
});

it('names the allergens that a giver corrected', () => {
  const mail = mailAbout({
    kind: 'food_corrected',
    correction: { added: ['milk'], removed: [], datesOrDiets: true },
  });
  expect(JSON.stringify(mail)).toContain(
    'June corrected “Sourdough loaves”: it contains milk, and other details changed',
  );
  expect(JSON.stringify(mailAbout({ kind: 'food_corrected' }))).toContain('corrected details of');
});

it('says how many servings were claimed, unless all were', () => {
  const part = mailAbout({ servings: { claimed: 4, shared: 6 } });
  expect(part.subject).toBe('June wants part of “Sourdough loaves” (4 of 6)');
  expect(part.paragraphs).toEqual([
    'June claimed part of “Sourdough loaves” (4 of 6). Plan the pickup by message.',
  ]);
  expect(mailAbout({ servings: { claimed: 6, shared: 6 } }).subject).toBe('June claimed “Sourdough loaves”');
});

describe('on the wire', () => {
  it('a mail is multipart UTF-8 with auto-submitted and list-unsubscribe headers', async () => {
    const mail = await sent({ firstName: 'Jürgen', lastName: 'Öz' });
    const { headers, raw } = mail;
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative; *boundary=/);
    const types = [...raw.matchAll(/^Content-Type: (text\/\w+); *charset=([\w-]+)/gim)].map(
      ([, ...one]) => one,
    );
    expect(types).toEqual([
      ['text/plain', 'utf-8'],
      ['text/html', 'utf-8'],
    ]);
    expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('list-id')).toBe('<notifications.example.org>');
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<http:\/\/food\.example\/api\/mail\/unsubscribe\?token=[\w-]+\.claims\.[\w-]{43}>$/,
    );
    expect(raw).toMatch(/^List-Unsubscribe: *\r?\n? ?<http:[^\s]+>\r$/m);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('message-id')).toMatch(/^<[\da-f-]{36}@example\.org>$/);
    expect(mail.subject).toBe('Jürgen claimed “Sourdough loaves”');
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('Hi Zoë,');
      expect(form).toContain('Jürgen claimed “Sourdough loaves”.');
    }
  });

  it('a mail contains no tracking and no external resources', async () => {
    const { html } = await sent({});
    expect(html).not.toMatch(/<(img|script|link|iframe|object)|url\(|@import|src=/i);
    const addresses = [...html.matchAll(/https?:\/\/[^"'<\s]+/g)].map(([url]) => new URL(url).host);
    expect(new Set(addresses)).toEqual(new Set(['food.example']));
  });

  it.each([
    ['a long title', 'Bread and '.repeat(12).trim(), /“(Bread and ){6}…”$|“(Bread and ){5}Bread and…”$/],
    ['emoji, whole', '👩‍🍳👩🏽‍🍳 soup 🍲'.repeat(9), /“👩‍🍳👩🏽‍🍳 soup 🍲.*…”$/u],
    ['another script', 'خبز طازج من اليوم', /“خبز طازج من اليوم”$/],
    ['a title with markup', '<b>Soup</b> & "more"', /“<b>Soup<\/b> & "more"”$/],
    ['a title with a line of its own', 'Soup\r\nBcc: spy@', /your food$/],
    ['a title that turns the line', 'Soup \u202Eevil', /“Soup evil”$/],
  ])('%s arrives', async (_case, listingTitle, subject) => {
    const mail = await sent({ firstName: 'June', lastName: 'Wells' }, { listingTitle });
    expect(mail.subject).toMatch(subject);
    expect(mail.subject).not.toMatch(/\uFFFD/);
    expect(mail.html).not.toContain('<b>');
    expect([...mail.headers.keys()]).not.toContain('bcc');
  });
});

describe('text of strangers', () => {
  it.each([
    'buy at shop.example',
    'https://shop.example',
    'www shop',
    'write to me@shop.example',
    'shop。example',
    'call 0800 123 456',
    'call +1 (212) 555-0142',
    'call 0800\u2011123\u2011456',
    'call ٠٨٠٠١٢٣٤٥٦',
    'cafe\u0301.example',
    'soup\u{1F372}.shop',
    'a shop.भारत',
  ])('is not a link in a title: %s', (listingTitle) => {
    const { subject, paragraphs } = mailAbout({ listingTitle });
    expect([subject, ...paragraphs].join(' ')).not.toContain(listingTitle);
    expect(subject).toBe('June claimed your food');
  });

  it.each([
    'shop.example',
    'Ann/Bob',
    'a@b',
    'www',
    'see:this',
    'shop．example',
    'x\\y',
    'Ring 0800 123 456',
  ])('is not a link in a name: %s', (actorName) => {
    expect(mailAbout({ actorName }).subject).toBe('Someone claimed “Sourdough loaves”');
  });

  it.each([
    'shop.example',
    'shop。example',
    'shop．example',
    'me＠shop',
    'https：／／shop',
    'Ring 0800 123 456',
  ])('is not a link in the greeting, whose name a stranger may have chosen at sign-up: %s', (firstName) => {
    expect(greetingLine(translate, firstName)).toBe('Hi there,');
  });
  it.each(['Zoë', 'Jean-Luc', 'José María', 'Ana 2'])('greets %s', (firstName) => {
    expect(greetingLine(translate, firstName)).toBe(`Hi ${firstName},`);
  });

  it.each([
    '1.5 kg of rice',
    'Bread, 1/2 loaf',
    'Soup (approx. 2 l)',
    'Today: stew',
    'Dr. Ana’s pie',
    '12 eggs',
    'Soup...and bread',
    '10 - 12 rolls, 200 g each',
  ])('is kept as a title if it is only food: %s', (listingTitle) => {
    expect(mailAbout({ listingTitle }).subject).toContain(`“${listingTitle}”`);
  });

  it('never creates a link, for any input', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc
        .array(fc.constantFrom('a', 'co', '.', '/', ':', '@', ' ', 'www', 'http', '。', '<', '"', '&'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(typed, typed, fc.constantFrom(...NOTIFICATION_KINDS), (actorName, listingTitle, kind) => {
        const { subject, paragraphs } = mailAbout({ actorName, listingTitle, kind });
        for (const line of [subject, ...paragraphs])
          expect(line).not.toMatch(/:\/\/|www|@|[\p{L}\p{N}][.．。｡․]\p{L}{2}|[\r\n]/u);
        expect(subject.length).toBeLessThan(400);
      }),
      { numRuns: sized(150, 500) },
    );
  });
});

describe('mail texts', () => {
  it.each(NOTIFICATION_KINDS)('are sentences, also without a name and a title: %s', (kind) => {
    for (const over of [
      {},
      { actorName: null },
      { listingTitle: null },
      { actorName: null, listingTitle: null },
    ]) {
      const { subject, paragraphs } = mailAbout({ kind, ...over });
      for (const line of [subject, ...paragraphs]) {
        expect(line).toMatch(/^[\p{Lu}“]/u);
        expect(line).not.toMatch(/null|undefined|[{}]| {2}|“”/);
      }
      expect(subject.length).toBeLessThan(110);
    }
  });

  it.each([
    ['claim', '/?tab=profile&claim='],
    ['conversation', '/?tab=messages&conversation='],
    ['listing', '/?listing='],
  ] as const)('leads to the %s', (type, path) => {
    expect(mailAbout({ subject: { type, id: ID } }).action?.url).toBe(`${PUBLIC_URL}${path}${ID}`);
  });

  it('link a request’s donor to the request list, and its two sides to their conversation', () => {
    const subject = { type: 'request', id: ID } as const;
    const opened = (kind: NotificationKind) => mailAbout({ kind, subject }).action?.url;
    expect(opened('emergency_alert')).toBe(`${PUBLIC_URL}/?tab=discover&filter=emergencies&request=${ID}`);
    expect(opened('request_matched')).toBe(`${PUBLIC_URL}/?tab=messages&request=${ID}`);
    expect(opened('request_expired')).toBe(`${PUBLIC_URL}/?tab=profile&room=requests`);
  });

  it('an alert names the request, and not the requester', () => {
    const { subject, paragraphs } = mailAbout({
      kind: 'emergency_alert',
      actorName: null,
      listingTitle: 'Dinner for four',
    });
    expect([subject, ...paragraphs]).toEqual([
      'Someone near you needs food',
      "Someone near you needs food: “Dinner for four”. If you can help, please let them know. If you can't, that's OK: we're asking other neighbors, too.",
    ]);
  });

  it('word an offered title in the recipient’s language', () => {
    const about = { kind: 'emergency_alert', listingTitle: 'A warm meal' } as const;
    expect(JSON.stringify(mailAbout(about))).toContain('“A warm meal”');
    expect(JSON.stringify(mailIn(translateInto('de'), about))).toContain('„Etwas Warmes“');
  });

  it('list at most ten items and the number of others', () => {
    const mail = mailAbout(...Array.from({ length: 12 }, () => ({})));
    expect(mail.items).toHaveLength(10);
    expect(mail.notes).toEqual(['2 more are waiting for you in The Larder.']);
    expect(mail.subject).toBe('June claimed “Sourdough loaves”, and 11 more');
  });
});
