import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import {
  MAIL_TOPICS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@openlarder/domain/notifications/notification-kinds.ts';
import { URGENT_KINDS } from '@openlarder/domain/notifications/mail-rules.ts';
import type { Updateable } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tables } from '#server/db/database.ts';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import { MODULES } from '#server/modules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { sized } from '#server/test/long-run.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import type { ReceivedMail } from '#server/test/mailbox.ts';
import { fromLanguageFile, LANGUAGES } from './platform/texts/translate.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  mailTopicOf,
} from '@openlarder/domain/notifications/notification-switches.ts';

// everything here that a community can name speaks of food, but for its addresses, which the mails cannot do without
const {
  aMinute,
  as,
  clock,
  ctx,
  db,
  http,
  mailbox,
  mailsTo,
  newId,
  notice,
  reachable,
  tell,
  unsubscribePath,
} = await mailFixture({
  APP_NAME: 'The Food Larder',
  MAIL_FROM: 'Midtown Food Share <hello@midtown.example>',
  PUBLIC_URL: 'http://midtown.example',
  ADMIN_EMAIL: 'ann@midtown.example',
});

const tellingWordsOf = fromLanguageFile('.vocabulary.json', (content) => {
  const { telling }: { telling: string[] } = JSON.parse(content);
  return telling;
});
/** Forbidden words of all languages, matched at the beginning of a word. */
const TELLING = new RegExp(
  String.raw`(?<![\p{L}])(?:${['june', ...LANGUAGES.flatMap(tellingWordsOf)].join('|')})|\p{Extended_Pictographic}`,
  'iu',
);
/** Markup that is not visible. */
const withoutMarkup = (html: string): string =>
  html
    .replace(/<style[^>]*>.*?<\/style>/s, '')
    .replaceAll(/ (?:role|class|style|width|nonce)="[^"]*"/g, '')
    .replaceAll(/<\/?table|<meta[^>]*>/g, '');

/** Signatures and tokens are random: any word may begin in one. */
const withoutTokens = (text: string): string => text.replaceAll(/[\w-]{43}/g, '');

/** What may not be seen of a mail, over a shoulder or in a mailbox. */
function tellingIn({ headers, subject, text, html }: ReceivedMail): Record<string, string> {
  const seen = {
    subject,
    text,
    html: withoutMarkup(html),
    ...Object.fromEntries([...headers].map(([name, value]) => [`header ${name}`, decodeURIComponent(value)])),
  };
  return Object.fromEntries(
    Object.entries(seen).flatMap(([part, said]) => {
      const found = TELLING.exec(withoutTokens(said))?.[0];
      return found === undefined ? [] : [[part, found]];
    }),
  );
}

type Columns = Updateable<Tables['person']>;

/** The tasks of a feature that mail a person, by name. */
const mailTasksOf = (feature: string) =>
  Object.fromEntries(
    MODULES.filter((module) => module.feature === feature).flatMap(({ tasks = {} }) =>
      Object.entries(tasks).filter(([name]) => name.startsWith('mail-')),
    ),
  );
const accountMailTasks = mailTasksOf('accounts');

async function person(language: Language, columns: Columns = {}): Promise<TestPerson> {
  const made = await reachable({ firstName: 'Zoë' });
  await db
    .updateTable('person')
    .set({ language, discreet: true, ...columns })
    .where('id', '=', made.id)
    .execute();
  // none is held back at night
  const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, quietHours: null };
  await as(made, { method: 'PUT', url: '/api/users/notification-settings', payload: settings });
  return made;
}

const actor = await reachable({ firstName: 'June' });
const MAILED_KINDS = NOTIFICATION_KINDS.filter((kind) => mailTopicOf(kind) !== null);
const SUBJECTS = ['listing', 'claim', 'conversation', 'request'] as const;

/** The one mail about these. */
async function mailAbout(who: TestPerson, kinds: readonly NotificationKind[]): Promise<ReceivedMail> {
  for (const kind of kinds)
    for (const type of kinds.length > 1
      ? SUBJECTS
      : ([kind.startsWith('request') ? 'request' : 'claim'] as const))
      await tell(notice(who, kind, actor, { subject: { type, id: newId() } }));
  // what waits to be read first is due by then, and nothing is out of date
  clock.forward(10 * MINUTE_MS);
  await aMinute();
  const [mail, ...more] = mailsTo(who);
  expect(more).toEqual([]);
  if (!mail) throw new Error(`no mail about ${kinds.join()}`);
  return mail;
}

/** What makes an account mail be sent, where an ordinary account does not. */
const STATES: Readonly<Record<string, Columns>> = {
  'mail-confirmation-link': { email_verified: false },
  'mail-account-paused': { paused_at: clock.now(), paused_reason: 'You offered spoiled food.' },
};

/** A person signs up with the email of an account. */
async function pendingSignUp(email: string): Promise<string> {
  const [id, now] = [newId(), clock.now()];
  const typed = { email, password: '-', first_name: 'Ana', last_name: '', user_type: 'donor' } as const;
  const times = { created_at: now, expires_at: new Date(now.getTime() + DAY_MS) };
  await db
    .insertInto('pending_sign_up')
    .values({ id, ...typed, ...times, language: null, code_digest: null, tries_left: 5 })
    .execute();
  return id;
}

