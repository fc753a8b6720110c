import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { REPORT_REASONS } from '@openlarder/domain/moderation/report-reasons.ts';
import * as z from 'zod/mini';
import { DISPUTE_REASON } from '@openlarder/domain/moderation/report-reasons.ts';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import { makeConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { Task } from '#server/platform/feature-module.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { greetingLine } from '#server/platform/mail/safe-mail-text.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import { reportMailTexts as texts } from './report-mail-texts.ts';
import * as store from './reports.store.ts';

const MAIL_REPORT = 'mail-report';
const MAIL_WAITING_REPORTS = 'mail-waiting-reports';
/** Beyond these, the reports of an hour are combined in one mail. */
const MAILS_PER_HOUR = 20;

const payloadSchema = z.object({ reportId: z.string() });

/** The reasons that have a text: those of the form, and those of reports that other features file. */
const REASONS = [...REPORT_REASONS, DISPUTE_REASON, 'not_genuine'] as const;

export function reportReasonText(translate: Translate, reason: string): string {
  const known = REASONS.find((one) => one === reason);
  return known ? translate(texts, known) : reason;
}

/** Mails about reports are sent one at a time, so that the hourly limit holds. */
const mailLimit = perApp(() => makeConcurrencyLimit(1));

const commonParts = (translate: Translate) => ({
  language: translate.language,
  isDiscreet: false,
  greeting: greetingLine(translate, ''),
  notes: [translate(texts, 'address')],
});

const singleMail = (translate: Translate, appName: string, row: store.ReportRow): MailText => ({
  ...commonParts(translate),
  subject: translate(texts, 'one.subject', { app: appName, about: row.subject_type }),
  paragraphs: [
    translate(texts, 'one.text', { about: row.subject_type }),
    translate(texts, 'one.reason', { reason: reportReasonText(translate, row.reason) }),
    translate(texts, 'one.read', { command: `npm run admin -- reports show ${row.id}` }),
  ],
});

const digestMail = (translate: Translate, appName: string, count: number): MailText => ({
  ...commonParts(translate),
  subject: translate(texts, 'several.subject', { app: appName, count }),
  paragraphs: [
    translate(texts, 'several.text', { count }),
    translate(texts, 'several.read', { command: 'npm run admin -- reports' }),
  ],
});

async function mailReport(ctx: AppContext, reportId: string): Promise<void> {
  const { adminEmail, appName, language } = ctx.settings;
  const row = await store.reportById(ctx.db, reportId);
  if (!adminEmail || !row || row.mailed_at !== null || row.closed_at !== null) return;
  const anHourAgo = new Date(ctx.clock.now().getTime() - HOUR_MS);
  // beyond the limit, the next digest includes it
  if ((await store.countMailedSince(ctx.db, anHourAgo)) >= MAILS_PER_HOUR) return;
  await ctx.mailer.send(adminEmail, singleMail(translateInto(language), appName, row));
  await store.markMailed(ctx.db, [row.id], ctx.clock.now());
}

async function mailWaitingReports(ctx: AppContext): Promise<void> {
  const { adminEmail, appName, language } = ctx.settings;
  if (!adminEmail) return;
  const rows = await store.unmailedReports(ctx.db);
  if (rows.length === 0) return;
  await ctx.mailer.send(adminEmail, digestMail(translateInto(language), appName, rows.length));
  const ids = rows.map(({ id }) => id);
  await store.markMailed(ctx.db, ids, ctx.clock.now());
}

/** The tasks that mail the admins about new reports; the mails contain no user text. */
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
