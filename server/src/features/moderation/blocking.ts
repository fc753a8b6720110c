import { initials } from '@openlarder/domain/accounts/names.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Block } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { ModerationParts } from './moderation.parts.ts';
import * as store from './moderation.store.ts';

/** Who has nothing more to do with whom. */
export function makeBlocking({ db, clock, accounts, places, partings }: ModerationParts) {
  /** The people somebody has blocked, latest first; of whom they know a request alone, no more than it showed. */
  async function blockedBy(dbOrTx: DbOrTx, blockerId: string): Promise<Block[]> {
    const blocks = await store.blocksOf(dbOrTx, blockerId);
    const ids = blocks.map((block) => block.blocked_id);
    const [people, names] = [await accounts.summaries(dbOrTx, ids), await accounts.fullNames(dbOrTx, ids)];
    return blocks.flatMap(({ blocked_id, request_id, created_at }) => {
      const [person, name] = [people.get(blocked_id), names.get(blocked_id)];
      if (!person || !name) return [];
      const createdAt = created_at.toISOString();
      if (request_id === null) return [{ person, createdAt }];
      const { firstName } = name;
      const asAsked = { firstName, lastName: '', organizationName: null };
      const known = { displayName: firstName, initials: initials(asAsked), organizationName: null };
      return [{ person: { id: request_id, userType: 'recipient' as const, ...known }, createdAt }];
    });
  }

  return {
    blockedBy,

    /** The people I have blocked, latest first. */
    async listBlocks(caller: Caller): Promise<Block[]> {
      return blockedBy(db, caller.userId);
    },

    /**
     * Blocks a person, whom nothing tells of it; again is no error. What the two have shared with each other of where
     * they live is hidden again at once, and what is open between them ends. 404 for oneself and for nobody. With
     * `requestId`, the caller knows them by that request alone, and by no more in the list.
     */
    async blockPerson(caller: Caller, personId: string, requestId: string | null = null): Promise<void> {
      await inTransaction(db, async (tx) => {
        const known = await accounts.summaries(tx, [personId]);
        if (personId === caller.userId || !known.has(personId)) throw notFound();
        await store.lockPairExclusively(tx, caller.userId, personId);
        if (await store.hasBlocked(tx, caller.userId, personId)) {
          if (requestId === null) await store.revealBlocked(tx, caller.userId, personId);
          return;
        }
        // before the block, which holds both people's rows: these are the last to be locked
        for (const part of partings) await part(tx, caller.userId, personId);
        const now = clock.now();
        await store.insertBlock(tx, {
          blocker_id: caller.userId,
          blocked_id: personId,
          created_at: now,
          request_id: requestId,
        });
        await places.endGrantsBetween(tx, caller.userId, personId, now);
      });
    },

    /**
     * Keeps a block from coming between two people until the transaction ends, and says whether there is one, in
     * either direction. Whatever one of them does with the other (claim, write, share a place) asks here, and before
     * it locks anything else: a block that is being set is waited for, and the next one waits.
     */
    async lockPairAgainstBlock(tx: Tx, a: string, b: string): Promise<{ readonly isBlocked: boolean }> {
      await store.lockPairShared(tx, a, b);
      return { isBlocked: (await store.hasBlocked(tx, a, b)) || (await store.hasBlocked(tx, b, a)) };
    },

    /** Takes a block back, by the id that the list gives; none is no error. */
    async unblockPerson(caller: Caller, listedId: string): Promise<void> {
      await store.deleteBlock(db, caller.userId, listedId);
    },

    /** Everybody with a block between them and this person, in either direction. */
    async blockedWith(dbOrTx: DbOrTx, personId: string): Promise<ReadonlySet<string>> {
      return new Set(await store.blockedWith(dbOrTx, personId));
    },

    /** Whether either of the two has blocked the other. */
    async isBlockedBetween(dbOrTx: DbOrTx, a: string, b: string): Promise<boolean> {
      return (await store.hasBlocked(dbOrTx, a, b)) || (await store.hasBlocked(dbOrTx, b, a));
    },

    /** Whether `blockerId` has blocked `blockedId`, in this direction. */
    async hasBlocked(dbOrTx: DbOrTx, blockerId: string, blockedId: string): Promise<boolean> {
      return store.hasBlocked(dbOrTx, blockerId, blockedId);
    },

    blockedPeople: store.blockedPeople,
    notBlockedBetween: store.notBlockedBetween,
  };
}
