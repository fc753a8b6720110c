import { closePersonAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import {
  type AdminPersonView,
  setAdmin,
  setVerified,
} from '#server/features/accounts/lifecycle/account-status.ts';
import * as accountStatus from '#server/features/accounts/lifecycle/account-status.ts';
import { vouchFor } from '#server/features/accounts/trust/trust.ts';
import * as trust from '#server/features/accounts/trust/trust.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  moderationDelete,
  onPersonPaused,
  type RemovableKind,
  reportedConversation,
  type Transcript,
  transcript,
} from '../moderation.hooks.ts';
import * as store from '../moderation.store.ts';
import * as reports from '../reports/reports.store.ts';

// Admin actions from the command line of the server, without authentication. Each action is logged in its own
// transaction, by ids and with its note.

export type ReportDetails = {
  readonly report: reports.ReportRow;
  readonly reporter: AdminPersonView | null;
  readonly about: AdminPersonView | null;
  readonly reportsAbout: number;
};

const LISTED = 200;

async function logAct(
  tx: TxContext,
  act: string,
  subject: { readonly type: string; readonly id: string },
  note = '',
): Promise<void> {
  await store.insertAdminAction(tx.db, {
    id: tx.newId(),
    act,
    subject_type: subject.type,
    subject_id: subject.id,
    note,
    created_at: tx.clock.now(),
  });
}

/** An action on a person, logged with its note. */
const actOnPerson = (
  act: string,
  change: (tx: TxContext, personId: string, note: string) => Promise<unknown>,
) =>
  async function run(ctx: AppContext, personId: string, note = ''): Promise<void> {
    await inTransaction(ctx, async (tx) => {
      await change(tx, personId, note);
      await logAct(tx, act, { type: 'person', id: personId }, note);
    });
  };

/** The person with this email or id; null if unknown or closed. */
export const findPerson = (ctx: AppContext, emailOrId: string): Promise<AdminPersonView | null> =>
  accountStatus.findPerson(ctx, emailOrId);

export const searchPeople = (ctx: AppContext, part: string, most: number): Promise<AdminPersonView[]> =>
  accountStatus.searchPeople(ctx, part, most);

/** An organizer is vouched for, so that a new community has a known person. */
export const grantAdmin = actOnPerson('grant', async (tx, id) => {
  await setAdmin(tx, id, true);
  await vouchFor(tx, id);
});
export const revokeAdmin = actOnPerson('revoke', (tx, id) => setAdmin(tx, id, false));
export const verifyPerson = actOnPerson('verify', (tx, id) => setVerified(tx, id, true));
export const unverifyPerson = actOnPerson('unverify', (tx, id) => setVerified(tx, id, false));
export const vouchForPerson = actOnPerson('vouch', (tx, id) => vouchFor(tx, id));
/** Logs a vouch by the link that an admin has sent. */
export const logInvitation = (tx: TxContext, personId: string): Promise<void> =>
  logAct(tx, 'vouch', { type: 'person', id: personId }, 'invitation');
export const withdrawVouch = actOnPerson('unvouch', (tx, id) => trust.withdrawVouch(tx, id));

async function withdrawAllOf(tx: TxContext, personId: string): Promise<void> {
  for (const withdraw of onPersonPaused.handlersOf(tx)) await withdraw(tx, personId);
}

/**
 * Pauses a person, who is told the reason, and withdraws their listings: first before the person is locked, to keep the
 * lock order, and again afterwards for those that were added in between.
 */
export const pausePerson = actOnPerson('pause', async (tx, id, reason) => {
  await withdrawAllOf(tx, id);
  await accountStatus.pausePerson(tx, id, reason);
  await withdrawAllOf(tx, id);
});
export const resumePerson = actOnPerson('resume', (tx, id) => accountStatus.resumePerson(tx, id));

async function deleteContent(tx: TxContext, kind: RemovableKind, id: string): Promise<boolean> {
  if (kind === 'person') return closePersonAccount(tx, id);
  const handler = moderationDelete.handlersOf(tx).find((one) => one.kind === kind);
  return handler ? handler.delete(tx, id) : false;
}

/** Deletes content for good, or closes an account. Returns false if it does not exist. */
export async function removeContent(ctx: AppContext, kind: RemovableKind, id: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (!(await deleteContent(tx, kind, id))) return false;
    await logAct(tx, 'remove', { type: kind, id });
    return true;
  });
}

/** Open reports, oldest first, and their total number. */
export async function listOpenReports(ctx: AppContext) {
  return {
    reports: await reports.openReports(ctx.db, LISTED),
    count: await reports.countOpenReports(ctx.db),
  };
}

/** One report with everything kept with it; null if it does not exist. */
export async function reportDetails(ctx: AppContext, id: string): Promise<ReportDetails | null> {
  const report = await reports.reportById(ctx.db, id);
  if (!report) return null;
  const { reporter_id, about_id } = report;
  return {
    report,
    reporter: reporter_id === null ? null : await accountStatus.findPerson(ctx, reporter_id),
    about: about_id === null ? null : await accountStatus.findPerson(ctx, about_id),
    reportsAbout: about_id === null ? 0 : await reports.countReportsAbout(ctx.db, about_id),
  };
}

async function transcriptOf(tx: TxContext, report: reports.ReportRow): Promise<Transcript | null> {
  const { subject_type, subject_id, reporter_id } = report;
  const finder = reportedConversation.handlersOf(tx).find(({ subjectType }) => subjectType === subject_type);
  const conversationId = (await finder?.find(tx, subject_id, reporter_id)) ?? null;
  if (conversationId === null) return null;
  const [read] = transcript.handlersOf(tx);
  return read ? read(tx, conversationId) : null;
}

/** Both sides of the conversation a report is about; null if there is none. Reading it is logged. */
export async function readTranscript(ctx: AppContext, reportId: string): Promise<Transcript | null> {
  return inTransaction(ctx, async (tx) => {
    const report = await reports.reportById(tx.db, reportId);
    if (!report) return null;
    const found = await transcriptOf(tx, report);
    if (!found) return null;
    await logAct(tx, 'read the conversation', { type: 'report', id: reportId });
    return found;
  });
}

/** Closes a report, which its reporter sees. Returns false if it was not open. */
export async function closeReport(ctx: AppContext, id: string, note: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (!(await reports.closeReport(tx.db, id, note || null, tx.clock.now()))) return false;
    await logAct(tx, 'close', { type: 'report', id }, note);
    return true;
  });
}

/** The log of the admins' acts, newest first. */
export const latestAdminActions = (ctx: AppContext): Promise<store.AdminActionRow[]> =>
  store.latestAdminActions(ctx.db, LISTED);
