import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { leaveByMs } from '@openlarder/domain/handovers/live-pickup.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { walkingMinutes } from '@openlarder/domain/places/walking.ts';
import { isOnMyWay, isTravelling, otherParty } from '#web/features/handovers/actions/handover-actions.ts';
import { formatTime } from '#web/lib/format.ts';

/** When to leave, in words; null without an agreed time, the exact place or one's own. */
export function leaveByLine(
  { handover, listing }: Claim,
  own: GeoPoint | null,
  nowMs: number,
): string | null {
  const { latitude, longitude, placeShared } = listing;
  if (!isTravelling(handover) || handover.agreedTime === null || own === null) return null;
  if (!placeShared || latitude === null || longitude === null) return null;
  const minutes = walkingMinutes(distanceM(own, { latitude, longitude }) / 1000, true);
  if (minutes === null) return null;
  const atMs = leaveByMs(Date.parse(handover.agreedTime), minutes, nowMs);
  if (atMs === null) return null;
  return atMs <= nowMs ? t`Time to leave` : t`Leave by ${formatTime(atMs)}`;
}

/** When a pickup within hours is, as short as the dock needs it: its agreed time, or what is left of its window. */
function shortTime({ handover, listing }: Claim, nowMs: number): string {
  if (handover.agreedTime !== null) return formatTime(handover.agreedTime);
  const from = formatTime(listing.availableFrom);
  const until = formatTime(listing.availableUntil);
  return nowMs < Date.parse(listing.availableFrom) ? t`from ${from}` : t`until ${until}`;
}

/** The state of a live pickup, to either side: who is there or on the way, else when it is. */
export function livePickupLine(claim: Claim, own: GeoPoint | null, nowMs: number): string {
  const { handover } = claim;
  const name = otherParty(handover).displayName;
  const travels = isTravelling(handover);
  if (!travels && isOnMyWay(handover, 'other', nowMs)) return t`${name} is on the way`;
  if (travels && isOnMyWay(handover, 'other', nowMs)) return t`${name} is there`;
  const leave = leaveByLine(claim, own, nowMs);
  const when = shortTime(claim, nowMs);
  if (leave !== null) return t`${when} · ${leave}`;
  return travels ? when : t`${name}, ${when}`;
}
