import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Whom a report is about, and what they had written: no address of anybody's home. */
export type ReportEvidence = { readonly aboutId: string; readonly words: string };

/** What is there to be judged, as far as this reporter may read it; null for what they may not know of. */
export type Witness = (tx: Tx, id: string, reporterId: string) => Promise<ReportEvidence | null>;

/** Ends what is open between two people of whom the first has just blocked the other, in the same transaction. */
export type Parting = (tx: Tx, blockerId: string, blockedId: string) => Promise<void>;

/** What moderation stands on. */
export type ModerationParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly accounts: Pick<
    Accounts,
    'summaries' | 'fullNames' | 'requireActive' | 'publicStatus' | 'closureStatus'
  >;
  readonly places: Pick<Places, 'endGrantsBetween'>;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly mailer: Mailer;
  /** Null: nobody is written to, and reports wait to be looked for. */
  readonly adminEmail: string | null;
  readonly appName: string;
  /** Of the features that come after this one, in the order of their locks. */
  readonly partings: readonly Parting[];
  /** By what can be reported. */
  readonly witnesses: Readonly<Record<ReportBody['subject']['type'], Witness>>;
};
