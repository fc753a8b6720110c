import { RELEASE_REASONS_BY_SIDE, type ReleaseReason } from '@openlarder/domain/claims/claim-states.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as model from './claim-model.ts';
import type { Model, ModelClaim, ModelListing } from './claim-model.ts';

type OnListing = { readonly by: string; readonly listing: ModelListing };
type OnClaim = { readonly by: string; readonly claim: ModelClaim };
/** What one of the two people of a claim can do to it. */
type Move =
  | ({ readonly do: 'release'; readonly reason: ReleaseReason | null } & OnClaim)
  | ({ readonly do: 'confirm' | 'right code' | 'wrong code' } & OnClaim)
  | ({ readonly do: 'no-show' | 'share place' | 'coming' | 'dispute' } & OnClaim);

/** What a person, or time, does. */
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
  | Move
  | { readonly do: 'block' | 'unblock'; readonly by: string; readonly other: string }
  | { readonly do: 'close'; readonly by: string; readonly seat: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'jobs' };

/** `ok`, or the refusal's code, and why where it has several reasons; a created object has no id yet. */
export type Outcome = {
  readonly answer: string;
  readonly why?: string;
  readonly made?: ModelListing | ModelClaim;
};
const ok: Outcome = { answer: 'ok' };
const refused = (answer: string, why?: string): Outcome => ({ answer, ...(why && { why }) });

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
    case 'block':
      model.block(m, act.by, act.other);
      return ok;
    case 'unblock':
      m.blocks.delete(`${act.by}>${act.other}`);
      return ok;
    case 'close':
      model.close(m, act.by);
      return ok;
    case 'wait':
      m.nowMs += act.ms;
      return ok;
    case 'jobs':
      model.runJobs(m);
      return ok;
    default:
      return model.sideOf(act.claim, act.by) === null ? refused('not-found') : move(m, act);
  }
}

function post(m: Model, act: Act & { do: 'post' }): Outcome {
  const made: ModelListing = {
    id: '',
    donor: act.by,
    status: 'posted',
    total: act.servings,
    left: act.servings,
    fromMs: act.fromMs,
    untilMs: act.untilMs,
    expiryMs: act.expiryMs,
    isWithdrawn: false,
  };
  m.listings.push(made);
  return { ...ok, made };
}

function claim(m: Model, { by, listing, servings }: Act & { do: 'claim' }): Outcome {
  const isOwn = listing.donor === by;
  if (!isOwn && (listing.status === 'withdrawn' || model.isBlockedBetween(m, by, listing.donor)))
    return refused('not-found');
  if (model.openOn(m, listing).some(({ claimer }) => claimer === by)) return ok;
  if (isOwn) return refused('own-listing');
  if (listing.status !== 'posted' || m.nowMs >= model.offeredUntilMs(listing))
    return refused('not-available');
  const taken = servings ?? listing.left;
  if (taken > listing.left) return refused('not-enough');
  const mine = m.claims.filter(({ claimer, requestId }) => claimer === by && requestId === null);
  const most = model.maxOpen(m, by);
  if (mine.filter(({ status }) => status === 'open').length >= most)
    return refused('claim-limit', most < 3 ? 'missed pickups' : 'three open');
  if (mine.filter(({ createdMs }) => createdMs > m.nowMs - DAY_MS).length >= 10)
    return refused('claim-limit', 'ten in a day');
  const made = model.openClaim(m, { listing, claimer: by, servings: taken, requestId: null });
  return { ...ok, made };
}

/** What a donor does to their own listing. */
function change(m: Model, act: Act & { do: 'withdraw' | 'reschedule' | 'recount' }): Outcome {
  const { listing } = act;
  if (act.do === 'withdraw' && (listing.status === 'withdrawn' || listing.isWithdrawn)) return ok;
  if (listing.status !== 'posted') return refused('not-posted');
  if (act.do === 'withdraw') {
    listing.isWithdrawn = true;
    model.takeAway(m, listing, 'withdrawn');
  } else if (act.do === 'reschedule') {
    if (act.untilMs === listing.untilMs) return ok;
    if (act.untilMs <= listing.fromMs || act.untilMs <= m.nowMs) return refused('check-fields');
    if (act.untilMs < listing.untilMs && model.heldOf(m, listing) > 0) return refused('has-claims');
    listing.untilMs = act.untilMs;
  } else {
    const taken = listing.total - listing.left;
    if (act.servings < taken) return refused('check-fields');
    listing.total = act.servings;
    listing.left = act.servings - taken;
    if (listing.left === 0) listing.status = model.heldOf(m, listing) > 0 ? 'claimed' : 'completed';
  }
  return ok;
}

