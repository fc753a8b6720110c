import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { PersonProfile } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeBlocking } from './blocking.ts';
import type { ModerationParts } from './moderation.parts.ts';
import * as store from './moderation.store.ts';
import { makeReportMails } from './report-mails.ts';
import { makeReporting } from './reporting.ts';
import * as reports from './reports.store.ts';

/** How long a report is kept once those who run the community are done with it, and what was reported with it. */
const CLOSED_KEPT_MS = 365 * DAY_MS;
/** How long what was set against somebody who has left is kept for when they come back. */
const FORMER_KEPT_MS = 2 * 365 * DAY_MS;

export type Moderation = ReturnType<typeof makeModeration>;

/** Nobody has to endure anybody: blocks, and reports to those who run the community. */
export function makeModeration(parts: ModerationParts) {
  const { db, clock, accounts } = parts;
  const blocking = makeBlocking(parts);
  const mails = makeReportMails(parts);

  return {
    ...blocking,
    ...makeReporting(parts, mails),
    mailTasks: mails.tasks,

    /** Somebody as others see them. 404 across a block and for who has left, as for nobody. */
    async getPerson(caller: Caller, personId: string): Promise<PersonProfile> {
      const person = (await accounts.summaries(db, [personId])).get(personId);
      const accountStatus = await accounts.publicStatus(db, personId);
      if (!person || !accountStatus) throw notFound();
      if (await blocking.isBlockedBetween(db, caller.userId, personId)) throw notFound();
      return {
        person,
        verified: accountStatus.verified,
        memberSince: accountStatus.memberSince.toISOString(),
      };
    },

    /**
     * Takes a person who leaves out of blocks and off their reports; what was reported stays to be read. What others
     * and those who run the community have set against them is kept for when they come back.
     */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      const leaving = await accounts.closureStatus(tx, personId);
      if (leaving) {
        const { returnKey, pausedAt, reason } = leaving;
        await store.keepFormerBlocks(tx, personId, returnKey, clock.now());
        if (pausedAt) await store.keepFormerPause(tx, returnKey, { pausedAt, reason }, clock.now());
      }
      await store.deleteFormerBlocksBy(tx, personId);
      await store.deletePersonFromBlocksAndReports(tx, personId);
    },

    /** Whom a person has blocked, by the name everybody sees, and what they reported. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const [blocks, gone, reported, leaving] = [
        await blocking.blockedBy(dbOrTx, personId),
        await store.formerBlocksBy(dbOrTx, personId),
        await reports.reportsOf(dbOrTx, personId),
        await accounts.closureStatus(dbOrTx, personId),
      ];
      return {
        blocks: [
          ...blocks.map(({ person, createdAt }) => ({ person: person.displayName, since: createdAt })),
          ...gone.map((block) => ({ person: null, since: block.created_at.toISOString() })),
        ],
        reports: reported.map((report) => ({
          about: { type: report.subject_type, id: report.subject_id },
          reason: report.reason,
          details: report.details,
          reportedAt: report.created_at.toISOString(),
          closedAt: report.closed_at?.toISOString() ?? null,
        })),
        paused: leaving?.pausedAt ? { since: leaving.pausedAt.toISOString(), reason: leaving.reason } : null,
      };
    },

    /** Forgets reports that were closed a year ago, and what was kept of those who left two years ago. */
    async forgetOld(): Promise<void> {
      const now = clock.now().getTime();
      await reports.deleteReportsClosedBefore(db, new Date(now - CLOSED_KEPT_MS));
      await store.deleteFormerBefore(db, new Date(now - FORMER_KEPT_MS));
    },
  };
}
