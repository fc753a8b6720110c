import type { RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import {
  CLAIM_RELEASE_REASONS,
  type CompletedBy,
  type HandoverSide,
  type HandoverStatus,
  MATCH_RELEASE_REASONS,
  type ReleaseReason,
} from '@openlarder/domain/handovers/handover-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { ListingStatus } from '@openlarder/domain/listings/listing-states.ts';

/**
 * The life of handovers according to the design, in the plainest code and sharing no rule with the product: both have
 * to give the same results. Only names of states and reasons come from the contract.
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

export type ModelRequest = {
  id: string;
  readonly requester: string;
  readonly household: number;
  readonly createdMs: number;
  status: RequestStatus;
  round: number;
  endedMs: number | null;
  /** Whether the requester has named a place to meet. */
  hasMeetingPoint: boolean;
};

/** Of a claim (with a listing), of a match (with a request), or of a match with a listing (with both). */
export type ModelHandover = {
  id: string;
  readonly giver: string;
  readonly receiver: string;
  readonly listing: ModelListing | null;
  readonly servings: number;
  readonly request: ModelRequest | null;
  readonly createdMs: number;
  fromMs: number;
  untilMs: number;
  status: HandoverStatus;
  agreedMs: number | null;
  agreedOnMs: number | null;
  proposal: { readonly timeMs: number; readonly by: HandoverSide } | null;
  remindedMs: number | null;
  askedMs: number | null;
  outcomeAskedMs: number | null;
  comingMs: number | null;
  onMyWayMs: Record<HandoverSide, number | null>;
  saidMs: Record<HandoverSide, number | null>;
  wrongCodes: number;
  endedMs: number | null;
  endedBy: HandoverSide | null;
  reason: ReleaseReason | null;
  completedBy: CompletedBy | null;
  disputedBy: HandoverSide | null;
};

/** An entry of a conversation: a person's message, or a match by a helper. */
type Word = { readonly by: string; readonly matchFor: ModelHandover | null };

/** A match that was refused because another person helped, or seemed to. */
type Attempt = {
  readonly by: string;
  readonly request: ModelRequest;
  readonly isBlocked: boolean;
  readonly atMs: number;
};

/** A person's kind in the community. */
export type PersonKind = 'recipient' | 'donor' | 'far donor';

export type Model = {
  nowMs: number;
  /** The person in each seat now; a seat whose person left is taken by a new one. */
  readonly seats: string[];
  readonly kinds: Map<string, PersonKind>;
  readonly bornMs: Map<string, number>;
  readonly listings: ModelListing[];
  readonly requests: ModelRequest[];
  readonly handovers: ModelHandover[];
  /** `blocker>blocked` */
  readonly blocks: Set<string>;
  /** `id|viewer` of a listing or a request, and until when the exact address is visible. */
  readonly grants: Map<string, number>;
  /** The entries of each conversation, in order. */
  readonly talks: Map<string, Word[]>;
  /** The matches that were refused because another person seemed to help. */
  readonly attempts: Attempt[];
};

export const emptyModel = (nowMs: number, people: ReadonlyMap<string, PersonKind>): Model => ({
  nowMs,
  seats: [...people.keys()],
  kinds: new Map(people),
  bornMs: new Map([...people.keys()].map((person) => [person, nowMs])),
  listings: [],
  requests: [],
  handovers: [],
  blocks: new Set(),
  grants: new Map(),
  talks: new Map(),
  attempts: [],
});

export const kindOf = ({ listing, request }: ModelHandover): string =>
  request ? `a match ${listing ? 'with' : 'without'} a listing` : 'a claim';
export const sideOf = (one: ModelHandover, person: string): HandoverSide | null => {
  if (person === one.giver) return 'giver';
  return person === one.receiver ? 'receiver' : null;
};
/** The reasons for which this side may release it. */
export const reasonsOf = ({ request }: ModelHandover, side: HandoverSide): readonly ReleaseReason[] =>
  (request ? MATCH_RELEASE_REASONS : CLAIM_RELEASE_REASONS)[side];
export const otherSide = (side: HandoverSide): HandoverSide => (side === 'giver' ? 'receiver' : 'giver');
export const isOpen = ({ status }: ModelHandover): boolean => status === 'open';
export const openOn = (m: Model, listing: ModelListing): ModelHandover[] =>
  m.handovers.filter((one) => one.listing === listing && isOpen(one));
export const openFor = (m: Model, request: ModelRequest): ModelHandover | undefined =>
  m.handovers.find((one) => one.request === request && isOpen(one));
export const isBlockedBetween = (m: Model, a: string, b: string): boolean =>
  m.blocks.has(`${a}>${b}`) || m.blocks.has(`${b}>${a}`);
export const offeredUntilMs = ({ untilMs, expiryMs }: ModelListing): number =>
  Math.min(untilMs, expiryMs ?? untilMs);
export const isOffered = (m: Model, listing: ModelListing): boolean =>
  listing.status === 'posted' && m.nowMs < offeredUntilMs(listing);
