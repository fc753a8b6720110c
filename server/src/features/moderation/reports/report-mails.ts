import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportReason } from '@openlarder/domain/moderation/report-reasons.ts';
import * as z from 'zod/mini';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import { makeConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { Task } from '#server/platform/feature-module.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import * as store from './reports.store.ts';

const MAIL_REPORT = 'mail-report';
const MAIL_WAITING_REPORTS = 'mail-waiting-reports';
/** Beyond these, the reports of an hour are combined in one mail. */
const MAILS_PER_HOUR = 20;

const payloadSchema = z.object({ reportId: z.string() });

const REASONS: Readonly<Record<string, string>> = {
  unsafe_food: 'unsafe food',
  harassment: 'harassment',
  dishonest: 'dishonesty',
  spam: 'spam',
  other: 'something else',
} satisfies Record<ReportReason, string>;

/** A reason as it is said in a sentence. */
export const reportReasonText = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ');

/** Mails about reports are sent one at a time, so that the hourly limit holds. */
const mailLimit = perApp(() => makeConcurrencyLimit(1));

const singleMail = (appName: string, row: store.ReportRow): MailText => ({
  subject: `${appName}: somebody reported a ${row.subject_type}`,
  greeting: 'Hello,',
  paragraphs: [
    `Somebody reported a ${row.subject_type}. The reason they chose: ${reportReasonText(row.reason)}.`,
    `To read it, on the server: npm run admin -- reports show ${row.id}`,
  ],
  notes: ['This mail goes to the address in ADMIN_EMAIL.'],
});

const digestMail = (appName: string, count: number): MailText => ({
  subject: `${appName}: ${count === 1 ? '1 report is' : `${count} reports are`} waiting`,
  greeting: 'Hello,',
  paragraphs: [
    `${count === 1 ? '1 report has' : `${count} reports have`} come that no mail has told you of.`,
    'To read them, on the server: npm run admin -- reports',
  ],
  notes: ['This mail goes to the address in ADMIN_EMAIL.'],
});

async function mailReport(ctx: AppContext, reportId: string): Promise<void> {
  const { adminEmail, appName } = ctx.settings;
  const row = await store.reportById(ctx.db, reportId);
  if (!adminEmail || !row || row.mailed_at !== null || row.closed_at !== null) return;
  const anHourAgo = new Date(ctx.clock.now().getTime() - HOUR_MS);
  // beyond the limit, the next digest includes it
  if ((await store.countMailedSince(ctx.db, anHourAgo)) >= MAILS_PER_HOUR) return;
  await ctx.mailer.send(adminEmail, singleMail(appName, row));
  await store.markMailed(ctx.db, [row.id], ctx.clock.now());
}

async function mailWaitingReports(ctx: AppContext): Promise<void> {
  const { adminEmail, appName } = ctx.settings;
  if (!adminEmail) return;
  const rows = await store.unmailedReports(ctx.db);
  if (rows.length === 0) return;
  await ctx.mailer.send(adminEmail, digestMail(appName, rows.length));
  const ids = rows.map(({ id }) => id);
  await store.markMailed(ctx.db, ids, ctx.clock.now());
}

/** The tasks that mail the admins that there is something to read; the mails contain no user text. */
export const reportMailTasks: Readonly<Record<string, Task>> = {
  [MAIL_REPORT]: {
    async run(ctx, payload) {
      const { reportId } = payloadSchema.parse(payload);
      await mailLimit(ctx)(() => mailReport(ctx, reportId));
    },
  },
  [MAIL_WAITING_REPORTS]: {
    run: (ctx) => mailLimit(ctx)(() => mailWaitingReports(ctx)),
    schedule: '17 * * * *',
  },
};

/** Queues the mail about a report. Without ADMIN_EMAIL nothing is sent. */
export async function queueReportMail(tx: TxContext, reportId: string): Promise<void> {
  if (tx.settings.adminEmail) await tx.jobs.add(tx, MAIL_REPORT, { reportId });
}
