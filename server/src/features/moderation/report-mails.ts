import type { ReportReason } from '@openlarder/domain/moderation/report-reasons.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import type { Job } from '#server/platform/jobs.ts';
import type { MailText } from '#server/platform/mail/mail-page.ts';
import { makeKeyedConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { ModerationParts } from './moderation.parts.ts';
import * as store from './reports.store.ts';

const MAIL_REPORT = 'mail-report';
const MAIL_WAITING_REPORTS = 'mail-waiting-reports';
/** Beyond these, what comes within an hour is told of in one mail. */
const MAILS_PER_HOUR = 20;

const payloadSchema = z.object({ reportId: z.string() });

const REASONS: Readonly<Record<string, string>> = {
  unsafe_food: 'unsafe food',
  harassment: 'harassment',
  dishonest: 'dishonesty',
  spam: 'spam',
  other: 'something else',
} satisfies Record<ReportReason, string>;

/** A reason as it is said in a sentence; a feature's own as it is. */
export const reportReasonText = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ');

export type ReportMails = ReturnType<typeof makeReportMails>;

/** Mails to those who run the community: that there is something to read, and nothing of what anybody wrote. */
export function makeReportMails({ db, clock, jobs, mailer, adminEmail, appName }: ModerationParts) {
  const inTurn = makeKeyedConcurrencyLimit(1);

  const oneMail = (row: store.ReportRow): MailText => ({
    subject: `${appName}: somebody reported a ${row.subject_type}`,
    greeting: 'Hello,',
    paragraphs: [
      `Somebody reported a ${row.subject_type}. The reason they chose: ${reportReasonText(row.reason)}.`,
      `To read it, on the server: npm run admin -- reports show ${row.id}`,
    ],
    notes: ['This mail goes to the address in ADMIN_EMAIL.'],
  });

  const digestMail = (count: number): MailText => ({
    subject: `${appName}: ${count === 1 ? '1 report is' : `${count} reports are`} waiting`,
    greeting: 'Hello,',
    paragraphs: [
      `${count === 1 ? '1 report has' : `${count} reports have`} come that no mail has told you of.`,
      'To read them, on the server: npm run admin -- reports',
    ],
    notes: ['This mail goes to the address in ADMIN_EMAIL.'],
  });

  const tasks: Record<string, Job> = {
    async [MAIL_REPORT](payload) {
      const { reportId } = payloadSchema.parse(payload);
      await inTurn('mail', async () => {
        const row = await store.reportById(db, reportId);
        if (!adminEmail || !row || row.mailed_at !== null || row.closed_at !== null) return;
        const anHourAgo = new Date(clock.now().getTime() - HOUR_MS);
        // what is too many now, the next digest tells of
        if ((await store.countMailedSince(db, anHourAgo)) >= MAILS_PER_HOUR) return;
        await mailer.send(adminEmail, oneMail(row));
        await store.markMailed(db, [row.id], clock.now());
      });
    },
    async [MAIL_WAITING_REPORTS]() {
      await inTurn('mail', async () => {
        if (!adminEmail) return;
        const rows = await store.unmailedReports(db);
        if (rows.length === 0) return;
        await mailer.send(adminEmail, digestMail(rows.length));
        await store.markMailed(
          db,
          rows.map(({ id }) => id),
          clock.now(),
        );
      });
    },
  };

  return {
    tasks,
    /** Without an address nothing is sent: reports wait to be looked for. */
    async queue(tx: Tx, reportId: string): Promise<void> {
      if (adminEmail) await jobs.add(tx, MAIL_REPORT, { reportId });
    },
  };
}