export const isRunning = ({ status }: ModelRequest): boolean => status === 'pending' || status === 'matched';
export const requestEndMs = ({ createdMs }: ModelRequest): number => createdMs + 24 * HOUR_MS;
export const confirmedMs = ({ saidMs }: ModelHandover): number | null => saidMs.giver ?? saidMs.receiver;
const isHandedOver = ({ status }: ModelHandover): boolean => status === 'completed' || status === 'disputed';

/** The conversation's open handover, or else its latest. */
export function latestBeside(m: Model, { listing, request, giver, receiver }: ModelHandover): ModelHandover {
  const beside = m.handovers.filter((one) =>
    listing
      ? one.listing === listing && one.receiver === receiver
      : !one.listing && one.request === request && one.giver === giver,
  );
  const latest = beside.find(isOpen) ?? beside.at(-1);
  if (!latest) throw new Error('no handover in its own conversation');
  return latest;
}

export const meetingMs = ({ agreedMs, untilMs }: ModelHandover): number => agreedMs ?? untilMs;
/** Whether an event that was due at or after `dueMs` has happened. */
export const isSince = (dueMs: number, atMs: number | null): boolean => atMs !== null && atMs >= dueMs;

/** When both are reminded: an hour before the agreed time, else before the window begins or ends; null for never. */
export function remindMs({ createdMs, agreedMs, agreedOnMs, fromMs, untilMs }: ModelHandover): number | null {
  const hourBefore = (agreedMs === null ? [fromMs, untilMs] : [agreedMs]).map((atMs) => atMs - HOUR_MS);
  return hourBefore.find((atMs) => (agreedOnMs ?? createdMs) < atMs) ?? null;
}

/**
 * When this side may first report that the other was not there. If "On your way?" was never sent, it counts as sent
 * with "Did it happen?", an hour after the meeting time.
 */
export function missMs(one: ModelHandover, side: HandoverSide): number {
  const dueMs = meetingMs(one);
  const onMyWayMs = one.onMyWayMs[otherSide(side)];
  const askedMs = isSince(dueMs, one.askedMs) ? Number(one.askedMs) : dueMs + HOUR_MS;
  const onMyWayUntilMs = isSince(dueMs, onMyWayMs) ? Number(onMyWayMs) + 20 * MINUTE_MS : 0;
  return Math.max(dueMs + 30 * MINUTE_MS, askedMs + 20 * MINUTE_MS, onMyWayUntilMs);
}

/**
 * When an open handover ends automatically: 48 hours after one side's confirmation, or else after the last time to
 * meet.
 */
export const endsAtMs = (one: ModelHandover): number =>
  (confirmedMs(one) ?? Math.max(one.untilMs, one.agreedMs ?? 0)) + 48 * HOUR_MS;

const talkOf = (m: Model, { listing, request, giver, receiver }: ModelHandover): Word[] => {
  const key = listing ? `${listing.id}|${receiver}` : `${request?.id}|${giver}`;
  const talk = m.talks.get(key) ?? [];
  m.talks.set(key, talk);
  return talk;
};
/** One of the two writes, or acts in a way that counts as a message. */
export const say = (m: Model, one: ModelHandover, by: string): void =>
  void talkOf(m, one).push({ by, matchFor: null });

/** This helper's matches of a request, oldest first. */
export const matchesBy = (m: Model, request: ModelRequest | null, helper: string): ModelHandover[] =>
  m.handovers.filter((one) => request !== null && one.request === request && one.giver === helper);

/** Whether the requester has written to the helper since the helper's first match of this request. */
export function isAnswered(m: Model, one: ModelHandover): boolean {
  const matches = matchesBy(m, one.request, one.giver);
  return matches.some((match) => {
    const talk = talkOf(m, match);
    const from = talk.findIndex(({ matchFor }) => matchFor !== null && matches.includes(matchFor));
    return talk.slice(from + 1).some(({ by }) => by === one.receiver);
  });
}

/** When a match ends because one of the two does not write. */
export function silentMs(m: Model, one: ModelHandover): number | null {
  if (!one.request || confirmedMs(one) !== null) return null;
  const talk = talkOf(m, one);
  const from = talk.findIndex(({ matchFor }) => matchFor === one);
  const hasSpoken = talk.slice(from + 1).some(({ by }) => by === one.giver);
  const hasAnswer = isAnswered(m, one);
  if (hasSpoken && hasAnswer) return null;
  const isSecond = matchesBy(m, one.request, one.giver)[0] !== one;
  if (!hasAnswer && (isSecond || !hasSpoken)) return one.createdMs + 20 * MINUTE_MS;
  return one.createdMs + 2 * HOUR_MS;
}

/** Whether a match has ended in silence, and both may still write. */
export const isWaiting = (m: Model, one: ModelHandover): boolean =>
  one.reason === 'silent' &&
  one.request?.status === 'pending' &&
  m.nowMs < requestEndMs(one.request) &&
  latestBeside(m, one) === one &&
  matchesBy(m, one.request, one.giver).at(-1) === one &&
  m.seats.includes(one.giver) &&
  m.seats.includes(one.receiver) &&
  !isBlockedBetween(m, one.giver, one.receiver);

