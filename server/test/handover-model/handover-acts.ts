import type { HandoverSide } from '@openlarder/domain/handovers/handover-states.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import * as community from './community-acts.ts';
import * as model from './handover-model.ts';
import type { Model, ModelHandover, ModelListing, ModelRequest } from './handover-model.ts';
import { move, type Move, ok, type Outcome, refused } from './handover-moves.ts';

type OnListing = { readonly by: string; readonly listing: ModelListing };
type OnRequest = { readonly by: string; readonly request: ModelRequest };

/** An act of a person, or a timeout. */
export type Act =
  | {
      readonly do: 'post';
      readonly by: string;
      readonly servings: number;
      readonly fromMs: number;
      readonly untilMs: number;
      readonly expiryMs: number | null;
    }
  | ({ readonly do: 'claim'; readonly servings: number | null } & OnListing)
  | ({ readonly do: 'withdraw' } & OnListing)
  | ({ readonly do: 'reschedule'; readonly untilMs: number } & OnListing)
  | ({ readonly do: 'recount'; readonly servings: number } & OnListing)
  | { readonly do: 'ask'; readonly by: string; readonly household: number }
  | ({
      readonly do: 'match';
      readonly listing: ModelListing | null;
      readonly servings: number | null;
    } & OnRequest)
  | ({ readonly do: 'cancel' } & OnRequest)
  | Move
  | { readonly do: 'block' | 'unblock'; readonly by: string; readonly other: string }
  | { readonly do: 'close'; readonly by: string; readonly seat: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'tasks' };

/** Applies an act to the model and returns the expected outcome. */
export function expectedOf(m: Model, act: Act): Outcome {
  switch (act.do) {
    case 'post':
      return post(m, act);
    case 'claim':
      return claim(m, act);
    case 'withdraw':
    case 'reschedule':
    case 'recount':
      return act.by === act.listing.donor ? change(m, act) : refused('not-found');
    case 'ask':
      return ask(m, act);
    case 'match':
      return match(m, act);
    case 'cancel':
      return isKnownTo(m, act) ? cancel(m, act) : refused('not-found');
    case 'block':
      community.block(m, act.by, act.other);
      return ok;
    case 'unblock':
      m.blocks.delete(`${act.by}>${act.other}`);
      return ok;
    case 'close':
      community.close(m, act.by);
      return ok;
    case 'wait':
      m.nowMs += act.ms;
      return ok;
    case 'tasks':
      community.runTasks(m);
      return ok;
    default:
      return move(m, act);
  }
}

function post(m: Model, act: Act & { do: 'post' }): Outcome {
  const { by: donor, servings, fromMs, untilMs, expiryMs } = act;
  const stock = { status: 'posted', total: servings, left: servings, isWithdrawn: false } as const;
  const made: ModelListing = { id: '', donor, fromMs, untilMs, expiryMs, ...stock };
  m.listings.push(made);
  return { ...ok, made };
}

function claim(m: Model, { by, listing, servings }: Act & { do: 'claim' }): Outcome {
  const isOwn = listing.donor === by;
  if (!isOwn && (listing.status === 'withdrawn' || model.isBlockedBetween(m, by, listing.donor)))
    return refused('not-found');
  if (model.openOn(m, listing).some(({ receiver }) => receiver === by)) return ok;
  if (isOwn) return refused('own-listing');
  if (!model.isOffered(m, listing)) return refused('not-available');
  const taken = servings ?? listing.left;
  if (taken > listing.left) return refused('not-enough');
  const mine = m.handovers.filter(({ receiver, request }) => receiver === by && request === null);
  // the model has no known people, so missed pickups do not slow claiming
  if (mine.filter(model.isOpen).length >= 3) return refused('claim-limit', 'three open');
  const counted = mine.filter((one) => !isEndedByOther(one, 'giver'));
  if (counted.filter(({ createdMs }) => createdMs > m.nowMs - DAY_MS).length >= 10)
    return refused('claim-limit', 'ten in a day');
  const of = { giver: listing.donor, receiver: by, listing, servings: taken, request: null };
  return { ...ok, made: model.openHandover(m, of) };
}

/** A donor's act on their own listing. */
function change(m: Model, act: Act & { do: 'withdraw' | 'reschedule' | 'recount' }): Outcome {
  const { listing } = act;
  const open = model.openOn(m, listing);
  if (act.do === 'withdraw' && (listing.status === 'withdrawn' || listing.isWithdrawn)) return ok;
  if (listing.status !== 'posted') return refused('not-posted');
  if (act.do === 'withdraw') {
    listing.isWithdrawn = true;
    model.takeAway(m, listing, 'withdrawn');
  } else if (act.do === 'reschedule') {
    if (act.untilMs === listing.untilMs) return ok;
    if (act.untilMs <= listing.fromMs || act.untilMs <= m.nowMs) return refused('check-fields');
    if (act.untilMs < listing.untilMs && open.length > 0) return refused('has-claims');
    listing.untilMs = act.untilMs;
    for (const one of open) one.untilMs = act.untilMs;
  } else {
    const taken = listing.total - listing.left;
    if (act.servings < taken) return refused('check-fields');
    listing.total = act.servings;
    listing.left = act.servings - taken;
    if (listing.left === 0) listing.status = open.length > 0 ? 'claimed' : 'completed';
  }
  return ok;
}

