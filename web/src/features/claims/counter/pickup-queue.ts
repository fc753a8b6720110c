import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { calendarDaysBetween, HOUR_MS, MINUTE_MS, msOf, startOfDay } from '@openlarder/domain/kernel/time.ts';
import { handoverPhase, isOnMyWay } from '#web/features/handovers/actions/handover-actions.ts';

/**
 * The claimer says that they have the food, has said that they are on their way, comes at an agreed time, proposes one,
 * has none yet, or did not come within an hour of it.
 */
export type PickupStage = 'received' | 'on-the-way' | 'timed' | 'asking' | 'untimed' | 'overdue';
/** Those of one number stand in the order of their times. */
const NEARNESS: Readonly<Record<PickupStage, number>> = {
  received: 0,
  'on-the-way': 1,
  timed: 2,
  asking: 2,
  untimed: 2,
  overdue: 3,
};

export type Pickup = {
  readonly claim: Claim;
  readonly stage: PickupStage;
  /** The agreed or the proposed time; null without one. */
  readonly timeMs: number | null;
};

/** How long before the agreed time a person may already be at the counter. */
const EARLY_MS = 10 * MINUTE_MS;

function stageOf({ handover }: Claim, nowMs: number): PickupStage {
  if (handover.receiverConfirmedAt !== null) return 'received';
  if (handoverPhase(handover, nowMs) === 'after') return 'overdue';
  if (isOnMyWay(handover, 'other', nowMs)) return 'on-the-way';
  if (handover.proposal?.by === 'receiver') return 'asking';
  return handover.agreedTime === null ? 'untimed' : 'timed';
}

export const toPickup = (claim: Claim, nowMs: number): Pickup => {
  const { agreedTime, proposal } = claim.handover;
  const stage = stageOf(claim, nowMs);
  return { claim, stage, timeMs: msOf(stage === 'asking' ? proposal?.time : agreedTime) };
};

/** The food is handed over as far as the giver is concerned. */
const isHandedOver = ({ status, handover }: Claim): boolean =>
  status === 'completed' || (status === 'open' && handover.giverConfirmedAt !== null);

const expectedFromMs = ({ timeMs, claim }: Pickup): number => timeMs ?? Date.parse(claim.handover.windowFrom);

/** Someone without a time may come until the food's pickup is over. */
const dueMs = ({ timeMs, claim }: Pickup): number => timeMs ?? Date.parse(claim.handover.windowUntil);

const byAge = (a: Pickup, b: Pickup): number =>
  Date.parse(a.claim.createdAt) - Date.parse(b.claim.createdAt) || (a.claim.id < b.claim.id ? -1 : 1);

/** Whether someone may still come today: not for food of another day, and not hours after they were expected. */
function isOfToday({ handover }: Claim, nowMs: number, timeZone: string): boolean {
  const { agreedTime, proposal, windowFrom, windowUntil } = handover;
  const firstMs = Date.parse(agreedTime ?? windowFrom);
  const proposedMs = proposal?.by === 'receiver' ? Date.parse(proposal.time) : firstMs;
  if (calendarDaysBetween(nowMs, Math.min(firstMs, proposedMs), timeZone) > 0) return false;
  const expectedMs = Date.parse(agreedTime ?? windowUntil);
  // a pickup that is due around midnight stays in the list
  return handoverPhase(handover, nowMs) !== 'after' || expectedMs >= startOfDay(nowMs, timeZone);
}

/** What one person comes for stands together, where the first of it is due. */
function eachTogether(pickups: readonly Pickup[]): readonly Pickup[] {
  const people = pickups.map(({ claim }) => claim.claimer.id);
  const firstOf = ({ claim }: Pickup): number => people.indexOf(claim.claimer.id);
  return pickups.toSorted((a, b) => firstOf(a) - firstOf(b));
}

export type OpenPickups = { readonly today: readonly Pickup[]; readonly others: readonly Pickup[] };

export function openPickups(claims: readonly Claim[], nowMs: number, timeZone: string): OpenPickups {
  const pickups = claims
    .filter((claim) => claim.status === 'open' && !isHandedOver(claim))
    .map((claim) => toPickup(claim, nowMs));
  const ofToday = pickups.filter(({ claim }) => isOfToday(claim, nowMs, timeZone));
  return {
    today: eachTogether(
      ofToday.toSorted((a, b) => NEARNESS[a.stage] - NEARNESS[b.stage] || dueMs(a) - dueMs(b) || byAge(a, b)),
    ),
    others: pickups
      .filter((pickup) => !ofToday.includes(pickup))
      .toSorted((a, b) => expectedFromMs(a) - expectedFromMs(b) || byAge(a, b)),
  };
}

/** When the giver handed it over, or the receiver confirmed it. */
export const handedOverAt = ({ endedAt, handover }: Claim): string | null =>
  endedAt ?? handover.giverConfirmedAt;

export function handedOverToday(claims: readonly Claim[], nowMs: number, timeZone: string): readonly Claim[] {
  const atMs = (claim: Claim): number => msOf(handedOverAt(claim)) ?? 0;
  return claims
    .filter((claim) => isHandedOver(claim) && calendarDaysBetween(atMs(claim), nowMs, timeZone) === 0)
    .toSorted((a, b) => atMs(b) - atMs(a));
}

export function isExpectedNow({ stage, timeMs }: Pickup, nowMs: number): boolean {
  if (stage === 'received' || stage === 'on-the-way') return true;
  return stage === 'timed' && timeMs !== null && nowMs >= timeMs - EARLY_MS;
}

/** Whether someone is on their way or expected within the hour. */
export const isBusyHour = (pickups: readonly Pickup[], nowMs: number): boolean =>
  pickups.some(
    (pickup) =>
      isExpectedNow(pickup, nowMs) ||
      (pickup.stage === 'timed' && pickup.timeMs !== null && pickup.timeMs <= nowMs + HOUR_MS),
  );
