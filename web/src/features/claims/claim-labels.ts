import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  comparePickups,
  isLivePickup,
  leaveByMs,
  minutesUntilPickup,
  type PickupTimes,
} from '@openlarder/domain/handovers/live-pickup.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { walkingMinutes } from '@openlarder/domain/places/walking.ts';
import { useQuery } from '@tanstack/react-query';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import {
  allowedActions,
  answersRequest,
  handoverPhase,
  isNear,
  isOnMyWay,
  isTraveling,
  otherConfirmationAt,
  otherParty,
  ownConfirmationAt,
} from '#web/features/handovers/actions/handover-actions.ts';
import { type ClaimedServings, handoverSentence } from '#web/features/handovers/handover-labels.ts';
import {
  formatDayTime,
  formatDuration,
  formatPickupWindow,
  formatServings,
  formatTime,
} from '#web/lib/format.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from './claims.queries.ts';

/** When to leave, in words; null without an agreed time, the exact place or one's own. */
export function leaveByLine(
  { handover, listing }: Claim,
  own: GeoPoint | null,
  nowMs: number,
): string | null {
  const { latitude, longitude, placeShared } = listing;
  if (!isTraveling(handover) || handover.agreedTime === null || own === null) return null;
  if (!placeShared || latitude === null || longitude === null) return null;
  const minutes = walkingMinutes(distanceM(own, { latitude, longitude }) / 1000, true);
  if (minutes === null) return null;
  const atMs = leaveByMs(Date.parse(handover.agreedTime), minutes, nowMs);
  if (atMs === null) return null;
  return atMs <= nowMs ? t`Time to leave` : t`Leave by ${formatTime(atMs)}`;
}

/** When a pickup within hours is, as short as a line needs it: its agreed time, or what is left of its window. */
function shortTime({ handover, listing }: Claim, nowMs: number): string {
  if (handover.agreedTime !== null) return formatTime(handover.agreedTime);
  const from = formatTime(listing.availableFrom);
  const until = formatTime(listing.availableUntil);
  return nowMs < Date.parse(listing.availableFrom) ? t`from ${from}` : t`until ${until}`;
}

export function livePickupLine(claim: Claim, own: GeoPoint | null, nowMs: number): string {
  const { handover } = claim;
  const name = otherParty(handover).displayName;
  const travels = isTraveling(handover);
  if (!travels && isOnMyWay(handover, 'other', nowMs)) return t`${name} is on the way`;
  if (travels && isOnMyWay(handover, 'other', nowMs)) return t`${name} is there`;
  const leave = leaveByLine(claim, own, nowMs);
  const when = shortTime(claim, nowMs);
  if (leave !== null) return t`${when} · ${leave}`;
  return travels ? when : t`${name}, ${when}`;
}

/** From then on the minutes count. */
const MINUTES_COUNT_BELOW = 120;

/** A countdown in short form: "5 h", "1 h 20 min", "42 min". */
function countdownLabel(minutes: number): string {
  const shown = minutes < MINUTES_COUNT_BELOW ? minutes : minutes - (minutes % 60);
  return formatDuration(shown * MINUTE_MS);
}

