import { settlementOf } from '@openlarder/domain/claims/claim-states.ts';
import type { ClaimLocks, Locked } from './claim-locks.ts';
import type { ClaimsParts } from './claims.parts.ts';
import { type DueClaim, selectDueClaims } from './settling.store.ts';
import type { Endings } from './ending.ts';

/** How many due claims are read at once. */
const BATCH = 100;

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
  async function settle(key: DueClaim): Promise<boolean> {
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
   * and to be cut off anywhere. One that fails does not keep the others; it fails the run once they are done. Gives
   * the count.
   */
  return async function settleDue(): Promise<number> {
    const failures: unknown[] = [];
    let settled = 0;
    let last: DueClaim | null = null;
    for (;;) {
      const batch = await selectDueClaims(db, clock.now(), last, BATCH);
      for (const key of batch) {
        try {
          if (await settle(key)) settled++;
        } catch (error) {
          failures.push(error);
        }
      }
      last = batch.at(-1) ?? null;
      if (batch.length < BATCH) break;
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} claims did not settle`);
    return settled;
  };
}
