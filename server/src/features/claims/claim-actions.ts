import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { getClaim, ownClaim } from './claims.queries.ts';

/*
 * The calls of the claims' own paths: each is the handover's action of the same name, and answers with the claim. 404 for
 * a claim of others.
 */

export async function releaseClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  reason: ReleaseReason | null = null,
): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await handovers.releaseHandover(ctx, caller, handover_id, reason);
  return getClaim(ctx, caller, claimId);
}

export async function completeClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  code: string | null = null,
): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await handovers.completeHandover(ctx, caller, handover_id, code);
  return getClaim(ctx, caller, claimId);
}

export async function reportNoShow(ctx: AppContext, caller: Caller, claimId: string): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await handovers.reportNoShow(ctx, caller, handover_id);
  return getClaim(ctx, caller, claimId);
}

export async function disputeClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  details = '',
): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await handovers.disputeHandover(ctx, caller, handover_id, details);
  return getClaim(ctx, caller, claimId);
}
