import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as model from './handover-model.ts';
import type { Model } from './handover-model.ts';

/* Acts of people and timeouts that affect several handovers. */

export function block(m: Model, by: string, other: string): void {
  for (const one of m.handovers.filter(model.isOpen))
    if (model.sideOf(one, by) && model.sideOf(one, other)) model.partFrom(m, one, by, null);
  m.blocks.add(`${by}>${other}`);
  const owned = [
    ...m.listings.map(({ id, donor }) => ({ id, owner: donor })),
    ...m.requests.map(({ id, requester }) => ({ id, owner: requester })),
  ];
  for (const { id, owner } of owned) {
    if (owner === by) model.seeUntil(m, { id }, other, m.nowMs);
    if (owner === other) model.seeUntil(m, { id }, by, m.nowMs);
  }
}

export function close(m: Model, person: string): void {
  for (const one of m.handovers.filter(model.isOpen)) {
    const isOwnRequest = one.request !== null && one.receiver === person;
    if (model.sideOf(one, person)) model.partFrom(m, one, person, isOwnRequest ? 'taken_back' : null);
  }
  for (const request of m.requests)
    if (request.requester === person && request.status === 'pending')
      model.endRequest(m, request, 'cancelled');
  for (const listing of m.listings)
    if (listing.donor === person && (listing.status === 'posted' || listing.status === 'claimed')) {
      listing.isWithdrawn = true;
      if (listing.status === 'posted') model.takeAway(m, listing, 'withdrawn');
    }
  for (const pair of [...m.blocks]) if (pair.split('>').includes(person)) m.blocks.delete(pair);
  const own = new Set([
    ...m.listings.filter(({ donor }) => donor === person).map(({ id }) => id),
    ...m.requests.filter(({ requester }) => requester === person).map(({ id }) => id),
  ]);
  for (const key of [...m.grants.keys()]) {
    const [owned = '', viewer] = key.split('|');
    if (viewer === person || own.has(owned)) m.grants.delete(key);
  }
}

/** The tasks of one minute, in the order in which the world runs them. */
export function runTasks(m: Model): void {
  const eachOpen = (act: (one: model.ModelHandover) => void): void =>
    m.handovers.filter(model.isOpen).forEach(act);
  for (const listing of m.listings)
    if (listing.status === 'posted' && m.nowMs >= model.offeredUntilMs(listing))
      model.takeAway(m, listing, 'expired');
  eachOpen((one) => {
    if (m.nowMs < model.endsAtMs(one)) return;
    if (model.confirmedMs(one) === null) model.end(m, one, { status: 'lapsed' });
    else model.complete(m, one, 'one_side');
  });
  eachOpen((one) => ask(m, one));
  // in the order of requests, which decides which of two on a listing is the last
  const open = m.handovers.filter(model.isOpen);
  for (const one of open.toSorted((a, b) => ((a.request?.id ?? '') < (b.request?.id ?? '') ? -1 : 1))) {
    const atMs = model.silentMs(m, one);
    if (atMs !== null && m.nowMs >= atMs) model.end(m, one, { status: 'lapsed', reason: 'silent' });
  }
  for (const request of m.requests)
    if (request.status === 'pending' && m.nowMs >= model.requestEndMs(request))
      model.endRequest(m, request, 'expired');
}

/** Reminds both before the meeting, asks "On your way?" at it, and whether it happened an hour later. */
function ask(m: Model, one: model.ModelHandover): void {
  const isSaid = model.confirmedMs(one) !== null;
  const isNow = (dueMs: number): boolean => m.nowMs >= dueMs && m.nowMs < dueMs + HOUR_MS;
  const [remindMs, meetingMs] = [model.remindMs(one), model.meetingMs(one)];
  if (remindMs !== null && !isSaid && isNow(remindMs) && !model.isSince(remindMs, one.remindedMs))
    one.remindedMs = m.nowMs;
  if (!isSaid && isNow(meetingMs) && !model.isSince(meetingMs, one.askedMs)) one.askedMs = m.nowMs;
  const outcomeMs = meetingMs + HOUR_MS;
  if (m.nowMs >= outcomeMs && !model.isSince(outcomeMs, one.outcomeAskedMs)) one.outcomeAskedMs = m.nowMs;
}
