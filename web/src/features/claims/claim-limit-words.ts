import { plural, t } from '@lingui/core/macro';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import { MAX_OPEN_CLAIMS } from '@openlarder/domain/claims/taking.ts';
import { formatDay } from '#web/lib/format.ts';

/** Which limit keeps somebody from claiming now, or null. */
function limitReached(limits: ClaimLimits): 'open' | 'day' | null {
  if (limits.openClaims >= limits.maxOpenClaims) return 'open';
  return limits.claimsInLastDay >= limits.maxClaimsPerDay ? 'day' : null;
}

/** "2 of 3 pickups open". */
export function openCountSentence({ openClaims, maxOpenClaims }: ClaimLimits): string {
  return plural(maxOpenClaims, {
    one: `${openClaims} of # pickup open`,
    other: `${openClaims} of # pickups open`,
  });
}

/** When one can claim again; null where one can now. */
export function reachedSentence(limits: ClaimLimits): string | null {
  const reached = limitReached(limits);
  if (reached === 'open') return t`Once one is handed over or let go, you can claim again.`;
  if (reached === null) return null;
  return plural(limits.maxClaimsPerDay, {
    one: 'You have claimed # time in 24 hours. So that there is some for everybody, more is possible later.',
    other:
      'You have claimed # times in 24 hours. So that there is some for everybody, more is possible later.',
  });
}

/** What missed pickups mean for now, and until when; null when none counts. */
export function missedSentence(limits: ClaimLimits, nowMs: number): string | null {
  const { noShows, noShowsEaseAt, maxOpenClaims } = limits;
  if (noShows === 0 || noShowsEaseAt === null) return null;
  const day = formatDay(noShowsEaseAt, nowMs);
  const missed = plural(noShows, { one: '# pickup was missed.', other: '# pickups were missed.' });
  if (maxOpenClaims >= MAX_OPEN_CLAIMS)
    return t`${missed} That can happen. It changes nothing, and is forgotten on ${day}.`;
  const most = plural(maxOpenClaims, { one: '# pickup open', other: '# pickups open' });
  return t`${missed} That can happen. For now you can have ${most} at a time, so that food does not wait for nobody. The first is forgotten on ${day}.`;
}
