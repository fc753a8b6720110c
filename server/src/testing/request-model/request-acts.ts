import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import {
  expectedOf as expectedOfFood,
  type Act as FoodAct,
  type Outcome as FoodOutcome,
} from '#server/testing/claim-model/claim-acts.ts';
import * as food from '#server/testing/claim-model/claim-model.ts';
import type { ModelClaim, ModelListing } from '#server/testing/claim-model/claim-model.ts';
import * as model from './request-model.ts';
import type { Model, ModelMatch, ModelRequest, Side } from './request-model.ts';

type OnRequest = { readonly by: string; readonly request: ModelRequest };

/** What a person does about a request for food. */
export type RequestAct =
  | { readonly do: 'ask'; readonly by: string; readonly household: number }
  | ({
      readonly do: 'match';
      readonly listing: ModelListing | null;
      readonly servings: number | null;
    } & OnRequest)
  | Handover
  | ({ readonly do: 'let go' | 'cancel' | 'share home' | 'name place' | 'write' } & OnRequest);
type Handover = { readonly do: 'say done' | 'enter code' | 'enter wrong code' } & OnRequest;
export type Act = RequestAct | FoodAct;

/** As for claims; a match may have created a claim as well. */
export type Outcome = Omit<FoodOutcome, 'made'> & {
  readonly made?: FoodOutcome['made'] | ModelRequest;
  readonly claim?: ModelClaim;
  /** Whether something was created at this moment, so that the next is later. */
  readonly isNew?: boolean;
};
const ok: Outcome = { answer: 'ok' };
const refused = (answer: string, why?: string): Outcome => ({ answer, ...(why && { why }) });

/** The requester, the helper and former helpers; but not across a block. */
function isKnownTo(m: Model, request: ModelRequest, person: string): boolean {
  const { requester, matches } = request;
  const mine = matches.filter(({ helper }) => helper === person);
  if (requester === person || mine.some(({ status }) => status === 'open' || status === 'fulfilled'))
    return true;
  return mine.length > 0 && !food.isBlockedBetween(m.food, person, requester);
}

/** Applies an act to the model and returns the expected outcome. */
export function expectedOf(m: Model, act: Act): Outcome {
  switch (act.do) {
    case 'ask':
      return ask(m, act);
    case 'match':
      return match(m, act);
    case 'let go':
    case 'cancel':
    case 'say done':
    case 'enter code':
    case 'enter wrong code':
    case 'share home':
    case 'name place':
    case 'write': {
      return isKnownTo(m, act.request, act.by) ? move(m, act) : refused('not-found');
    }
    case 'block':
      model.block(m, act.by, act.other);
      return ok;
    case 'close':
      model.close(m, act.by);
      return ok;
    case 'jobs':
      model.runJobs(m);
      return ok;
    default:
      return aboutFood(m, act);
  }
}

function aboutFood(m: Model, act: FoodAct): Outcome {
  if (act.do === 'share place') {
    const key = `${act.claim.listing.id}|${act.claim.claimer}`;
    const isSeen = (m.food.grants.get(key) ?? 0) > m.food.nowMs;
    const outcome = expectedOfFood(m.food, act);
    // a message of the claim's donor about a place counts as a helper's message as well
    if (outcome.answer === 'ok' && !isSeen)
      for (const request of m.requests) {
        const open = model.openMatch(request);
        const { listing, claimer } = act.claim;
        if (open?.claim?.listing === listing && open.claim.claimer === claimer) open.hasSpoken = true;
      }
    return outcome;
  }
  const outcome = expectedOfFood(m.food, act);
  model.followClaims(m);
  return outcome;
}

function ask(m: Model, { by, household }: RequestAct & { do: 'ask' }): Outcome {
  const own = m.requests.filter(({ requester }) => requester === by);
  if (own.some(model.isOpen)) return refused('request-open');
  if (own.filter(({ createdMs }) => createdMs > m.food.nowMs - DAY_MS).length >= 3)
    return refused('requests-today');
  const made: ModelRequest = {
    id: '',
    requester: by,
    household,
    createdMs: m.food.nowMs,
    status: 'pending',
    round: 0,
    endedMs: null,
    matches: [],
  };
  m.requests.push(made);
  return { ...ok, made };
}

