import type {
  ClaimSide,
  ClaimStatus,
  CompletedBy,
  ReleaseReason,
} from '@openlarder/domain/claims/claim-states.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';

/**
 * The life of claims according to the design, in the plainest code and sharing no rule with the product: both have to
 * give the same results. Only names of states and reasons come from the contract.
 */
export type ModelListing = {
  id: string;
  readonly donor: string;
  status: ListingStatus;
  total: number;
  left: number;
  readonly fromMs: number;
  untilMs: number;
  readonly expiryMs: number | null;
  isWithdrawn: boolean;
};

export type ModelClaim = {
  id: string;
  readonly listing: ModelListing;
  readonly claimer: string;
  readonly servings: number;
  /** The request for food that it answers; it does not count towards the claimer's limits. */
  readonly requestId: string | null;
  readonly createdMs: number;
  status: ClaimStatus;
  /** Whether its servings changed hands, or that is unknown. */
  isHandedOver: boolean;
  endedMs: number | null;
  endedBy: ClaimSide | null;
  reason: ReleaseReason | null;
  completedBy: CompletedBy | null;
  saidMs: Record<ClaimSide, number | null>;
  comingMs: number | null;
  disputedBy: ClaimSide | null;
  wrongCodes: number;
  remindedMs: number | null;
  askedMs: number | null;
};

export type Model = {
  nowMs: number;
  /** The person in each seat now; a seat whose person left is taken by a new one. */
  readonly seats: string[];
  readonly listings: ModelListing[];
  readonly claims: ModelClaim[];
  /** `blocker>blocked` */
  readonly blocks: Set<string>;
  /** `id|viewer` of a listing or a request, and until when the exact address is visible. */
  readonly grants: Map<string, number>;
};

export const emptyModel = (nowMs: number, seats: readonly string[]): Model => ({
  nowMs,
  seats: [...seats],
  listings: [],
  claims: [],
  blocks: new Set(),
  grants: new Map(),
});

export const sideOf = (claim: ModelClaim, person: string): ClaimSide | null => {
  if (person === claim.listing.donor) return 'donor';
  return person === claim.claimer ? 'claimer' : null;
};
export const otherSide = (side: ClaimSide): ClaimSide => (side === 'donor' ? 'claimer' : 'donor');
const claimsOf = (m: Model, listing: ModelListing): ModelClaim[] =>
  m.claims.filter((claim) => claim.listing === listing);
export const openOn = (m: Model, listing: ModelListing): ModelClaim[] =>
  claimsOf(m, listing).filter(({ status }) => status === 'open');
export const isBlockedBetween = (m: Model, a: string, b: string): boolean =>
  m.blocks.has(`${a}>${b}`) || m.blocks.has(`${b}>${a}`);
export const offeredUntilMs = ({ untilMs, expiryMs }: ModelListing): number =>
  Math.min(untilMs, expiryMs ?? untilMs);
const servingsOf = (claims: readonly ModelClaim[]): number =>
  claims.reduce((sum, { servings }) => sum + servings, 0);
const givenOf = (m: Model, listing: ModelListing): number =>
  servingsOf(claimsOf(m, listing).filter(({ isHandedOver }) => isHandedOver));
export const heldOf = (m: Model, listing: ModelListing): number => servingsOf(openOn(m, listing));
export const confirmedMs = ({ saidMs }: ModelClaim): number | null => saidMs.donor ?? saidMs.claimer;

/** Claims servings of a listing; the caller has checked that as many are left. */
export function openClaim(
  m: Model,
  of: Pick<ModelClaim, 'listing' | 'claimer' | 'servings' | 'requestId'>,
): ModelClaim {
  const made: ModelClaim = {
    ...of,
    id: '',
    createdMs: m.nowMs,
    status: 'open',
    isHandedOver: false,
    endedMs: null,
    endedBy: null,
    reason: null,
    completedBy: null,
    saidMs: { donor: null, claimer: null },
    comingMs: null,
    disputedBy: null,
    wrongCodes: 0,
    remindedMs: null,
    askedMs: null,
  };
  m.claims.push(made);
  of.listing.left -= of.servings;
  if (of.listing.left === 0) of.listing.status = 'claimed';
  return made;
}

/** When an open claim ends by itself: 48 hours after one side's confirmation, or else after its pickup window. */
export const expiresAutomaticallyMs = (claim: ModelClaim): number =>
  (confirmedMs(claim) ?? claim.listing.untilMs) + 48 * HOUR_MS;

/**
 * When both are reminded: an hour before the pickup begins, for late claims an hour before it ends; null for neither.
 */
export function remindMs({ createdMs, listing: { fromMs, untilMs } }: ModelClaim): number | null {
  if (createdMs < fromMs - HOUR_MS) return fromMs - HOUR_MS;
  return createdMs < untilMs - HOUR_MS ? untilMs - HOUR_MS : null;
}

/** From when a no-show may be reported. */
export const noShowMs = ({ createdMs, listing: { fromMs, untilMs } }: ModelClaim): number =>
  Math.min(untilMs, Math.max(fromMs, createdMs) + HOUR_MS);

/** Open claims a person may hold: three, two after two missed pickups in the last sixty days, one after more. */
export function maxOpen(m: Model, person: string): number {
  const missed = m.claims.filter(
    (claim) =>
      claim.claimer === person &&
      claim.requestId === null &&
      claim.status === 'no_show' &&
      claim.disputedBy === null &&
      m.nowMs < (claim.endedMs ?? 0) + 60 * DAY_MS,
  ).length;
  if (missed >= 3) return 1;
  return missed === 2 ? 2 : 3;
}

