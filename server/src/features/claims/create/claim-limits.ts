import { servingsOfThings } from '@openlarder/domain/listings/listing-fields.ts';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import {
  isSharedOut,
  MAX_CLAIMS_PER_DAY,
  MAX_OPEN_CLAIMS,
  openClaimsAllowed,
} from '@openlarder/domain/claims/claim-limits.ts';
import { DISPUTE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { calendarDay, DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  type Complaint,
  COMPLAINTS_WITHIN_DAYS,
  SLOWED_HOURS,
  slowdownEndMs,
} from '@openlarder/domain/moderation/independent-complaints.ts';
import { type TrustLimits, trustLimitsOf, trustOf } from '#server/features/accounts/trust/trust.ts';
import { handoverPairsAmong } from '#server/features/handovers/handovers.queries.ts';
import type { ListingRow } from '#server/features/listings/listings.tables.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  countOpenClaims,
  type NoShowRow,
  selectBulkClaims,
  selectClaimTimes,
  selectNoShows,
} from './claim-limits.store.ts';

/** The usage that counts to a person’s limits. */
export type ClaimUsage = {
  readonly open: number;
  readonly maxOpen: number;
  /** When they made the claims of the last 24 hours, newest first. */
  readonly times: readonly Date[];
  /** Until when missed pickups leave fewer open claims (epoch milliseconds); null if they do not. */
  readonly slowedUntilMs: number | null;
};

export async function readClaimUsage(ctx: AppContext, personId: string, now: Date): Promise<ClaimUsage> {
  const slowedUntilMs = await claimingSlowedUntilMs(ctx, personId, now);
  const yesterday = new Date(now.getTime() - DAY_MS);
  return {
    open: await countOpenClaims(ctx.db, personId),
    maxOpen: openClaimsAllowed(slowedUntilMs, now.getTime()),
    times: await selectClaimTimes(ctx.db, personId, yesterday, MAX_CLAIMS_PER_DAY + 1),
    slowedUntilMs,
  };
}

export const limitsOf = (
  { open, maxOpen, times, slowedUntilMs }: ClaimUsage,
  bulk: BulkUsage | null,
): ClaimLimits => ({
  openClaims: open,
  maxOpenClaims: maxOpen,
  claimsInLastDay: times.length,
  maxClaimsPerDay: MAX_CLAIMS_PER_DAY,
  slowedUntil: slowedUntilMs === null ? null : new Date(slowedUntilMs).toISOString(),
  bulk: presentBulkUsage(bulk),
});

/** Refuses a claim because of the open ones. */
export function tooManyOpen({ maxOpen, slowedUntilMs }: ClaimUsage, now: Date): AppError {
  if (maxOpen === MAX_OPEN_CLAIMS || slowedUntilMs === null)
    return conflict('claim-limit.open', { max: MAX_OPEN_CLAIMS });
  return conflict('claim-limit.missed', { max: maxOpen, waitMs: slowedUntilMs - now.getTime() });
}

/** Refuses a claim because of the claims of the last 24 hours, whose `times` are given newest first. */
export function tooManyToday(times: readonly Date[], now: Date): AppError {
  const lastOfShare = times[MAX_CLAIMS_PER_DAY - 1] ?? now;
  const wait = { untilMs: lastOfShare.getTime() + DAY_MS, nowMs: now.getTime() };
  return conflictUntil('claim-limit.day', wait, { max: MAX_CLAIMS_PER_DAY });
}

/** A no-show counts for as long as it may be the first of three, and what the third causes lasts. */
const READ_BACK_MS = COMPLAINTS_WITHIN_DAYS * DAY_MS + (DISPUTE_HOURS + SLOWED_HOURS) * HOUR_MS;

/**
 * Until when missed pickups slow a person's claiming (epoch milliseconds); null if they do not. Each counts once it can
 * no longer be disputed.
 */
async function claimingSlowedUntilMs(ctx: AppContext, personId: string, now: Date): Promise<number | null> {
  const missed = await selectNoShows(ctx.db, personId, new Date(now.getTime() - READ_BACK_MS));
  // the common case
  if (missed.length === 0) return null;
  const giverIds = [...new Set(missed.map(({ giver_id }) => giver_id))];
  const [shown, trust, dealings] = [
    await messaging.placesShown(ctx, missed.map(turnOfGiver)),
    await trustOf(ctx, giverIds),
    await handoverPairsAmong(ctx, giverIds),
  ];
  const complaints = missed.map(
    (row): Complaint => ({
      byId: row.giver_id,
      atMs: row.ended_at.getTime() + DISPUTE_HOURS * HOUR_MS,
      day: calendarDay(row.ended_at.getTime(), ctx.settings.timeZone),
      isKnown: trust.get(row.giver_id) === 'known',
      afterMeeting: row.agreed_at !== null || row.place_is_public || shown.has(row.conversation_id),
    }),
  );
  return slowdownEndMs(complaints, dealings, now.getTime());
}

const turnOfGiver = ({ giver_id, conversation_id, created_at }: NoShowRow) => ({
  conversationId: conversation_id,
  personId: giver_id,
  since: created_at,
});

/** How many servings of bulk food a person has taken in the last 24 hours, and may take; null for people without that limit. */
type BulkUsage = {
  readonly level: TrustLimits['level'];
  readonly max: number;
  readonly maxNext: number | null;
  readonly taken: number;
  /** When the oldest of it stops counting; null if nothing is taken. */
  readonly easesAt: Date | null;
};

export async function readBulkUsage(ctx: AppContext, personId: string, now: Date): Promise<BulkUsage | null> {
  const { level, bulkServings: max, bulkServingsNext: maxNext } = await trustLimitsOf(ctx, personId);
  if (max === null) return null;
  const claims = await selectBulkClaims(ctx.db, personId, new Date(now.getTime() - DAY_MS));
  const taken = claims.reduce(
    (sum, { servings, counted_as }) => sum + servingsOfThings(servings, counted_as),
    0,
  );
  const [oldest] = claims;
  return {
    level,
    max,
    maxNext,
    taken,
    easesAt: oldest ? new Date(oldest.created_at.getTime() + DAY_MS) : null,
  };
}

export const isListingSharedOut = (row: ListingRow, now: Date): boolean =>
  isSharedOut(
    { isBulk: row.is_bulk, mayGoToOne: row.may_go_to_one, offeredUntilMs: row.offered_until.getTime() },
    now.getTime(),
  );

/** Refuses servings beyond the share; `takenBefore` is without them. */
export function tooMuchBulk({ max, easesAt }: BulkUsage, takenBefore: number, now: Date): AppError {
  const wait = { untilMs: easesAt?.getTime() ?? now.getTime(), nowMs: now.getTime() };
  return conflictUntil('claim-limit.bulk', wait, { max, left: Math.max(0, max - takenBefore) });
}

const presentBulkUsage = (usage: BulkUsage | null): ClaimLimits['bulk'] =>
  usage && {
    servingsTaken: usage.taken,
    maxServings: usage.max,
    nextAt: usage.taken < usage.max ? null : (usage.easesAt?.toISOString() ?? null),
    level: usage.level,
    maxServingsNext: usage.maxNext,
  };