/** Opens a handover; the caller has checked that as many servings are left. */
export function openHandover(
  m: Model,
  of: Pick<ModelHandover, 'giver' | 'receiver' | 'listing' | 'servings' | 'request'>,
): ModelHandover {
  const { listing, request } = of;
  const made: ModelHandover = {
    ...of,
    id: '',
    createdMs: m.nowMs,
    fromMs: listing?.fromMs ?? m.nowMs,
    untilMs: listing?.untilMs ?? (request ? requestEndMs(request) : 0),
    status: 'open',
    agreedMs: null,
    agreedOnMs: null,
    proposal: null,
    remindedMs: null,
    askedMs: null,
    outcomeAskedMs: null,
    comingMs: null,
    onMyWayMs: { giver: null, receiver: null },
    saidMs: { giver: null, receiver: null },
    wrongCodes: 0,
    endedMs: null,
    endedBy: null,
    reason: null,
    completedBy: null,
    disputedBy: null,
  };
  m.handovers.push(made);
  talkOf(m, made).push({ by: request ? of.giver : of.receiver, matchFor: request ? made : null });
  if (request) request.status = 'matched';
  if (listing) {
    listing.left -= of.servings;
    if (listing.left === 0) listing.status = 'claimed';
  }
  return made;
}

export function seeUntil(m: Model, seen: { readonly id: string } | null, viewer: string, untilMs: number) {
  const key = `${seen?.id}|${viewer}`;
  const before = m.grants.get(key);
  if (before !== undefined) m.grants.set(key, Math.min(before, untilMs));
}
/** Until when at most the two see each other's places. */
export function seeEachOtherUntil(m: Model, one: ModelHandover, untilMs: number): void {
  seeUntil(m, one.listing, one.receiver, untilMs);
  seeUntil(m, one.request, one.giver, untilMs);
}

/** What happens to a listing's servings when one of its handovers has just ended. */
function followListing(m: Model, one: ModelHandover, listing: ModelListing): void {
  const { servings, reason } = one;
  const isLast = openOn(m, listing).length === 0;
  if (isHandedOver(one)) {
    if (listing.status === 'claimed' && isLast) listing.status = 'completed';
    return;
  }
  const hasFood = reason !== 'no_food' && reason !== 'food_gone';
  const isStillOffered = !listing.isWithdrawn && m.nowMs < offeredUntilMs(listing);
  const isAnyGiven = m.handovers.some((other) => other.listing === listing && isHandedOver(other));
  if (hasFood && (listing.status === 'posted' || isStillOffered)) {
    listing.left += servings;
    listing.status = 'posted';
  } else if (listing.status === 'posted' || !isLast) {
    listing.total -= servings;
  } else if (isAnyGiven) {
    listing.total -= servings;
    listing.status = 'completed';
  } else {
    listing.left += servings;
    listing.status = hasFood && !listing.isWithdrawn ? 'expired' : 'withdrawn';
  }
}

export function endRequest(m: Model, request: ModelRequest, status: RequestStatus): void {
  request.status = status;
  request.endedMs = m.nowMs;
}

/** A request is fulfilled by its handover, or open again while its time lasts. */
function followRequest(m: Model, one: ModelHandover, request: ModelRequest): void {
  const isGot = one.status === 'disputed' && one.saidMs.receiver !== null;
  if (one.status === 'completed' || isGot) endRequest(m, request, 'fulfilled');
  else if (one.reason === 'taken_back') endRequest(m, request, 'cancelled');
  else if (m.nowMs >= requestEndMs(request)) endRequest(m, request, 'expired');
  else {
    request.status = 'pending';
    request.round++;
  }
}

type End = Partial<Pick<ModelHandover, 'endedBy' | 'reason' | 'completedBy'>> & {
  readonly status: Exclude<HandoverStatus, 'open'>;
  /** How long the addresses stay visible. */
  readonly seenForMs?: number;
};

export function end(m: Model, one: ModelHandover, { seenForMs = 0, ...columns }: End): void {
  Object.assign(one, columns, { endedMs: m.nowMs, proposal: null });
  if (one.endedBy) say(m, one, one[one.endedBy]);
  seeEachOtherUntil(m, one, m.nowMs + seenForMs);
  if (one.listing) followListing(m, one, one.listing);
  if (one.request) followRequest(m, one, one.request);
}

export const complete = (m: Model, one: ModelHandover, by: CompletedBy, seenForMs = DAY_MS): void =>
  end(m, one, { status: 'completed', completedBy: by, seenForMs });

/** A person who leaves or blocks the other releases it, unless one of the two has confirmed the handover. */
export function partFrom(m: Model, one: ModelHandover, leaver: string, reason: ReleaseReason | null): void {
  if (confirmedMs(one) !== null) complete(m, one, 'one_side', 0);
  else end(m, one, { status: 'released', endedBy: sideOf(one, leaver), reason });
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