function match(m: Model, { by, request, listing, servings }: RequestAct & { do: 'match' }): Outcome {
  const { nowMs } = m.food;
  if (m.kinds.get(by) === 'recipient') return refused('donors-only');
  if (food.isBlockedBetween(m.food, by, request.requester)) return refused('not-found', 'a block');
  if (request.requester === by) return refused('own-request');
  if (model.openMatch(request)?.helper === by) return ok;
  if (request.status !== 'pending') return refused('not-pending');
  if (nowMs >= model.expiresMs(request)) return refused('not-pending', 'past its time');
  if (m.kinds.get(by) === 'far donor') return refused('out-of-reach');
  const made = m.requests.flatMap(({ matches }) => matches.filter(({ helper }) => helper === by));
  if (made.filter(({ createdMs }) => createdMs > nowMs - DAY_MS).length >= 3) return refused('match-limit');
  const given = listing && give(m, by, request, listing, servings);
  if (typeof given === 'string') return refused(given, 'of the listing');
  request.status = 'matched';
  request.matches.push({
    helper: by,
    claim: given,
    createdMs: nowMs,
    status: 'open',
    endedMs: null,
    endedBy: null,
    hasSpoken: false,
    saidMs: { requester: null, helper: null },
    wrongCodes: 0,
  });
  return { ...ok, ...(given && { claim: given, why: 'with a listing' }), isNew: true };
}

/** The claim of servings for the requester, or why there is none. */
function give(
  m: Model,
  by: string,
  { id, requester, household }: ModelRequest,
  listing: ModelListing,
  servings: number | null,
): ModelClaim | string {
  if (listing.donor !== by) return 'not-found';
  if (food.openOn(m.food, listing).some(({ claimer }) => claimer === requester)) return 'not-available';
  if (listing.status !== 'posted' || m.food.nowMs >= food.offeredUntilMs(listing)) return 'not-available';
  const wanted = servings ?? Math.min(household, listing.left);
  if (wanted > listing.left) return 'not-enough';
  return food.openClaim(m.food, { listing, claimer: requester, servings: wanted, requestId: id });
}

type Move = Exclude<RequestAct, { do: 'ask' | 'match' }>;

/** What the requester, the helper or a former helper does. */
function move(m: Model, act: Move): Outcome {
  const { request, by } = act;
  const open = model.openMatch(request);
  const isRequester = request.requester === by;
  const side: Side | null = isRequester ? 'requester' : open?.helper === by ? 'helper' : null;
  const otherSaid = open && side && model.saidMs(open, side === 'helper' ? 'requester' : 'helper') !== null;
  switch (act.do) {
    case 'let go':
      if (!side || request.status === 'pending') return ok;
      if (!open) return refused('request-ended');
      if (otherSaid) return refused('handover-said');
      model.letGo(m, request, open, side);
      return ok;
    case 'cancel':
      if (!isRequester) return refused('not-yours');
      if (request.status === 'cancelled') return ok;
      if (!model.isOpen(request)) return refused('request-ended');
      if (otherSaid || (open && model.saidMs(open, 'requester') !== null)) return refused('handover-said');
      model.cancel(m, request);
      return ok;
    case 'share home':
    case 'name place':
      if (!isRequester) return refused('not-yours');
      if (!open) return refused('request-ended');
      if (act.do === 'share home')
        m.food.grants.set(`${request.id}|${open.helper}`, Number.POSITIVE_INFINITY);
      return ok;
    case 'write':
      if (!open || !side) return refused('nothing to write in');
      if (side === 'helper') open.hasSpoken = true;
      return ok;
    case 'say done':
    case 'enter code':
    case 'enter wrong code':
      return open?.claim ? handOverByClaim(m, act, open.claim) : handOver(m, act, open, side);
    default:
      return act satisfies never;
  }
}

const BY_CLAIM = {
  'say done': 'confirm',
  'enter code': 'right code',
  'enter wrong code': 'wrong code',
} as const;

const handOverByClaim = (m: Model, { do: doing, by }: Handover, claim: ModelClaim): Outcome =>
  aboutFood(m, { do: BY_CLAIM[doing], by, claim });

function handOver(m: Model, act: Handover, open: ModelMatch | undefined, side: Side | null): Outcome {
  const { request, by } = act;
  const { nowMs } = m.food;
  if (!open) {
    const wasTheirs =
      side !== null || request.matches.some((one) => one.status === 'fulfilled' && one.helper === by);
    if (request.status === 'fulfilled' && wasTheirs) return ok;
    return refused(side ? 'request-ended' : 'not-yours');
  }
  if (act.do === 'say done') {
    // those it no longer concerns get the current state, without a change
    if (!side) return open.saidMs.helper === null ? refused('not-yours') : ok;
    open.saidMs[side] ??= nowMs;
    if (open.saidMs.requester !== null && open.saidMs.helper !== null) model.fulfil(m, request, open);
    return ok;
  }
  if (side !== 'helper') return refused('not-yours');
  if (open.wrongCodes >= 5) return refused('code-locked');
  if (act.do === 'enter wrong code') {
    open.wrongCodes++;
    return refused('check-fields');
  }
  open.saidMs.requester ??= nowMs;
  open.saidMs.helper ??= nowMs;
  model.fulfil(m, request, open);
  return ok;
}
