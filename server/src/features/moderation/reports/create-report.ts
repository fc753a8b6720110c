import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import type { OwnReport, ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import { publicStatus, requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type ReportEvidence, reportEvidence } from '../moderation.hooks.ts';
import type { ModerationTables } from '../moderation.tables.ts';
import { queueReportMail } from './report-mails.ts';
import * as store from './reports.store.ts';

const MAX_REPORTS_PER_DAY = 20;
const APPEAL = 'appeal';
const MARK_LOST = 'mark_lost';
const MAX_APPEALS_PER_DAY = 3;
const OWN_LISTED = 100;
const MAX_EVIDENCE_LENGTH = 8000;

type SubjectType = ModerationTables['report']['subject_type'];

/**
 * Inserts a report in the caller's transaction, without a limit, and queues the mail to the admins. `aboutId` is the
 * person it is about, `evidence` what they had written. Returns its id.
 */
export async function insertReport(
  tx: TxContext,
  filed: {
    readonly reporterId: string;
    readonly subject: { readonly type: SubjectType; readonly id: string };
    readonly reason: string;
    readonly details: string;
    readonly aboutId?: string | null;
    readonly evidence?: string;
  },
): Promise<string> {
  const id = tx.newId();
  await store.insertReport(tx.db, {
    id,
    reporter_id: filed.reporterId,
    subject_type: filed.subject.type,
    subject_id: filed.subject.id,
    reason: filed.reason,
    details: filed.details,
    about_id: filed.aboutId ?? null,
    evidence: Array.from(filed.evidence ?? '')
      .slice(0, MAX_EVIDENCE_LENGTH)
      .join(''),
    created_at: tx.clock.now(),
  });
  await queueReportMail(tx, id);
  return id;
}

/** The evidence for a report as far as the reporter may read it; null if they may not know the subject. */
async function evidenceFor(
  tx: TxContext,
  { type, id }: ReportBody['subject'],
  reporterId: string,
): Promise<ReportEvidence | null> {
  if (type === 'person') return (await publicStatus(tx, id)) ? { aboutId: id, text: '' } : null;
  const handler = reportEvidence.handlersOf(tx).find(({ subjectType }) => subjectType === type);
  return handler ? handler.find(tx, id, reporterId) : null;
}

/**
 * Files a report with what the reported person had written, as far as the reporter could read it: it may be changed or
 * deleted before an admin reads the report. 429 after twenty a day.
 */
export async function createReport(
  ctx: AppContext,
  caller: Caller,
  { subject, reason, details }: ReportBody,
  idempotency: Idempotency | null,
): Promise<{ id: string }> {
  return inTransaction(ctx, (tx) =>
    once(tx, caller.userId, idempotency, async () => {
      await requireActive(tx, caller.userId);
      await store.lockReportsOf(tx.db, caller.userId);
      const since = new Date(tx.clock.now().getTime() - DAY_MS);
      if ((await store.countReportsSince(tx.db, caller.userId, since)) >= MAX_REPORTS_PER_DAY)
        throw new AppError(429, 'too-many.reports', {
          retryAfterSeconds: HOUR_MS / SECOND_MS,
        });
      const found = await evidenceFor(tx, subject, caller.userId);
      const evidence = { aboutId: found?.aboutId ?? null, evidence: found?.text ?? '' };
      return {
        id: await insertReport(tx, { reporterId: caller.userId, subject, reason, details, ...evidence }),
      };
    }),
  );
}

/** The caller's own reports, newest first. */
export async function listOwnReports(ctx: AppContext, caller: Caller): Promise<OwnReport[]> {
  const rows = await store.reportsOf(ctx.db, caller.userId, OWN_LISTED);
  return rows.toReversed().map((row) => ({
    id: row.id,
    subject: { type: row.subject_type, id: row.subject_id },
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }));
}

/** Files a person's appeal against complaints, as a report about themself. 429 `too-many` after three a day. */
export async function appeal(ctx: AppContext, caller: Caller, text: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await store.lockReportsOf(tx.db, caller.userId);
    const since = new Date(tx.clock.now().getTime() - DAY_MS);
    if ((await store.countReportsSince(tx.db, caller.userId, since, APPEAL)) >= MAX_APPEALS_PER_DAY)
      throw new AppError(429, 'too-many.appeals', {
        retryAfterSeconds: HOUR_MS / SECOND_MS,
      });
    const subject = { type: 'person' as const, id: caller.userId };
    const about = { aboutId: caller.userId, reason: APPEAL, details: text };
    await insertReport(tx, { reporterId: caller.userId, subject, ...about });
  });
}

/** Tells the admins that a verified person has changed what was verified, as a report by themself. */
export async function reportLostMark(tx: TxContext, personId: string, change: string): Promise<void> {
  const subject = { type: 'person' as const, id: personId };
  const about = { aboutId: personId, reason: MARK_LOST, details: change };
  await insertReport(tx, { reporterId: personId, subject, ...about });
}

/** Each open report about a person's requests since then, oldest first. */
export const complaintsAboutRequestsOf = (
  ctx: AppContext,
  personId: string,
  since: Date,
): Promise<store.RequestReport[]> => store.openRequestReportsAbout(ctx.db, personId, since);

/** Each reporter's first report of harassment about this person, of those that are open. */
export const harassmentReportsAbout = (
  ctx: AppContext,
  personId: string,
): Promise<readonly store.PersonReport[]> => store.openHarassmentReportsAbout(ctx.db, personId);