function ask(m: Model, { by, household }: Act & { do: 'ask' }): Outcome {
  const own = m.requests.filter(({ requester }) => requester === by);
  if (own.some(model.isRunning)) return refused('request-open');
  if (own.filter(({ createdMs }) => createdMs > m.nowMs - DAY_MS).length >= 3)
    return refused('requests-today');
  const start = { id: '', createdMs: m.nowMs, status: 'pending', round: 0, endedMs: null } as const;
  const made: ModelRequest = { ...start, requester: by, household, hasMeetingPoint: false };
  m.requests.push(made);
  return { ...ok, made };
}

function match(m: Model, act: Act & { do: 'match' }): Outcome {
  const { by, request, listing } = act;
  if (m.kinds.get(by) === 'recipient') return refused('donors-only');
  if (request.requester === by) return refused('own-request');
  if (model.openFor(m, request)?.giver === by) return ok;
  if (request.status === 'matched') attempt(m, by, request);
  if (request.status !== 'pending') return refused('not-pending');
  if (m.nowMs >= model.requestEndMs(request)) return refused('not-pending', 'past its time');
  if (m.attempts.filter((one) => one.by === by && one.atMs > m.nowMs - DAY_MS).length >= 10)
    return refused('match-limit', 'attempts');
  if (isApart(m, by, request)) {
    attempt(m, by, request);
    return refused('not-pending', 'blocked');
  }
  const earlier = model.matchesBy(m, request, by);
  const last = earlier.at(-1);
  const mayRejoin = last?.reason === 'silent' && (earlier.length === 1 || model.isAnswered(m, last));
  if (last && !mayRejoin) return refused('already-helped');
  if (m.kinds.get(by) === 'far donor') return refused('out-of-reach');
  if (!last && matchesLately(m, by) >= 3) return refused('match-limit');
  const servings = listing ? (act.servings ?? Math.min(request.household, listing.left)) : 0;
  const refusal = listing && givingRefusal(m, by, listing, servings);
  if (refusal) return refused(refusal, 'of the listing');
  if (model.isBlockedBetween(m, by, request.requester)) {
    attempt(m, by, request);
    return refused('not-pending', 'blocked');
  }
  const given = listing && !hasOtherClaim(m, request, listing) ? listing : null;
  const of = {
    giver: by,
    receiver: request.requester,
    listing: given,
    servings: given ? servings : 0,
    request,
  };
  const why = last ? 'again' : given ? 'with a listing' : listing ? 'without the listing' : undefined;
  return { ...ok, made: model.openHandover(m, of), ...(why && { why }) };
}

/** The first matches of a day that count towards its limit. The model has no known people. */
const matchesLately = (m: Model, by: string): number =>
  m.handovers.filter(
    (one) =>
      one.giver === by &&
      one.createdMs > m.nowMs - DAY_MS &&
      model.matchesBy(m, one.request, by)[0] === one &&
      !isEndedByOther(one, 'receiver'),
  ).length;

/** Whether the other side released it, and not because of the one whom the limit is about. */
const isEndedByOther = ({ status, endedBy, reason }: ModelHandover, other: HandoverSide): boolean =>
  status === 'released' &&
  endedBy === other &&
  !['no_answer', 'no_food', 'stopped_waiting'].includes(reason ?? '');

/** A match is refused as if another person were helping. */
function attempt(m: Model, by: string, request: ModelRequest): void {
  const isBlocked = isApart(m, by, request) || model.isBlockedBetween(m, by, request.requester);
  m.attempts.push({ by, request, isBlocked, atMs: m.nowMs });
}

/** Whether a block has refused this person's match of the request before. */
const isApart = (m: Model, by: string, request: ModelRequest): boolean =>
  m.attempts.some((one) => one.by === by && one.request === request && one.isBlocked);

/** Why these servings of a listing cannot be given to any requester; null if they can. */
function givingRefusal(m: Model, by: string, listing: ModelListing, servings: number): string | null {
  if (listing.donor !== by) return 'not-found';
  if (!model.isOffered(m, listing)) return 'not-available';
  return servings > listing.left ? 'not-enough' : null;
}

/** Whether the requester has another claim on the listing, which would reveal who the requester is. */
const hasOtherClaim = (m: Model, request: ModelRequest, listing: ModelListing): boolean =>
  m.handovers.some(
    (one) => one.listing === listing && one.receiver === request.requester && one.request !== request,
  );

/** The requester, the helper and former helpers; but not across a block. */
function isKnownTo(m: Model, { by, request }: OnRequest): boolean {
  const helped = m.handovers.filter((one) => one.request === request);
  const isShown = request.status === 'matched' || request.status === 'fulfilled';
  if (request.requester === by || (isShown && helped.at(-1)?.giver === by)) return true;
  return helped.some(({ giver }) => giver === by) && !model.isBlockedBetween(m, by, request.requester);
}

function cancel(m: Model, { request, by }: OnRequest): Outcome {
  const open: ModelHandover | undefined = model.openFor(m, request);
  if (request.requester !== by) return refused('not-yours');
  if (request.status === 'cancelled') return ok;
  if (!model.isRunning(request)) return refused('request-ended');
  if (open && model.confirmedMs(open) !== null) return refused('handover-said');
  if (open) model.partFrom(m, open, by, 'taken_back');
  else model.endRequest(m, request, 'cancelled');
  return ok;
}
