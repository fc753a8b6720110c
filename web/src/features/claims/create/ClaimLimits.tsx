import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { suggestedServings, thingsInServings } from '@openlarder/domain/listings/listing-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { claimLimitsQuery } from '../claims.queries.ts';
import { isSharedOut } from '@openlarder/domain/claims/claim-limits.ts';

export function ClaimLimitsNote() {
  const nowMs = useNow();
  // Optional information: the server checks the limits, too.
  const { data: limits } = useQuery(claimLimitsQuery);
  if (!limits) return null;
  const missed = missedPickupsSentence(limits, nowMs);
  const reached = limitReachedSentence(limits);
  if (limits.openClaims === 0 && !missed && !reached) return null;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div>
        <p className="font-medium tabular-nums">{openClaimsLabel(limits)}</p>
        {reached && <p className="text-muted">{reached}</p>}
      </div>
      {missed && <Notice>{missed}</Notice>}
    </div>
  );
}

/** Replaces a claim button that would be refused: the reason, and a link to the open pickups. */
export function ClaimLimitReached({ limits }: { readonly limits: ClaimLimits }) {
  const nowMs = useNow();
  const missed = missedPickupsSentence(limits, nowMs);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-60 flex-1">
        <p className="font-semibold tabular-nums">{openClaimsLabel(limits)}</p>
        <p className="text-sm text-muted">
          {limitReachedSentence(limits)} {missed}
        </p>
      </div>
      <LinkButton href={paths.profileSection('pickups')} variant="secondary">
        <Trans>See my pickups</Trans>
      </LinkButton>
    </div>
  );
}

function limitReached(limits: ClaimLimits): 'open' | 'day' | null {
  if (limits.openClaims >= limits.maxOpenClaims) return 'open';
  return limits.claimsInLastDay >= limits.maxClaimsPerDay ? 'day' : null;
}

/** "2 active pickups (limit 3)". */
function openClaimsLabel({ openClaims, maxOpenClaims }: ClaimLimits): string {
  return plural(openClaims, {
    one: `# active pickup (limit ${maxOpenClaims})`,
    other: `# active pickups (limit ${maxOpenClaims})`,
  });
}

/** When claiming is possible again; null if it is possible now. */
function limitReachedSentence(limits: ClaimLimits): string | null {
  const reached = limitReached(limits);
  if (reached === 'open') return t`Once one is handed over or canceled, you can claim again.`;
  if (reached === null) return null;
  return plural(limits.maxClaimsPerDay, {
    one: "You've claimed # time in 24 hours. So there's enough for everyone, please wait a little before you claim again.",
    other:
      "You've claimed # times in 24 hours. So there's enough for everyone, please wait a little before you claim again.",
  });
}

/** What missed pickups change, and until when; null if nothing. */
function missedPickupsSentence({ slowedUntil, maxOpenClaims }: ClaimLimits, nowMs: number): string | null {
  if (slowedUntil === null || Date.parse(slowedUntil) <= nowMs) return null;
  const until = formatDayAtTime(slowedUntil, nowMs);
  return plural(maxOpenClaims, {
    one: `Some neighbors waited for you lately. It happens. Until ${until}, you can have # pickup at a time, so no one is left waiting.`,
    other: `Some neighbors waited for you lately. It happens. Until ${until}, you can have # pickups at a time, so no one is left waiting.`,
  });
}

export type BulkLimits = NonNullable<ClaimLimits['bulk']>;

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

/** How many of a listing's things are left within a person's share of bulk food. */
export const mostToClaim = ({ servingsLeft, countedAs }: Listing, share: BulkLimits | null): number =>
  share ? Math.min(servingsLeft, thingsInServings(bulkServingsLeft(share), countedAs)) : servingsLeft;

/** If the household size is unknown: most are no larger, and what one leaves feeds someone else. */
const SOME_PEOPLE = 2;

/** How much is suggested: enough for each of the household, as far as there is so much. */
export function useHouseholdServings(most: number, { countedAs }: Pick<Listing, 'countedAs'>): number {
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false });
  return suggestedServings(me?.householdSize ?? SOME_PEOPLE, most, countedAs);
}

/** From this many servings on, the number is chosen before it is claimed. */
const LARGE_LOT_SERVINGS = 10;

/** Whether there is so much of it that people may want more than their household's number. */
export const isLargeLot = ({ servingsLeft }: Pick<Listing, 'servingsLeft'>): boolean =>
  servingsLeft >= LARGE_LOT_SERVINGS;