/** What one of the two people does to a claim. */
function move(m: Model, act: Move): Outcome {
  const { claim: one, by } = act;
  const side = model.sideOf(one, by) ?? 'donor';
  const other = model.otherSide(side);
  const isOpen = one.status === 'open';
  const otherSaid = one.saidMs[other] !== null;
  switch (act.do) {
    case 'release': {
      if (act.reason && !RELEASE_REASONS_BY_SIDE[side].includes(act.reason)) return refused('check-fields');
      if (one.status === 'released') return ok;
      if (!isOpen) return refused('claim-ended');
      if (otherSaid) return refused('handover-said');
      if (act.reason === 'no_food' && m.nowMs < one.listing.fromMs) return refused('too-early');
      const hasFood = act.reason !== 'no_food' && act.reason !== 'food_gone';
      model.endClaim(m, one, {
        status: 'released',
        by: side,
        reason: act.reason,
        food: hasFood ? 'back' : 'none',
      });
      return ok;
    }
    case 'no-show':
      if (side === 'claimer') return refused('not-yours');
      if (one.status === 'no_show') return ok;
      if (!isOpen) return refused('claim-ended');
      if (otherSaid) return refused('handover-said');
      if (m.nowMs < model.noShowMs(one)) return refused('too-early');
      model.endClaim(m, one, { status: 'no_show', by: 'donor', food: 'back' });
      return ok;
    case 'confirm':
      if (one.status === 'completed') return ok;
      if (!isOpen) return refused('claim-ended');
      one.saidMs[side] ??= m.nowMs;
      if (otherSaid) model.complete(m, one, 'both');
      return ok;
    case 'right code':
    case 'wrong code':
      if (one.status === 'completed') return ok;
      if (side === 'claimer') return refused('not-yours');
      if (!isOpen) return refused('claim-ended');
      if (one.wrongCodes >= 5) return refused('code-locked');
      if (act.do === 'wrong code') {
        one.wrongCodes++;
        return refused('check-fields');
      }
      one.saidMs.donor ??= m.nowMs;
      one.saidMs.claimer ??= m.nowMs;
      model.complete(m, one, 'code');
      return ok;
    case 'share place': {
      // of these two about this food, whichever is open
      const open = model.openOn(m, one.listing).find(({ claimer }) => claimer === one.claimer);
      if (side === 'claimer') return refused('not-yours');
      if (!open) return refused('claim-ended');
      model.seeAlways(m, open);
      return ok;
    }
    case 'coming':
      if (side === 'donor') return refused('not-yours');
      if (!isOpen) return refused('claim-ended');
      if (one.comingMs !== null || model.confirmedMs(one) !== null) return ok;
      if (m.nowMs >= one.listing.untilMs) return refused('too-late');
      if (m.nowMs < (model.remindMs(one) ?? one.listing.untilMs)) return refused('too-early');
      one.comingMs = m.nowMs;
      return ok;
    case 'dispute':
      return dispute(m, one, side);
    default:
      return act satisfies never;
  }
}

function dispute(m: Model, one: ModelClaim, side: 'donor' | 'claimer'): Outcome {
  if (one.disputedBy === side) return ok;
  if (!['open', 'completed', 'no_show'].includes(one.status)) return refused('claim-ended');
  if (one.disputedBy !== null) return refused('already-done');
  if (one.status === 'open') {
    const isOthersWord = one.saidMs[model.otherSide(side)] !== null && one.saidMs[side] === null;
    if (!isOthersWord) return refused('nothing-said');
    model.endClaim(m, one, { status: 'disputed', by: side, food: 'given' });
  } else {
    if (one.status === 'no_show' && side === 'donor') return refused('not-yours');
    if (m.nowMs >= (one.endedMs ?? 0) + 48 * HOUR_MS) return refused('too-late');
    if (one.status === 'completed') one.status = 'disputed';
    model.seeNoMore(m, one);
  }
  one.disputedBy = side;
  return ok;
}
