import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeModeration, type Moderation } from '#server/features/moderation/moderation.service.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { MailText } from '#server/platform/mail-page.ts';
import { testApp } from '#server/testing/test-app.ts';
import { openMailbox } from '#server/testing/mailbox.ts';

const ADMIN = 'ann@example.org';
const HOUR_MS = 3_600_000;
const mailbox = await openMailbox();
const app = await testApp({ ADMIN_EMAIL: ADMIN, SMTP_URL: mailbox.url, MAIL_FROM: 'food@example.org' });
const { clock, db, newId, plantPerson } = app;

/** The feature with a queue and a mail server that the test looks into. */
function withPost(adminEmail: string | null = ADMIN) {
  const [queued, sent] = [[] as { name: string; payload: object }[], [] as MailText[]];
  let isAway = false;
  const moderation = makeModeration({
    db,
    clock,
    newId,
    accounts: app.features.accounts,
    places: app.features.places,
    appName: 'Our Larder',
    adminEmail,
    jobs: { add: async (_tx, name, payload = {}) => void queued.push({ name, payload }) },
    mailer: {
      async send(to, mail) {
        if (isAway) throw new Error('the mail server is away');
        expect(to).toBe(ADMIN);
        sent.push(mail);
      },
    },
    partings: [],
    witnesses: {
      person: async () => null,
      listing: async () => null,
      conversation: async () => null,
      message: async () => null,
      request: async () => null,
    },
  });
  const run = async (name: string, payload?: object) => moderation.mailTasks[name]?.(payload);
  return {
    moderation,
    queued,
    sent,
    digest: () => run('mail-waiting-reports'),
    workOff: async (): Promise<void> => {
      for (const { name, payload } of queued.splice(0)) await run(name, payload);
    },
    away: (now: boolean) => {
      isAway = now;
    },
  };
}

async function fileReports(moderation: Moderation, count: number): Promise<void> {
  const { id: reporterId } = await plantPerson();
  for (let nth = 0; nth < count; nth++) {
    const subject = { type: 'message' as const, id: newId() };
    const said = { reason: 'harassment', details: 'they wrote filth', evidence: 'filth' };
    await inTransaction(db, (tx) => moderation.fileReport(tx, { reporterId, subject, ...said }));
  }
}

beforeEach(() => clock.forward(2 * HOUR_MS));
afterEach(() => db.deleteFrom('report').execute());

test('each report is one mail, with its reason and how to read it, and nothing anybody wrote', async () => {
  const { moderation, sent, workOff } = withPost();
  await fileReports(moderation, 1);
  await workOff();
  expect(sent).toHaveLength(1);
  const words = JSON.stringify(sent);
  expect(words).toContain('harassment');
  expect(words).toContain('npm run admin -- reports show ');
  expect(words).not.toContain('filth');
});

test('beyond twenty an hour they are told of together', async () => {
  const { moderation, sent, workOff, digest } = withPost();
  await fileReports(moderation, 33);
  await workOff();
  expect(sent).toHaveLength(20);
  await digest();
  expect(sent).toHaveLength(21);
  expect(sent.at(-1)?.subject).toContain('13 reports are waiting');
  // and once only
  await digest();
  expect(sent).toHaveLength(21);
  clock.forward(HOUR_MS + 1);
  await fileReports(moderation, 1);
  await workOff();
  expect(sent).toHaveLength(22);
});

test('a job that runs twice sends once, and one that fails is tried again', async () => {
  const { moderation, sent, queued, away, workOff } = withPost();
  await fileReports(moderation, 1);
  const [job] = queued;
  away(true);
  await expect(workOff()).rejects.toThrow('away');
  away(false);
  for (let nth = 0; nth < 2; nth++) {
    if (job) queued.push(job);
    await workOff();
  }
  expect(sent).toHaveLength(1);
});

test('nothing of a report that was closed meanwhile, and nothing without an address', async () => {
  const closed = withPost();
  await fileReports(closed.moderation, 1);
  await db.updateTable('report').set({ closed_at: clock.now() }).execute();
  await closed.workOff();
  await closed.digest();
  const nobody = withPost(null);
  await fileReports(nobody.moderation, 1);
  expect(nobody.queued).toEqual([]);
  await nobody.digest();
  expect([closed.sent, nobody.sent]).toEqual([[], []]);
});

test('reaches the mailbox of whoever runs the community', async () => {
  await app.listen();
  const ana = await plantPerson();
  const payload = {
    subject: { type: 'person', id: (await plantPerson()).id },
    reason: 'spam',
    details: 'a secret detail',
  };
  expect((await app.as(ana, { method: 'POST', url: '/api/reports', payload })).statusCode).toBe(201);
  const mail = await mailbox.mailTo(ADMIN);
  expect(mail.subject).toContain('somebody reported a person');
  expect(mail.text).toContain('spam');
  expect(mail.text + mail.html).not.toContain('a secret detail');
});
