import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import type { OwnReport, ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { ModerationParts } from './moderation.parts.ts';
import type { ModerationTables } from './moderation.tables.ts';
import type { ReportMails } from './report-mails.ts';
import * as store from './reports.store.ts';

/** More than anybody needs, and few enough to read. */
const MAX_REPORTS_PER_DAY = 20;
/** The reason of a report that is an appeal. */
const APPEAL = 'appeal';
const MAX_APPEALS_PER_DAY = 3;
const OWN_LISTED = 100;
/** As much of what was written as it takes to judge it. */
const MAX_EVIDENCE_LENGTH = 8000;

type SubjectType = ModerationTables['report']['subject_type'];

/** How people tell those who run the community that something is not right. */
export function makeReporting(parts: ModerationParts, mails: ReportMails) {
  const { db, clock, newId, accounts, witnesses } = parts;

  /**
   * Keeps a report that is part of something else, in its transaction, however many the person has made; those who
   * run the community are told by mail. `aboutId` is whom it is about, `evidence` what they had written. Gives its id.
   */
  async function fileReport(
    tx: Tx,
    filed: {
      readonly reporterId: string;
      readonly subject: { readonly type: SubjectType; readonly id: string };
      readonly reason: string;
      readonly details: string;
      readonly aboutId?: string | null;
      readonly evidence?: string;
    },
  ): Promise<string> {
    const id = newId();
    await store.insertReport(tx, {
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
      created_at: clock.now(),
    });
    await mails.queue(tx, id);
    return id;
  }

  /**
   * Keeps a report for those who run the community, with what the reported person had written as far as the reporter
   * could read it: it may be changed or gone by the time somebody looks. 429 after twenty in a day.
   */
  async function report(
    caller: Caller,
    { subject, reason, details }: ReportBody,
    idempotency: Idempotency | null,
  ): Promise<{ id: string }> {
    return inTransaction(db, (tx) =>
      once(tx, caller.userId, idempotency, clock, async () => {
        await accounts.requireActive(tx, caller.userId);
        await store.lockReportsOf(tx, caller.userId);
        const since = new Date(clock.now().getTime() - DAY_MS);
        if ((await store.countReportsSince(tx, caller.userId, since)) >= MAX_REPORTS_PER_DAY)
          throw new AppError(429, 'too-many', 'Thank you. We have many reports of yours to read first.', {
            retryAfterSeconds: HOUR_MS / SECOND_MS,
          });
        const seen = await witnesses[subject.type](tx, subject.id, caller.userId);
        const found = { aboutId: seen?.aboutId ?? null, evidence: seen?.words ?? '' };
        return {
          id: await fileReport(tx, { reporterId: caller.userId, subject, reason, details, ...found }),
        };
      }),
    );
  }

  /** What the caller has reported, newest first. */
  async function listOwnReports(caller: Caller): Promise<OwnReport[]> {
    const rows = await store.reportsOf(db, caller.userId, OWN_LISTED);
    return rows.toReversed().map((row) => ({
      id: row.id,
      subject: { type: row.subject_type, id: row.subject_id },
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      closedAt: row.closed_at?.toISOString() ?? null,
    }));
  }

  /**
   * Keeps what a person says against what others said of them, as a report about oneself: those who run the community
   * read it with the rest. 429 `too-many` after three in a day.
   */
  async function appeal(caller: Caller, words: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      await store.lockReportsOf(tx, caller.userId);
      const since = new Date(clock.now().getTime() - DAY_MS);
      if ((await store.countReportsSince(tx, caller.userId, since, APPEAL)) >= MAX_APPEALS_PER_DAY)
        throw new AppError(429, 'too-many', 'Thank you. We will read what you have told us first.', {
          retryAfterSeconds: HOUR_MS / SECOND_MS,
        });
      const subject = { type: 'person' as const, id: caller.userId };
      const about = { aboutId: caller.userId, reason: APPEAL, details: words };
      await fileReport(tx, { reporterId: caller.userId, subject, ...about });
    });
  }

  return {
    fileReport,
    report,
    appeal,
    listOwnReports,
    /** Who complains about a person's requests for food since then, and when, but for what is put aside; oldest first. */
    complaintsAboutRequestsOf: (dbOrTx: DbOrTx, personId: string, since: Date) =>
      store.openRequestReportsAbout(dbOrTx, personId, since),
  };
}