export function seeUntil(m: Model, seen: { readonly id: string }, viewer: string, untilMs: number): void {
  const key = `${seen.id}|${viewer}`;
  const before = m.grants.get(key);
  if (before !== undefined) m.grants.set(key, Math.min(before, untilMs));
}
export const seeAlways = (m: Model, { listing, claimer }: ModelClaim): void => {
  m.grants.set(`${listing.id}|${claimer}`, Number.POSITIVE_INFINITY);
};

export const seeNoMore = (m: Model, { listing, claimer }: ModelClaim): void =>
  seeUntil(m, listing, claimer, m.nowMs);

/** What happens to a listing's servings when one of its claims has just ended. */
function saveStock(m: Model, claim: ModelClaim, food: 'given' | 'back' | 'none'): void {
  const { listing, servings } = claim;
  const isLast = openOn(m, listing).length === 0;
  if (food === 'given') {
    if (listing.status === 'claimed' && isLast) listing.status = 'completed';
    return;
  }
  const isOffered = !listing.isWithdrawn && m.nowMs < offeredUntilMs(listing);
  if (food === 'back' && (listing.status === 'posted' || isOffered)) {
    listing.left += servings;
    listing.status = 'posted';
  } else if (listing.status === 'posted' || !isLast) {
    listing.total -= servings;
  } else if (givenOf(m, listing) > 0) {
    listing.total -= servings;
    listing.status = 'completed';
  } else {
    listing.left += servings;
    listing.status = food === 'none' || listing.isWithdrawn ? 'withdrawn' : 'expired';
  }
}

type End = {
  readonly status: Exclude<ClaimStatus, 'open'>;
  readonly by?: ClaimSide | undefined;
  readonly reason?: ReleaseReason | null;
  readonly completedBy?: CompletedBy;
  readonly food: 'given' | 'back' | 'none';
  /** How long the address stays visible. */
  readonly seenForMs?: number;
};

export function endClaim(m: Model, claim: ModelClaim, end: End): void {
  claim.status = end.status;
  claim.isHandedOver = end.food === 'given';
  claim.endedMs = m.nowMs;
  claim.endedBy = end.by ?? null;
  claim.reason = end.reason ?? null;
  claim.completedBy = end.completedBy ?? null;
  saveStock(m, claim, end.food);
  seeUntil(m, claim.listing, claim.claimer, m.nowMs + (end.seenForMs ?? 0));
}

export function complete(m: Model, claim: ModelClaim, completedBy: CompletedBy, seenForMs = DAY_MS): void {
  endClaim(m, claim, { status: 'completed', completedBy, food: 'given', seenForMs });
}

/** A person who leaves or blocks the other releases the claim, unless one of the two has confirmed the handover. */
export function partFrom(m: Model, claim: ModelClaim, leaver: string): void {
  if (confirmedMs(claim) !== null) complete(m, claim, 'one_side', 0);
  else endClaim(m, claim, { status: 'released', by: sideOf(claim, leaver) ?? undefined, food: 'back' });
}

/** Withdraws or expires what is left of a posted listing. */
export function takeAway(m: Model, listing: ModelListing, as: 'withdrawn' | 'expired'): void {
  const taken = listing.total - listing.left;
  if (taken === 0) {
    listing.status = as;
    return;
  }
  listing.total = taken;
  listing.left = 0;
  listing.status = openOn(m, listing).length > 0 ? 'claimed' : 'completed';
}

export function block(m: Model, by: string, other: string): void {
  for (const claim of m.claims.filter(({ status }) => status === 'open'))
    if (sideOf(claim, by) && sideOf(claim, other)) partFrom(m, claim, by);
  m.blocks.add(`${by}>${other}`);
  for (const listing of m.listings) {
    if (listing.donor === by) seeUntil(m, listing, other, m.nowMs);
    if (listing.donor === other) seeUntil(m, listing, by, m.nowMs);
  }
}

export function close(m: Model, person: string): void {
  for (const claim of m.claims.filter(({ status }) => status === 'open'))
    if (sideOf(claim, person)) partFrom(m, claim, person);
  for (const listing of m.listings)
    if (listing.donor === person && (listing.status === 'posted' || listing.status === 'claimed')) {
      listing.isWithdrawn = true;
      if (listing.status === 'posted') takeAway(m, listing, 'withdrawn');
    }
  for (const pair of [...m.blocks]) if (pair.split('>').includes(person)) m.blocks.delete(pair);
  const own = new Set(m.listings.filter(({ donor }) => donor === person).map(({ id }) => id));
  for (const key of [...m.grants.keys()]) {
    const [listing = '', viewer] = key.split('|');
    if (viewer === person || own.has(listing)) m.grants.delete(key);
  }
}

/** The jobs of one minute: expire listings, settle claims, send reminders and questions. */
export function runJobs(m: Model): void {
  for (const listing of m.listings)
    if (listing.status === 'posted' && m.nowMs >= offeredUntilMs(listing)) takeAway(m, listing, 'expired');
  for (const claim of m.claims.filter(({ status }) => status === 'open')) {
    if (m.nowMs < expiresAutomaticallyMs(claim)) continue;
    if (confirmedMs(claim) !== null) complete(m, claim, 'one_side');
    else endClaim(m, claim, { status: 'lapsed', food: 'back' });
  }
  for (const claim of m.claims.filter(({ status }) => status === 'open')) {
    const dueMs = remindMs(claim);
    const isNow = dueMs !== null && m.nowMs >= dueMs && m.nowMs < dueMs + HOUR_MS;
    if (isNow && confirmedMs(claim) === null && (claim.remindedMs ?? 0) < dueMs) claim.remindedMs = m.nowMs;
    const { untilMs } = claim.listing;
    if (m.nowMs >= untilMs && (claim.askedMs ?? 0) < untilMs) claim.askedMs = m.nowMs;
  }
}
