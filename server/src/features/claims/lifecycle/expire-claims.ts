import { settlementOf } from '@openlarder/domain/claims/claim-states.ts';
import type { ClaimLocks, Locked } from './claim-locks.ts';
import { type ClaimKey, selectDueClaims } from '../claims.store.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import { processDue } from '#server/platform/process-due.ts';
import type { Endings } from './end-claim.ts';

type SettlingParts = Pick<ClaimsParts, 'db' | 'clock'> &
  Pick<ClaimLocks, 'withClaim'> & { readonly endings: Pick<Endings, 'completeAlone' | 'lapse'> };

const settlementFor = ({ claim, listing }: Locked) =>
  settlementOf({
    donorConfirmedAtMs: claim.donor_confirmed_at?.getTime() ?? null,
    claimerConfirmedAtMs: claim.claimer_confirmed_at?.getTime() ?? null,
    availableUntilMs: listing.available_until.getTime(),
  });

/** How claims end by themselves. */
export function makeSettling({ db, clock, withClaim, endings }: SettlingParts) {
  /** Whether the claim, once nobody else can change it, was still due. */
  async function settle(key: ClaimKey): Promise<boolean> {
    return withClaim(key, async (tx, locked) => {
      const { outcome, atMs } = settlementFor(locked);
      // somebody may have said a word meanwhile, or offered it for longer
      if (locked.claim.status !== 'open' || clock.now().getTime() < atMs) return false;
      if (outcome === 'completed') await endings.completeAlone(tx, locked);
      else await endings.lapse(tx, locked);
      return true;
    });
  }

  /**
   * Ends every open claim whose time it is, each in a transaction of its own: safe to run twice, in several processes
   * and to be cut off anywhere. Gives the count.
   */
  return async function expireDue(): Promise<number> {
    return processDue((page) => selectDueClaims(db, clock.now(), page), settle);
  };
}
