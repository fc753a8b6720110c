import type { Db, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { AdminPersonView } from '#server/features/accounts/lifecycle/account-status.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { NewId } from '#server/platform/ids.ts';
import * as store from './moderation.store.ts';
import * as reports from './reports.store.ts';

/** What those who run the community can take away. */
export const REMOVABLE_KINDS = ['listing', 'request', 'message', 'photo', 'person'] as const;
export type RemovableKind = (typeof REMOVABLE_KINDS)[number];
/** Takes one thing away wherever it is shown, in the transaction of the act; false where there is none. */
export type ModerationDelete = (tx: Tx, id: string) => Promise<boolean>;

/** What two people said to each other, as those who run the community may read it for a report. */
export type Transcript = {
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
  /** Oldest first. */
  readonly messages: readonly {
    readonly id: string;
    readonly saidAt: string;
    readonly senderId: string | null;
    readonly content: string;
    readonly event: string | null;
    readonly hasPhoto: boolean;
  }[];
};

export type AdminParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly accounts: Pick<
    Accounts,
    'findPerson' | 'setAdmin' | 'setVerified' | 'pausePerson' | 'resumePerson'
  >;
  /** Of the features that come after this one. */
  readonly removals: Readonly<Record<RemovableKind, ModerationDelete>>;
  /** What is taken back of a person who is paused. */
  readonly takeBackAllOf: (tx: Tx, personId: string) => Promise<void>;
  /** The conversation that a reported thing belongs to; null where there is none. */
  readonly transcriptOf: (
    tx: Tx,
    subject: {
      readonly type: reports.ReportRow['subject_type'];
      readonly id: string;
      /** Null: they have left. */
      readonly reporterId: string | null;
    },
  ) => Promise<Transcript | null>;
};

/** A report as those who run the community read it. */
export type ReportDetails = {
  readonly report: reports.ReportRow;
  readonly reporter: AdminPersonView | null;
  readonly about: AdminPersonView | null;
  /** How many reports there are about that person, this one included. */
  readonly reportsAbout: number;
};

const LISTED = 200;

/**
 * What those who run the community do. Whoever calls this sits at the server: who that is, is not asked. Each act is
 * written down in its own transaction, by ids and with what was said about it.
 */
export function makeAdmin(parts: AdminParts) {
  const { db, clock, newId, accounts, removals, takeBackAllOf, transcriptOf } = parts;

  async function writeDown(
    tx: Tx,
    act: string,
    subject: { readonly type: string; readonly id: string },
    note = '',
  ): Promise<void> {
    await store.insertAct(tx, {
      id: newId(),
      act,
      subject_type: subject.type,
      subject_id: subject.id,
      note,
      created_at: clock.now(),
    });
  }

  const aboutPerson = (act: string, change: (tx: Tx, personId: string, note: string) => Promise<unknown>) =>
    async function actOn(personId: string, note = ''): Promise<void> {
      await inTransaction(db, async (tx) => {
        await change(tx, personId, note);
        await writeDown(tx, act, { type: 'person', id: personId }, note);
      });
    };

  return {
    /** Whoever has this address or id; null for nobody, and for who has left. */
    findPerson: (emailOrId: string) => accounts.findPerson(db, emailOrId),

    grantAdmin: aboutPerson('grant', (tx, id) => accounts.setAdmin(tx, id, true)),
    revokeAdmin: aboutPerson('revoke', (tx, id) => accounts.setAdmin(tx, id, false)),
    verifyPerson: aboutPerson('verify', (tx, id) => accounts.setVerified(tx, id, true)),
    unverifyPerson: aboutPerson('unverify', (tx, id) => accounts.setVerified(tx, id, false)),

    /**
     * Pauses a person for a reason they are told, and takes back what they offer. What is locked comes in the order of
     * everybody's locks, so it is taken back once before the person is held, and what came in meanwhile behind that.
     */
    pausePerson: aboutPerson('pause', async (tx, id, reason) => {
      await takeBackAllOf(tx, id);
      await accounts.pausePerson(tx, id, reason);
      await takeBackAllOf(tx, id);
    }),
    resumePerson: aboutPerson('resume', (tx, id) => accounts.resumePerson(tx, id)),

    /** Takes something away for good. Whether there was such a thing. */
    async remove(what: RemovableKind, id: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        if (!(await removals[what](tx, id))) return false;
        await writeDown(tx, 'remove', { type: what, id });
        return true;
      });
    },

    /** What nobody is done with yet, oldest first, and how many there are. */
    async listOpenReports(): Promise<{ readonly reports: reports.ReportRow[]; readonly count: number }> {
      return {
        reports: await reports.openReports(db, LISTED),
        count: await reports.countOpenReports(db),
      };
    },

    /** One report with all that is kept with it; null where there is none. */
    async reportDetails(id: string): Promise<ReportDetails | null> {
      const report = await reports.reportById(db, id);
      if (!report) return null;
      const { reporter_id, about_id } = report;
      return {
        report,
        reporter: reporter_id === null ? null : await accounts.findPerson(db, reporter_id),
        about: about_id === null ? null : await accounts.findPerson(db, about_id),
        reportsAbout: about_id === null ? 0 : await reports.countReportsAbout(db, about_id),
      };
    },

    /** The conversation a report is about, both sides of it: reading it is an act. Null where there is none. */
    async readTranscript(reportId: string): Promise<Transcript | null> {
      return inTransaction(db, async (tx) => {
        const report = await reports.reportById(tx, reportId);
        if (!report) return null;
        const { subject_type: type, subject_id, reporter_id: reporterId } = report;
        const talk = await transcriptOf(tx, { type, id: subject_id, reporterId });
        if (!talk) return null;
        await writeDown(tx, 'read the conversation', { type: 'report', id: reportId });
        return talk;
      });
    },

    /** Puts a report aside; whoever made it sees that it was read. Whether it was open. */
    async closeReport(id: string, note: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        if (!(await reports.closeReport(tx, id, note || null, clock.now()))) return false;
        await writeDown(tx, 'close', { type: 'report', id }, note);
        return true;
      });
    },

    /** What was done, newest first. */
    latestActs: () => store.latestActs(db, LISTED),
  };
}