async function accountMail(language: Language, name: string, columns: Columns = {}): Promise<ReceivedMail> {
  const who = await person(language, { ...STATES[name], ...columns });
  const { id: personId, email: known } = who;
  // one that has no account yet
  const email = name === 'mail-email-change' ? `new-${known}` : known;
  const pendingId = await pendingSignUp(known);
  await accountMailTasks[name]?.run(ctx, { personId, email, pendingId, askedAt: clock.now().toISOString() });
  const [mail, ...more] = mailsTo({ email });
  expect(more).toEqual([]);
  if (!mail) throw new Error(`${name} sent no mail`);
  return mail;
}

describe('mails to a person in discreet mode', () => {
  describe.each(LANGUAGES)('in %s', (language) => {
    // no kind has words of its own: what is urgent has mails of its own, all the others are in one
    it.each(sized(URGENT_KINDS, MAILED_KINDS))(
      'do not reveal what a notification is about: %s',
      async (kind) => {
        const mail = await mailAbout(await person(language), [kind]);
        expect(tellingIn(mail)).toEqual({});
        expect(mail.text).toContain('http://midtown.example/api/login\n');
      },
    );

    it('do not reveal anything of many notifications in one mail', async () => {
      // what is urgent has a mail of its own
      const together = MAILED_KINDS.filter((kind) => !URGENT_KINDS.includes(kind));
      expect(tellingIn(await mailAbout(await person(language), together))).toEqual({});
    });

    it.each(Object.keys(accountMailTasks))('do not reveal what the account is for: %s', async (name) => {
      expect(tellingIn(await accountMail(language, name))).toEqual({});
    });
  });

  it('are the only ones that reveal nothing', async () => {
    for (const kind of sized(URGENT_KINDS, MAILED_KINDS))
      expect(
        Object.keys(tellingIn(await mailAbout(await person('en', { discreet: false }), [kind]))),
      ).toEqual(expect.arrayContaining(['subject', 'text', 'html', 'header from']));
    for (const name of Object.keys(accountMailTasks)) {
      const mail = await accountMail('en', name, { discreet: false });
      expect(Object.keys(tellingIn(mail))).toEqual(expect.arrayContaining(['text', 'html', 'header from']));
    }
  });

  it('say that there is news, from a neutral sender', async () => {
    const mail = await mailAbout(await person('en'), ['emergency_alert']);
    expect(mail.subject).toBe('You have news');
    expect(mail.text).toContain(
      "Hi Zoë,\n\nThere's something new for you. Sign in to see it.\n\nSign in:\nhttp://midtown.example/api/login\n",
    );
    expect(mail.headers.get('from')).toBe('Updates <hello@midtown.example>');
    expect(mail.headers.get('list-unsubscribe')).toMatch(
      /^<http:\/\/midtown\.example\/api\/mail\/unsubscribe\?token=[\w.-]+>$/,
    );
  });

  it('are all tested here: no other task mails a person', () => {
    const tasks = MODULES.flatMap((module) => Object.keys(module.tasks ?? {})).filter((name) =>
      name.includes('mail'),
    );
    // those about reports go to the organizers; the others of notifications send nothing themselves
    const known = [...Object.keys(accountMailTasks), ...Object.keys(mailTasksOf('moderation'))];
    expect(tasks.filter((name) => !known.includes(name))).toEqual([
      'mail-due-notifications',
      'send-notification-mail',
    ]);
    expect(mailbox.mails.length).toBeGreaterThan(0);
  });
});

it.each(LANGUAGES)('the unsubscribe pages of a discreet mail reveal nothing, in %s', async (language) => {
  const { id: personId } = await person(language);
  for (const scope of [...MAIL_TOPICS.map((topic) => [topic]), MAIL_TOPICS, 'all'] as const) {
    const url = unsubscribePath(personId, scope);
    const send = async (payload?: string) => {
      const { body } = await http.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        ...(payload !== undefined && { payload }),
      });
      // the form's address and fields name the topic of an older link
      return withoutMarkup(body).replaceAll(/ (?:action|name|value)="[^"]*"/g, '');
    };
    for (const page of [
      await send(),
      await send('action=off'),
      await send(`action=on&topics=${MAIL_TOPICS.join()}`),
    ])
      expect([scope, TELLING.exec(page)?.[0]]).toEqual([scope, undefined]);
  }
});

describe('the setting', () => {
  const change = async (who: TestPerson, discreet: boolean) =>
    (await as(who, { method: 'PUT', url: '/api/users/profile', payload: { discreet } })).json().discreet;
  const read = async (who: TestPerson, url: string) => (await as(who, { url })).body;

  it('is off by default, visible to the person only, and in the export', async () => {
    const [who, other] = [await reachable(), await reachable()];
    const own = async () => JSON.parse(await read(who, '/api/auth/user')).discreet;
    expect(await own()).toBe(false);
    expect([await change(who, true), await own()]).toEqual([true, true]);
    expect(JSON.parse(await read(who, '/api/users/export')).account.discreet).toBe(true);
    expect(await read(other, `/api/users/${who.id}`)).not.toContain('discreet');
    expect([await change(who, false), await own()]).toEqual([false, false]);
  });

  it('is announced to the other devices of the person, and only when it is switched', async () => {
    const who = await reachable();
    const told: unknown[] = [];
    const append: AppContext['eventLog']['append'] = async (_tx, ...event) => void told.push(event);
    const switchTo = (body: Parameters<typeof updateProfile>[2]) =>
      updateProfile({ ...ctx, eventLog: { ...ctx.eventLog, append } }, who.caller, body);
    await switchTo({ discreet: false });
    await switchTo({ firstName: 'Zoë' });
    expect(told).toEqual([]);
    await switchTo({ discreet: true });
    expect(told).toEqual([
      ['account_changed', { personId: who.id }, { topics: ['account', 'limits'], people: [who.id] }],
    ]);
  });
});
