import type { CompletedBy } from '@openlarder/domain/handovers/handover-states.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';
import type { HandoverRow } from './handovers.tables.ts';
import type { Thing } from '@openlarder/domain/listings/listing-fields.ts';

export type HandoverSubject = {
  /** The claim, and the listing whose food is given: the giver's place is the listing's. */
  readonly claimId: string | null;
  readonly listingId: string | null;
  /** Whether the listing's place is a business's address, which everyone sees. */
  readonly placeIsPublic: boolean;
  /** The servings of the listing that are given; 0 without one. */
  readonly servings: number;
  /** What they are counted in; null for servings. */
  readonly countedAs: Thing | null;
  /** Until when they are offered again if they come back; null if never. */
  readonly offeredUntil: Date | null;
  /** The request for food that is answered: the receiver's place is the request's. */
  readonly requestId: string | null;
  /** The listing's title, else the request's. */
  readonly title: string;
  /** Whether the receiver is notified of an end without food; false if they are told that their request expires. */
  readonly tellsReceiver: boolean;
};

/** A later feature that has handovers: claims of listings, and matches of requests. One handover may have both. */
export type HandoverOwner = {
  /** Locks, in the order of ids, what the ends of these handovers change. */
  readonly lock: (tx: TxContext, handoverIds: readonly string[]) => Promise<void>;
  /** Returns the subjects of these handovers, by handover id; those of other owners are absent. */
  readonly describe: (
    ctx: AppContext,
    handoverIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Partial<HandoverSubject>>>;
  /** Writes the consequences of an agreed time, after both people were told. Idempotent. */
  readonly onAgreed?: (tx: TxContext, handover: HandoverRow) => Promise<void>;
  /** Writes the consequences of an end, after both people were notified. `lock` was called before. */
  readonly onEnded: (tx: TxContext, handover: HandoverRow) => Promise<void>;
  /** Writes where the receiver wants to meet, and announces it to the giver. Idempotent. */
  readonly nameMeetingPoint?: (tx: TxContext, handover: HandoverRow, meetingPoint: string) => Promise<void>;
};

/** Handlers are called in the lock order: requests before listings. */
export const handoverOwner = defineHook<HandoverOwner>('handoverOwner');

export type CompletedHandover = {
  readonly id: string;
  readonly giverId: string;
  readonly receiverId: string;
  readonly listingId: string | null;
  /** Of the listing, as they count for points and impact; 0 without one. */
  readonly servings: number;
  /** Others do not see a handover that answers a request until a week later. */
  readonly answersRequest: boolean;
  readonly completedBy: CompletedBy;
  readonly completedAt: Date;
};

/** Called last in the transaction that completes a handover, with its two people locked. */
export const handoverCompleted =
  defineHook<(tx: TxContext, handover: CompletedHandover) => Promise<void>>('handoverCompleted');

/** Called last in the transaction that disputes a completed handover, before any person is locked. */
export const handoverUndone =
  defineHook<(tx: TxContext, handover: CompletedHandover) => Promise<void>>('handoverUndone');
