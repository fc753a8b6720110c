import { automaticClaimEnd } from '@openlarder/domain/claims/claim-states.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { processDue } from '#server/platform/process-due.ts';
import { type ClaimKey, selectDueClaims } from '../claims.store.ts';
import { type LockedClaim, withClaim } from './claim-locks.ts';
import { endCompletedByOneSide, endLapsed } from './end-claim.ts';

/** Ends every open claim whose time is over, each in its own transaction. Idempotent. Returns how many. */
export async function expireClaims(ctx: AppContext): Promise<number> {
  return processDue(
    (page) => selectDueClaims(ctx.db, ctx.clock.now(), page),
    (key) => expireClaim(ctx, key),
    'claims',
  );
}

/** Returns true if the claim, once locked, was still due. */
async function expireClaim(ctx: AppContext, key: ClaimKey): Promise<boolean> {
  return withClaim(ctx, key, async (tx, locked) => {
    const { outcome, atMs } = automaticEndOf(locked);
    // confirmed or extended meanwhile
    if (locked.claim.status !== 'open' || tx.clock.now().getTime() < atMs) return false;
    if (outcome === 'completed') await endCompletedByOneSide(tx, locked);
    else await endLapsed(tx, locked);
    return true;
  });
}

const automaticEndOf = ({ claim, listing }: LockedClaim) =>
  automaticClaimEnd({
    donorConfirmedAtMs: claim.donor_confirmed_at?.getTime() ?? null,
    claimerConfirmedAtMs: claim.claimer_confirmed_at?.getTime() ?? null,
    availableUntilMs: listing.available_until.getTime(),
  });
