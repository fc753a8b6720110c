import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import {
  completeHandover,
  disputeHandover,
  releaseHandover,
} from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as handoverActions from '#server/features/handovers/lifecycle/handover-actions.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { getClaim, ownClaim } from './claims.queries.ts';
import * as store from './claims.store.ts';

/** The food that a person picked up. */
export type FoodReceived = {
  /** Completed pickups by category, ever. */
  readonly pickups: Readonly<Partial<Record<Category, number>>>;
  /** Servings since the time asked about. */
  readonly servings: number;
};

export async function foodReceived(ctx: AppContext, personId: string, since: Date): Promise<FoodReceived> {
  const rows = await store.selectReceived(ctx.db, personId, since);
  return {
    pickups: Object.fromEntries(rows.map(({ category, pickups }) => [category, pickups])),
    servings: rows.reduce((sum, { servings }) => sum + servings, 0),
  };
}

/** An average of fewer people could reveal what one of them received. */
const LEAST_PEOPLE = 5;
const KEPT_MS = HOUR_MS;

const lastAverage = perApp(() => ({ servings: null as number | null, atMs: Number.NEGATIVE_INFINITY }));

/**
 * The average servings per household member of all people who received something in this time span, up to an hour old;
 * null for fewer than five such people.
 */
export async function averageReceived(ctx: AppContext, withinMs: number): Promise<number | null> {
  const nowMs = ctx.clock.now().getTime();
  const last = lastAverage(ctx);
  if (nowMs - last.atMs < KEPT_MS) return last.servings;
  const { people, heads, servings } = await store.selectReceivedByAll(ctx.db, new Date(nowMs - withinMs));
  last.servings = people < LEAST_PEOPLE ? null : servings / heads;
  last.atMs = nowMs;
  return last.servings;
}

/*
 * The actions under the claims' own paths: each calls the handover action of the same name and returns the claim. 404
 * for other people's claims.
 */

export async function releaseClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  reason: ReleaseReason | null = null,
): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await releaseHandover(ctx, caller, handover_id, reason);
  return getClaim(ctx, caller, claimId);
}

export async function completeClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  code: string | null = null,
): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await completeHandover(ctx, caller, handover_id, code);
  return getClaim(ctx, caller, claimId);
}

export async function reportNoShow(ctx: AppContext, caller: Caller, claimId: string): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await handoverActions.reportNoShow(ctx, caller, handover_id);
  return getClaim(ctx, caller, claimId);
}

export async function disputeClaim(
  ctx: AppContext,
  caller: Caller,
  claimId: string,
  details = '',
): Promise<Claim> {
  const { handover_id } = await ownClaim(ctx, caller, claimId);
  await disputeHandover(ctx, caller, handover_id, details);
  return getClaim(ctx, caller, claimId);
}
