import { plural, t } from '@lingui/core/macro';
import { isSharedOut } from '@openlarder/domain/claims/bulk-share.ts';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useHasToConfirmEmail } from '#web/features/community/use-has-to-confirm-email.ts';
import { formatDayAtTime } from '#web/lib/format.ts';

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

/** How much bulk food one may still take now, and when it becomes more. */
export function BulkShareNote({ share, nowMs }: { readonly share: BulkLimits; readonly nowMs: number }) {
  const hasToConfirm = useHasToConfirmEmail();
  return (
    <p className="text-sm text-muted">
      {shareSentence(share, nowMs)} {nextSentence(share, hasToConfirm)}
    </p>
  );
}

function shareSentence(share: BulkLimits, nowMs: number): string {
  const left = bulkServingsLeft(share);
  if (share.servingsTaken === 0)
    return plural(left, {
      one: "You can take up to # serving from big donations for now, so there's enough for everyone.",
      other: "You can take up to # servings from big donations for now, so there's enough for everyone.",
    });
  if (left > 0)
    return plural(left, {
      one: "You can take # more serving from big donations for now, so there's enough for everyone.",
      other: "You can take # more servings from big donations for now, so there's enough for everyone.",
    });
  const at = formatDayAtTime(share.nextAt ?? nowMs, nowMs);
  return plural(share.servingsTaken, {
    one: `You've taken # serving from big donations in the last 24 hours. You can take more ${at}.`,
    other: `You've taken # servings from big donations in the last 24 hours. You can take more ${at}.`,
  });
}

/** What makes the share larger; null at the last level. */
function nextSentence({ level, maxServingsNext }: BulkLimits, hasToConfirm: boolean): string | null {
  if (maxServingsNext === null) return null;
  if (level === 'new')
    return hasToConfirm
      ? t`Confirm your email to take more.`
      : t`After your first day here, you can take up to ${maxServingsNext}.`;
  return t`Once you've met a few neighbors, you can take up to ${maxServingsNext}.`;
}

/** From this many servings on, no one is offered all of it first. */
const LARGE_LOT_SERVINGS = 10;

/** Whether a household's part is suggested instead of all that is left. */
export const isLargeLot = ({ servingsLeft }: Pick<Listing, 'servingsLeft'>): boolean =>
  servingsLeft >= LARGE_LOT_SERVINGS;
