import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '#server/platform/app-context.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { openMailbox } from '#server/test/mailbox.ts';
import { testApp } from '#server/test/test-app.ts';
import { insertReport } from './create-report.ts';
import { reportMailTasks } from './report-mails.ts';

const ADMIN = 'ann@example.org';
const HOUR_MS = 3_600_000;
const mailbox = await openMailbox();
const app = await testApp({ ADMIN_EMAIL: ADMIN, SMTP_URL: mailbox.url, MAIL_FROM: 'food@example.org' });
const { clock, db, newId, createPerson } = app;

/** A context with a job queue and a mailer that record calls. */
function withRecorders(adminEmail: string | null = ADMIN) {
  const [queued, sent] = [[] as { name: string; payload: object }[], [] as MailText[]];
  let isAway = false;
  const ctx: AppContext = {
    ...app.ctx,
    settings: { ...app.ctx.settings, appName: 'Our Larder', adminEmail },
    jobs: { add: async (_tx, name, payload = {}) => void queued.push({ name, payload }) },
    mailer: {
      async send(to, mail) {
        if (isAway) throw new Error('the mail server is away');
        expect(to).toBe(ADMIN);
        sent.push(mail);
        return 'taken';
      },
    },
  };
  const run = async (name: string, payload?: object) => reportMailTasks[name]?.run(ctx, payload);
  return {
    ctx,
    queued,
    sent,
    digest: () => run('mail-waiting-reports'),
    processDue: async (): Promise<void> => {
      for (const { name, payload } of queued.splice(0)) await run(name, payload);
    },
    away: (now: boolean) => {
      isAway = now;
    },
  };
}

async function fileReports(ctx: AppContext, count: number): Promise<void> {
  const { id: reporterId } = await createPerson();
  for (let nth = 0; nth < count; nth++) {
    const subject = { type: 'message' as const, id: newId() };
    const said = { reason: 'harassment', details: 'they wrote filth', evidence: 'filth' };
    await inTransaction(ctx, (tx) => insertReport(tx, { reporterId, subject, ...said }));
  }
}

beforeEach(() => clock.forward(2 * HOUR_MS));
afterEach(() => db.deleteFrom('report').execute());

test('sends one mail for each report, with its reason and the command, and no user text', async () => {
  const { ctx, sent, processDue } = withRecorders();
  await fileReports(ctx, 1);
  await processDue();
  expect(sent).toHaveLength(1);
  const words = JSON.stringify(sent);
  expect(words).toContain('harassment');
  expect(words).toContain('npm run admin -- reports show ');
  expect(words).not.toContain('filth');
});

test('sends one digest beyond twenty mails an hour', async () => {
  const { ctx, sent, processDue, digest } = withRecorders();
  await fileReports(ctx, 33);
  await processDue();
  expect(sent).toHaveLength(20);
  await digest();
  expect(sent).toHaveLength(21);
  expect(sent.at(-1)?.subject).toContain('13 reports are waiting');
  // only once
  await digest();
  expect(sent).toHaveLength(21);
  clock.forward(HOUR_MS + 1);
  await fileReports(ctx, 1);
  await processDue();
  expect(sent).toHaveLength(22);
});

test('sends once if the job runs twice, and retries a failed one', async () => {
  const { ctx, sent, queued, away, processDue } = withRecorders();
  await fileReports(ctx, 1);
  const [job] = queued;
  away(true);
  await expect(processDue()).rejects.toThrow('away');
  away(false);
  for (let nth = 0; nth < 2; nth++) {
    if (job) queued.push(job);
    await processDue();
  }
  expect(sent).toHaveLength(1);
});

test('sends nothing for a closed report, and nothing without an address', async () => {
  const closed = withRecorders();
  await fileReports(closed.ctx, 1);
  await db.updateTable('report').set({ closed_at: clock.now() }).execute();
  await closed.processDue();
  await closed.digest();
  const nobody = withRecorders(null);
  await fileReports(nobody.ctx, 1);
  expect(nobody.queued).toEqual([]);
  await nobody.digest();
  expect([closed.sent, nobody.sent]).toEqual([[], []]);
});

test('delivers to the admin mailbox', async () => {
  await app.listen();
  const ana = await createPerson();
  const payload = {
    subject: { type: 'person', id: (await createPerson()).id },
    reason: 'spam',
    details: 'a secret detail',
  };
  expect((await app.as(ana, { method: 'POST', url: '/api/reports', payload })).statusCode).toBe(201);
  const mail = await mailbox.mailTo(ADMIN);
  expect(mail.subject).toContain('someone reported a person');
  expect(mail.text).toContain('spam');
  expect(mail.text + mail.html).not.toContain('a secret detail');
});