/** A title without what follows its first comma or bracket. */
const shortTitle = (title: string): string => title.split(/[,;:(–—]/, 1)[0]?.trim() || title;

export function livePickupTitle(claim: Claim): string {
  const title = shortTitle(claim.listing.title);
  const name = nameInSentence(otherParty(claim.handover).displayName);
  return t`${title} with ${name}`;
}

/** When it is, and what is next: "7 PM · Plan a time". */
export const livePickupStep = (claim: Claim, own: GeoPoint | null, nowMs: number): string =>
  `${shortTime(claim, nowMs)} · ${nextStepLine(claim, own, nowMs)}`;

/** What to announce of it: that the other proposes a time, or is on the way or there; empty for nothing. */
export function livePickupNews(claim: Claim, own: GeoPoint | null, nowMs: number): string {
  const { side, proposal } = claim.handover;
  const isNews = isOnMyWay(claim.handover, 'other', nowMs) || (proposal !== null && proposal.by !== side);
  return isNews ? `${livePickupTitle(claim)}. ${nextStepLine(claim, own, nowMs)}` : '';
}

/** Where there is room for one of them, the clock says when it is, until so few minutes are left. */
const COUNTS_BELOW = 20;
export const countsMinutes = (claim: Claim, nowMs: number): boolean =>
  (minutesUntilPickup(timesOf(claim, nowMs), nowMs) ?? 0) <= COUNTS_BELOW;

/** The time until it begins: "42 min"; "now" at an agreed time; null while a window is open. */
export function livePickupCountdown(claim: Claim, nowMs: number): string | null {
  const minutes = minutesUntilPickup(timesOf(claim, nowMs), nowMs);
  if (minutes !== null) return countdownLabel(minutes);
  return handoverPhase(claim.handover, nowMs) === 'due' && claim.handover.agreedTime !== null ? t`now` : null;
}

function nextStepLine(claim: Claim, own: GeoPoint | null, nowMs: number): string {
  const handover = handoverOf(claim);
  const name = otherParty(handover).displayName;
  const { proposal } = handover;
  const isPlaceShown = claim.listing.placeShared || claim.listing.placeIsPublic;
  if (otherConfirmationAt(handover) || ownConfirmationAt(handover)) return handoverSentence(handover, nowMs);
  if (proposal && allowedActions(handover, nowMs).includes('accept_time')) {
    const when = formatDayTime(proposal.time, nowMs);
    return t`${name} proposes ${when}.`;
  }
  if (handoverPhase(handover, nowMs) === 'after') return t`Did it happen?`;
  if (proposal?.by === handover.side && Date.parse(proposal.time) > nowMs) {
    const time = formatTime(proposal.time);
    return t`You proposed ${time}`;
  }
  if (isTraveling(handover)) {
    if (isOnMyWay(handover, 'other', nowMs)) return t`${name} is there`;
    if (!isPlaceShown) return t`Waiting for ${name}'s address`;
    return leaveByLine(claim, own, nowMs) ?? t`Tap for the address and code`;
  }
  if (handover.ownPlace === 'hidden') return t`Share your address`;
  if (isOnMyWay(handover, 'other', nowMs)) return t`${name} is on the way`;
  if (isNear(handover, nowMs)) return t`Enter ${{ name: nameInSentence(name) }}'s code`;
  return handover.agreedTime === null ? t`Plan a time` : handoverSentence(handover, nowMs);
}

export function timesOf({ handover }: Pick<Claim, 'handover'>, nowMs: number): PickupTimes {
  return {
    agreedTimeMs: handover.agreedTime === null ? null : Date.parse(handover.agreedTime),
    windowFromMs: Date.parse(handover.windowFrom),
    windowUntilMs: Date.parse(handover.windowUntil),
    isOnMyWay: isOnMyWay(handover, 'me', nowMs) || isOnMyWay(handover, 'other', nowMs),
  };
}

/** The open claims among these, on the way first, then by time. */
function openByTime(claims: readonly Claim[], nowMs: number): Claim[] {
  return claims
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => comparePickups(timesOf(a, nowMs), timesOf(b, nowMs)));
}

/**
 * My open pickups and those of what I share that are close enough to follow me from screen to screen, the next first;
 * null until they are loaded. What fails to load is left out: these are shown elsewhere, with the error.
 */
export function useLivePickups(nowMs: number): readonly Claim[] | null {
  const open = useNextPickups(nowMs);
  return open?.filter((claim) => isLivePickup(timesOf(claim, nowMs), nowMs)) ?? null;
}

