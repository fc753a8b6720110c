import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { defineHook } from '#server/platform/hook.ts';
import type { HandoverRow } from './handovers.store.ts';

/** What a handover is about. */
export type HandoverSubject = {
  /** The claim, and the listing whose food is given: the giver's place is the listing's. */
  readonly claimId: string | null;
  readonly listingId: string | null;
  /** Whether the listing's place is a business's address, which everyone sees. */
  readonly placeIsPublic: boolean;
  /** The request for food that is answered: the receiver's place is the request's. */
  readonly requestId: string | null;
  /** The listing's title, else the request's. */
  readonly title: string;
  /** Whether the end without food is news to the receiver; false if they are told that their request expires. */
  readonly tellsReceiver: boolean;
};

/** A later feature that has handovers: claims of listings, and matches of requests. One handover may have both. */
export type HandoverOwner = {
  /** Locks, in the order of ids, what the ends of these handovers change. */
  readonly lock: (tx: TxContext, handoverIds: readonly string[]) => Promise<void>;
  /** Tells what these handovers are about, by handover id; those of other owners are absent. */
  readonly describe: (
    ctx: AppContext,
    handoverIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Partial<HandoverSubject>>>;
  /** Writes what follows from an end, after both people were told. `lock` was called before. */
  readonly onEnded: (tx: TxContext, handover: HandoverRow) => Promise<void>;
};

/** Handlers are called in the order of locks: requests before listings. */
export const handoverOwner = defineHook<HandoverOwner>('handoverOwner');
