import type { HandoverSide, ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as model from './handover-model.ts';
import type { Model, ModelHandover } from './handover-model.ts';

type OnHandover = { readonly by: string; readonly handover: ModelHandover };
/** An action of one of the two people of a handover. */
export type Move =
  | ({ readonly do: 'release'; readonly reason: ReleaseReason | null } & OnHandover)
  | ({ readonly do: 'propose' | 'accept'; readonly timeMs: number } & OnHandover)
  | ({ readonly do: 'confirm' | 'right code' | 'wrong code' | 'no-show' | 'dispute' } & OnHandover)
  | ({ readonly do: 'coming' | 'on my way' | 'reveal' | 'name place' | 'write' } & OnHandover);

/** `ok`, or the refusal's code with its reason, if it has several; a created object has no id yet. */
export type Outcome = {
  readonly answer: string;
  readonly why?: string;
  readonly made?: { id: string };
};
export const ok: Outcome = { answer: 'ok' };
export const refused = (answer: string, why?: string): Outcome => ({ answer, ...(why && { why }) });

/** Applies a move to the model and returns the expected outcome. */
export function move(m: Model, act: Move): Outcome {
  const { handover: one, by } = act;
  const side = model.sideOf(one, by);
  if (side === null) return refused('not-found');
  const isOpen = model.isOpen(one);
  const isOtherSaid = one.saidMs[model.otherSide(side)] !== null;
  const isSaid = model.confirmedMs(one) !== null;
  switch (act.do) {
    case 'release':
      return release(m, one, side, act.reason);
    case 'no-show':
      if (side === 'receiver') return refused('not-yours');
      if (one.status === 'no_show') return ok;
      if (!isOpen) return refused('handover-ended');
      if (isOtherSaid) return refused('handover-said');
      if (one.request) return refused('not-counted');
      if (one.listing && m.grants.get(`${one.listing.id}|${one.receiver}`) !== Number.POSITIVE_INFINITY)
        return refused('place-unknown');
      if (m.nowMs < model.missMs(one, side)) return refused('too-early');
      model.end(m, one, { status: 'no_show', endedBy: side });
      return ok;
    case 'confirm':
      if (one.status === 'completed') return ok;
      if (!isOpen) return refused('handover-ended');
      if (one.saidMs[side] === null) model.say(m, one, by);
      one.saidMs[side] ??= m.nowMs;
      if (isOtherSaid) model.complete(m, one, 'both');
      return ok;
    case 'right code':
    case 'wrong code':
      return enterCode(m, one, side, act.do);
    case 'coming': {
      if (!isOpen) return refused('handover-ended');
      if (side !== (one.listing ? 'receiver' : 'giver')) return refused('not-yours');
      if (one.comingMs !== null || isSaid) return ok;
      if (m.nowMs >= model.meetingMs(one)) return refused('too-late');
      if (m.nowMs < (model.remindMs(one) ?? model.meetingMs(one))) return refused('too-early');
      one.comingMs = m.nowMs;
      return spoken(m, one, side);
    }
    case 'on my way':
      if (!isOpen) return refused('handover-ended');
      if (isSaid || model.isSince(model.meetingMs(one), one.onMyWayMs[side])) return ok;
      if (m.nowMs < model.meetingMs(one)) return refused('too-early');
      one.onMyWayMs[side] = m.nowMs;
      return spoken(m, one, side);
    case 'reveal':
      return reveal(m, model.latestBeside(m, one), side);
    case 'name place':
      return namePlace(m, model.latestBeside(m, one), side);
    case 'write':
      return spoken(m, one, side);
    case 'propose':
    case 'accept':
      if (!isOpen) return refused('handover-ended');
      return (act.do === 'propose' ? propose : accept)(m, one, side, act.timeMs);
    case 'dispute':
      return dispute(m, one, side);
    default:
      return act satisfies never;
  }
}

function spoken(m: Model, one: ModelHandover, side: HandoverSide): Outcome {
  model.say(m, one, one[side]);
  return ok;
}

function release(m: Model, one: ModelHandover, side: HandoverSide, reason: ReleaseReason | null): Outcome {
  if (reason && !model.reasonsOf(one, side).includes(reason)) return refused('check-fields');
  if (one.status === 'released') return ok;
  if (!model.isOpen(one)) return refused('handover-ended');
  if (one.saidMs[model.otherSide(side)] !== null) return refused('handover-said');
  if (reason === 'no_food' && !one.listing) return refused('not-counted');
  if (reason === 'no_food' && m.nowMs < model.missMs(one, side)) return refused('too-early');
  if (reason === 'stopped_waiting' && m.nowMs < model.meetingMs(one) + 15 * MINUTE_MS)
    return refused('too-early');
  model.end(m, one, { status: 'released', endedBy: side, reason });
  return ok;
}

function enterCode(
  m: Model,
  one: ModelHandover,
  side: HandoverSide,
  entered: 'right code' | 'wrong code',
): Outcome {
  if (one.status === 'completed') return ok;
  if (side === 'receiver') return refused('not-yours');
  if (!model.isOpen(one)) return refused('handover-ended');
  if (one.wrongCodes >= 5) return refused('code-locked');
  if (entered === 'wrong code') {
    one.wrongCodes++;
    return refused('check-fields');
  }
  one.saidMs.giver ??= m.nowMs;
  one.saidMs.receiver ??= m.nowMs;
  model.say(m, one, one.giver);
  model.complete(m, one, 'code');
  return ok;
}

/** Reveals this side's place: the listing's of the giver, the request's of the receiver. */
function reveal(m: Model, one: ModelHandover, side: HandoverSide): Outcome {
  const [place, viewer] = side === 'giver' ? [one.listing, one.receiver] : [one.request, one.giver];
  if (!model.isOpen(one)) return refused('handover-ended');
  if (!place) return refused('not-yours');
  const key = `${place.id}|${viewer}`;
  if (m.grants.get(key) === Number.POSITIVE_INFINITY) return ok;
  m.grants.set(key, Number.POSITIVE_INFINITY);
  return spoken(m, one, side);
}

function namePlace(m: Model, one: ModelHandover, side: HandoverSide): Outcome {
  if (!model.isOpen(one)) return refused('handover-ended');
  if (side === 'giver' || !one.request) return refused('not-yours');
  if (!one.request.hasMeetingPoint) model.say(m, one, one.receiver);
  one.request.hasMeetingPoint = true;
  return ok;
}

const minuteOf = (ms: number): number => ms - (ms % MINUTE_MS);

function agree(m: Model, one: ModelHandover, side: HandoverSide, timeMs: number): Outcome {
  if (one.agreedMs !== timeMs) {
    one.comingMs = null;
    one.agreedOnMs = m.nowMs;
  }
  one.agreedMs = timeMs;
  one.proposal = null;
  return spoken(m, one, side);
}

function propose(m: Model, one: ModelHandover, side: HandoverSide, wantedMs: number): Outcome {
  const timeMs = minuteOf(wantedMs);
  if (model.confirmedMs(one) !== null) return refused('handover-said');
  if (m.nowMs > one.untilMs + DAY_MS) return refused('too-late');
  if (timeMs < m.nowMs - MINUTE_MS) return refused('check-fields', 'over');
  if (timeMs > one.untilMs + DAY_MS) return refused('check-fields', 'too late');
  if (one.proposal?.timeMs === timeMs) return one.proposal.by === side ? ok : agree(m, one, side, timeMs);
  if (one.agreedMs === timeMs) return one.proposal ? agree(m, one, side, timeMs) : ok;
  one.proposal = { timeMs, by: side };
  return spoken(m, one, side);
}

function accept(m: Model, one: ModelHandover, side: HandoverSide, wantedMs: number): Outcome {
  const timeMs = minuteOf(wantedMs);
  if (one.proposal === null && one.agreedMs === timeMs) return ok;
  if (model.confirmedMs(one) !== null) return refused('handover-said');
  if (one.proposal?.timeMs !== timeMs || one.proposal.by === side) return refused('nothing-proposed');
  return timeMs < m.nowMs - MINUTE_MS ? refused('too-early') : agree(m, one, side, timeMs);
}

function dispute(m: Model, one: ModelHandover, side: HandoverSide): Outcome {
  if (one.disputedBy === side) return ok;
  if (!['open', 'completed', 'no_show'].includes(one.status)) return refused('handover-ended');
  if (one.disputedBy !== null) return refused('already-done');
  if (model.isOpen(one)) {
    const isOthersWord = one.saidMs[model.otherSide(side)] !== null && one.saidMs[side] === null;
    if (!isOthersWord) return refused('nothing-said');
    model.end(m, one, { status: 'disputed', endedBy: side });
  } else {
    if (one.status === 'no_show' && side === 'giver') return refused('not-yours');
    if (m.nowMs >= (one.endedMs ?? 0) + 48 * HOUR_MS) return refused('too-late');
    if (one.status === 'completed') one.status = 'disputed';
    model.say(m, one, one[side]);
    if (!model.isOpen(model.latestBeside(m, one))) model.seeEachOtherUntil(m, one, m.nowMs);
  }
  one.disputedBy = side;
  return ok;
}