/** My open pickups and those of what I share, however far away, the next first; null until they are loaded. */
export function useNextPickups(nowMs: number): readonly Claim[] | null {
  const lists = [useQuery(myClaimsQuery), useQuery(claimsOnMyListingsQuery)];
  if (lists.some(({ isPending }) => isPending)) return null;
  return openByTime(
    lists.flatMap(({ data }) => data ?? []),
    nowMs,
  );
}

/** Whether the donor can still reveal something to the claimer: the address, or what a public address does not say. */
export function hasMoreToReveal({ listing, handover }: Claim): boolean {
  if (handover.ownPlace !== 'hidden') return false;
  return !listing.placeIsPublic || Boolean(listing.pickupInstructions ?? listing.contactPhone);
}

/** The claim's handover, in which a public address that says everything counts as revealed. */
export const handoverOf = (claim: Claim): Handover =>
  claim.side === 'donor' && !hasMoreToReveal(claim)
    ? { ...claim.handover, ownPlace: 'revealed' }
    : claim.handover;

export const claimedServings = ({ servings, listing }: Claim): ClaimedServings => ({
  claimed: servings,
  shared: listing.estimatedServings,
});

/** The same as text: "4 of 6 servings", "6 servings" for all of it. */
export function claimedServingsLine(claim: Claim): string {
  const { claimed, shared } = claimedServings(claim);
  const all = formatServings(shared, claim.handover.countedAs);
  return claimed < shared ? t`${claimed} of ${all}` : all;
}

/** From then on it is counted down. */
const COUNTED_MINUTES = 360;

/** Whether the handover is still ahead: open, not due, and confirmed by neither side. */
export function isAhead(handover: Handover, nowMs: number): boolean {
  const phase = handoverPhase(handover, nowMs);
  const isSaid = ownConfirmationAt(handover) !== null || otherConfirmationAt(handover) !== null;
  return handover.status === 'open' && !isSaid && (phase === 'before' || phase === 'during');
}

/** A ticket's first line: when it is and how soon, "today, 7 PM · in 42 min"; from then on how it stands. */
export function ticketHeadline(claim: Claim, nowMs: number): string {
  const { handover, listing } = claim;
  if (!isAhead(handover, nowMs)) return handoverSentence(handover, nowMs, claimedServings(claim));
  const when =
    handover.agreedTime === null
      ? formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)
      : formatDayTime(handover.agreedTime, nowMs);
  return withCountdown(when, handover, nowMs);
}

/** A time in words, and how soon it is: "today, 7 PM · in 42 min". */
export function withCountdown(when: string, handover: Handover, nowMs: number): string {
  const minutes = minutesUntilPickup(timesOf({ handover }, nowMs), nowMs);
  if (minutes === null || minutes > COUNTED_MINUTES) return when;
  // "1 h 8 min" stays together
  const left = countdownLabel(minutes).replaceAll(' ', '\u00a0');
  return t`${when} · in ${left}`;
}

function placeLine({ listing, handover }: Claim): string {
  const { pickupLocation, pickupInstructions } = listing;
  const name = handover.giver.displayName;
  const isShown = listing.placeShared || listing.placeIsPublic;
  const more = isShown ? pickupInstructions : t`Waiting for ${name}'s address`;
  return more ? `${pickupLocation} · ${more}` : pickupLocation;
}

/** A ticket's second line: where to go, or for the giver the receiver and what they see; null once it has ended. */
export function ticketDetail(claim: Claim, handover: Handover, nowMs: number): string | null {
  if (handover.status !== 'open') return null;
  if (claim.side === 'claimer') return placeLine(claim);
  const name = nameInSentence(handover.receiver.displayName);
  const amount = claimedServingsLine(claim);
  if (handover.ownPlace !== 'hidden') return `${t`${amount} for ${name}`} · ${t`Address shared`}`;
  // a helper has offered it
  const isNew =
    !answersRequest(handover) &&
    isAhead(handover, nowMs) &&
    handover.agreedTime === null &&
    handover.comingAt === null;
  return isNew ? handoverSentence(handover, nowMs, claimedServings(claim)) : t`${amount} for ${name}`;
}
