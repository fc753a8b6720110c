import type { Db, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { KnownPerson } from '#server/features/accounts/standing.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { NewId } from '#server/platform/ids.ts';
import * as acts from './admin-acts.store.ts';
import * as reports from './reports.store.ts';

/** What those who run the community can take away. */
export const REMOVABLE = ['listing', 'request', 'message', 'photo', 'person'] as const;
export type Removable = (typeof REMOVABLE)[number];
/** Takes one thing away wherever it is shown, in the transaction of the act; false where there is none. */
export type Removal = (tx: Tx, id: string) => Promise<boolean>;

/** What two people said to each other, as those who run the community may read it for a report. */
export type Talk = {
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

export type CaretakingParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly accounts: Pick<
    Accounts,
    'findPerson' | 'setAdmin' | 'setVerified' | 'pausePerson' | 'resumePerson'
  >;
  /** Of the features that come after this one. */
  readonly removals: Readonly<Record<Removable, Removal>>;
  /** What is taken back of a person who is paused. */
  readonly takeBackAllOf: (tx: Tx, personId: string) => Promise<void>;
  /** The conversation that a reported thing belongs to; null where there is none. */
  readonly talkOf: (
    tx: Tx,
    subject: {
      readonly type: reports.ReportRow['subject_type'];
      readonly id: string;
      /** Null: they have left. */
      readonly reporterId: string | null;
    },
  ) => Promise<Talk | null>;
};

/** A report as those who run the community read it. */
export type ReportToRead = {
  readonly report: reports.ReportRow;
  readonly reporter: KnownPerson | null;
  readonly about: KnownPerson | null;
  /** How many reports there are about that person, this one included. */
  readonly reportsAbout: number;
};

const LISTED = 200;

/**
 * What those who run the community do. Whoever calls this sits at the server: who that is, is not asked. Each act is
 * written down in its own transaction, by ids and with what was said about it.
 */
export function makeCaretaking(parts: CaretakingParts) {
  const { db, clock, newId, accounts, removals, takeBackAllOf, talkOf } = parts;

  async function writeDown(
    tx: Tx,
    act: string,
    subject: { readonly type: string; readonly id: string },
    note = '',
  ): Promise<void> {
    await acts.insertAct(tx, {
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
    verify: aboutPerson('verify', (tx, id) => accounts.setVerified(tx, id, true)),
    unverify: aboutPerson('unverify', (tx, id) => accounts.setVerified(tx, id, false)),

    /**
     * Pauses a person for a reason they are told, and takes back what they offer. What is locked comes in the order of
     * everybody's locks, so it is taken back once before the person is held, and what came in meanwhile behind that.
     */
    pause: aboutPerson('pause', async (tx, id, reason) => {
      await takeBackAllOf(tx, id);
      await accounts.pausePerson(tx, id, reason);
      await takeBackAllOf(tx, id);
    }),
    resume: aboutPerson('resume', (tx, id) => accounts.resumePerson(tx, id)),

    /** Takes something away for good. Whether there was such a thing. */
    async remove(what: Removable, id: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        if (!(await removals[what](tx, id))) return false;
        await writeDown(tx, 'remove', { type: what, id });
        return true;
      });
    },

    /** What nobody is done with yet, oldest first, and how many there are. */
    async openReports(): Promise<{ readonly reports: reports.ReportRow[]; readonly count: number }> {
      return {
        reports: await reports.openReports(db, LISTED),
        count: await reports.countOpenReports(db),
      };
    },

    /** One report with all that is kept with it; null where there is none. */
    async reportToRead(id: string): Promise<ReportToRead | null> {
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
    async readTalk(reportId: string): Promise<Talk | null> {
      return inTransaction(db, async (tx) => {
        const report = await reports.reportById(tx, reportId);
        if (!report) return null;
        const { subject_type: type, subject_id, reporter_id: reporterId } = report;
        const talk = await talkOf(tx, { type, id: subject_id, reporterId });
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
    latestActs: () => acts.latestActs(db, LISTED),
  };
}
