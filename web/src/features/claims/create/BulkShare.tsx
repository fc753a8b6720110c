import { plural } from '@lingui/core/macro';
import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import { isSharedOut } from '@openlarder/domain/claims/bulk-share.ts';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { formatDayTime } from '#web/lib/format.ts';

type BulkLimits = NonNullable<ClaimLimits['bulk']>;

/** The share of bulk food that limits what one may take of this listing now; null if nothing does. */
export function bulkShareOf(
  listing: Listing,
  limits: ClaimLimits | undefined,
  nowMs: number,
): BulkLimits | null {
  const { availableUntil, expiryDate } = listing;
  const offeredUntilMs = Math.min(
    Date.parse(availableUntil),
    expiryDate === null ? Number.POSITIVE_INFINITY : Date.parse(expiryDate),
  );
  return isSharedOut({ ...listing, offeredUntilMs }, nowMs) ? (limits?.bulk ?? null) : null;
}

export const bulkServingsLeft = ({ maxServings, servingsTaken }: BulkLimits): number =>
  Math.max(0, maxServings - servingsTaken);

/** How much bulk food one may still take today, and when it becomes more. */
export function BulkShareNote({ share, nowMs }: { readonly share: BulkLimits; readonly nowMs: number }) {
  return (
    <p className="text-sm text-muted">
      {shareSentence(share, nowMs)} {nextSentence(share)}
    </p>
  );
}

function shareSentence(share: BulkLimits, nowMs: number): string {
  const left = bulkServingsLeft(share);
  if (left > 0)
    return plural(left, {
      one: "So there's enough for everyone, you can take # more serving from big donations today.",
      other: "So there's enough for everyone, you can take # more servings from big donations today.",
    });
  const at = formatDayTime(share.nextAt ?? new Date(nowMs).toISOString(), nowMs);
  return plural(share.maxServings, {
    one: `You've had # serving from big donations in 24 hours. So there's enough for everyone, there's more for you ${at}.`,
    other: `You've had # servings from big donations in 24 hours. So there's enough for everyone, there's more for you ${at}.`,
  });
}

const NEXT: Record<TrustLevel, ((servings: number) => string) | null> = {
  new: (servings) =>
    plural(servings, {
      one: "After your first day here it's #.",
      other: "After your first day here it's #.",
    }),
  member: (servings) =>
    plural(servings, {
      one: "Once you've met a few neighbors here it's #.",
      other: "Once you've met a few neighbors here it's #.",
    }),
  known: null,
};

const nextSentence = ({ level, maxServingsNext }: BulkLimits): string | null =>
  maxServingsNext === null ? null : (NEXT[level]?.(maxServingsNext) ?? null);
