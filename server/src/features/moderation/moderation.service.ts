import { AppError, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import type { Block, ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Caller } from '#server/platform/sessions.ts';
import * as store from './moderation.store.ts';
import type { ModerationTables } from './moderation.tables.ts';
import { blockedPeople, notBlockedBetween } from './not-blocked.ts';

/** More than anybody needs, and few enough to read. */
const MAX_REPORTS_PER_DAY = 20;

export type Moderation = ReturnType<typeof makeModeration>;

/** Nobody has to endure anybody: blocks, and reports to those who run the community. */
export function makeModeration(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly accounts: Pick<Accounts, 'summaries'>;
  readonly places: Pick<Places, 'endGrantsBetween'>;
  /**
   * Ends what is open between two people of whom the first has just blocked the other, in the same transaction: of
   * the features that come after this one, in the order of their locks.
   */
  readonly partings: readonly ((tx: Tx, blockerId: string, blockedId: string) => Promise<void>)[];
}) {
  const { db, clock, newId, accounts, places } = parts;

  return {
    /** The people I have blocked, latest first. */
    async listBlocks(caller: Caller): Promise<Block[]> {
      const blocks = await store.blocksOf(db, caller.userId);
      const people = await accounts.summaries(
        db,
        blocks.map((block) => block.blocked_id),
      );
      return blocks.flatMap((block) => {
        const person = people.get(block.blocked_id);
        return person ? [{ person, createdAt: block.created_at.toISOString() }] : [];
      });
    },

    /**
     * Blocks a person, whom nothing tells of it; again is no error. What the two have shared with each other of where
     * they live is hidden again at once, and what is open between them ends. 404 for oneself and for nobody.
     */
    async blockPerson(caller: Caller, personId: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        const known = await accounts.summaries(tx, [personId]);
        if (personId === caller.userId || !known.has(personId)) throw notFound();
        await store.lockPair(tx, caller.userId, personId);
        const now = clock.now();
        const block = { blocker_id: caller.userId, blocked_id: personId, created_at: now };
        if (!(await store.insertBlock(tx, block))) return;
        await places.endGrantsBetween(tx, caller.userId, personId, now);
        for (const part of parts.partings) await part(tx, caller.userId, personId);
      });
    },

    /**
     * Keeps a block from coming between two people until the transaction ends, and says whether there is one, in
     * either direction. Whatever one of them does with the other (claim, write, share a place) asks here, and before
     * it locks anything else: a block that is being set is waited for, and the next one waits.
     */
    async holdPair(tx: Tx, a: string, b: string): Promise<{ readonly isBlocked: boolean }> {
      await store.holdPair(tx, a, b);
      return { isBlocked: (await store.hasBlocked(tx, a, b)) || (await store.hasBlocked(tx, b, a)) };
    },

    /** Takes a block back; none is no error. */
    async unblockPerson(caller: Caller, personId: string): Promise<void> {
      await store.deleteBlock(db, caller.userId, personId);
    },

    /** Keeps a report for those who run the community. 429 after twenty in a day. */
    async report(caller: Caller, { subject, reason, details }: ReportBody, idempotency: Idempotency | null) {
      return inTransaction(db, (tx) =>
        once(tx, caller.userId, idempotency, clock, async () => {
          const now = clock.now();
          await store.lockReportsOf(tx, caller.userId);
          const since = new Date(now.getTime() - DAY_MS);
          if ((await store.countReportsSince(tx, caller.userId, since)) >= MAX_REPORTS_PER_DAY)
            throw new AppError(429, 'too-many', 'Thank you. We have many reports of yours to read first.', {
              retryAfterSeconds: HOUR_MS / SECOND_MS,
            });
          const id = newId();
          await store.insertReport(tx, {
            id,
            reporter_id: caller.userId,
            subject_type: subject.type,
            subject_id: subject.id,
            reason,
            details,
            created_at: now,
          });
          return { id };
        }),
      );
    },

    /** Keeps a report that is part of something else, in its transaction, however many the person has made. */
    async fileReport(
      tx: Tx,
      filed: {
        readonly reporterId: string;
        readonly subject: { readonly type: ModerationTables['report']['subject_type']; readonly id: string };
        readonly reason: string;
        readonly details: string;
      },
    ): Promise<void> {
      await store.insertReport(tx, {
        id: newId(),
        reporter_id: filed.reporterId,
        subject_type: filed.subject.type,
        subject_id: filed.subject.id,
        reason: filed.reason,
        details: filed.details,
        created_at: clock.now(),
      });
    },

    /** Takes a person who leaves out of blocks and off their reports; what was reported stays to be read. */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      await store.deletePersonFromBlocksAndReports(tx, personId);
    },

    /** Whom a person has blocked, by the name everybody sees, and what they reported. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const [blocks, reports] = [
        await store.blocksOf(dbOrTx, personId),
        await store.reportsOf(dbOrTx, personId),
      ];
      const people = await accounts.summaries(
        dbOrTx,
        blocks.map((block) => block.blocked_id),
      );
      return {
        blocks: blocks.map((block) => ({
          person: people.get(block.blocked_id)?.displayName ?? null,
          since: block.created_at.toISOString(),
        })),
        reports: reports.map((report) => ({
          about: { type: report.subject_type, id: report.subject_id },
          reason: report.reason,
          details: report.details,
          reportedAt: report.created_at.toISOString(),
        })),
      };
    },

    /** Everybody with a block between them and this person, in either direction. */
    async blockedWith(dbOrTx: DbOrTx, personId: string): Promise<ReadonlySet<string>> {
      return new Set(await store.blockedWith(dbOrTx, personId));
    },

    /** Since when there is a block between them and this person, whoever set it; of two, the first. */
    async blockedSince(dbOrTx: DbOrTx, personId: string): Promise<ReadonlyMap<string, Date>> {
      return new Map(
        (await store.blockedSince(dbOrTx, personId)).map(({ other_id, since }) => [other_id, since]),
      );
    },

    /** Whether either of the two has blocked the other. */
    async isBlockedBetween(dbOrTx: DbOrTx, a: string, b: string): Promise<boolean> {
      return (await store.hasBlocked(dbOrTx, a, b)) || (await store.hasBlocked(dbOrTx, b, a));
    },

    /** Whether `blockerId` has blocked `blockedId`, in this direction. */
    async hasBlocked(dbOrTx: DbOrTx, blockerId: string, blockedId: string): Promise<boolean> {
      return store.hasBlocked(dbOrTx, blockerId, blockedId);
    },

    blockedPeople,
    notBlockedBetween,
  };
}
