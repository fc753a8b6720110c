import type { MatchStatus, RequestStatus } from '@openlarder/domain/emergency/request-states.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as food from '#server/testing/claim-model/claim-model.ts';
import type { ModelClaim } from '#server/testing/claim-model/claim-model.ts';

/**
 * The life of requests for food according to the design, in the plainest code, built on the model of claims. Only names
 * of states come from the contract.
 */
export type Side = 'requester' | 'helper';

export type ModelMatch = {
  readonly helper: string;
  /** Carries the handover where a listing was given. */
  readonly claim: ModelClaim | null;
  readonly createdMs: number;
  status: MatchStatus;
  endedMs: number | null;
  endedBy: Side | null;
  /** Whether the helper has written anything, or done what counts as a message. */
  hasSpoken: boolean;
  /** The confirmations of both sides where no claim carries them. */
  saidMs: Record<Side, number | null>;
  wrongCodes: number;
};

export type ModelRequest = {
  id: string;
  readonly requester: string;
  readonly household: number;
  readonly createdMs: number;
  status: RequestStatus;
  round: number;
  endedMs: number | null;
  readonly matches: ModelMatch[];
};

/** A person's kind in the community. */
export type Kind = 'recipient' | 'donor' | 'far donor';

export type Model = {
  readonly food: food.Model;
  readonly kinds: Map<string, Kind>;
  readonly requests: ModelRequest[];
};

export const emptyModel = (nowMs: number, people: ReadonlyMap<string, Kind>): Model => ({
  food: food.emptyModel(nowMs, [...people.keys()]),
  kinds: new Map(people),
  requests: [],
});

export const expiresMs = ({ createdMs }: ModelRequest): number => createdMs + 24 * HOUR_MS;
export const openMatch = ({ matches }: ModelRequest): ModelMatch | undefined =>
  matches.find(({ status }) => status === 'open');
export const isOpen = ({ status }: ModelRequest): boolean => status === 'pending' || status === 'matched';

/** When one side confirmed the handover: on the claim, where one carries it. */
export function saidMs({ claim, saidMs: said }: ModelMatch, side: Side): number | null {
  if (!claim) return said[side];
  return claim.saidMs[side === 'helper' ? 'donor' : 'claimer'];
}
const confirmedMs = (match: ModelMatch): number | null =>
  saidMs(match, 'requester') ?? saidMs(match, 'helper');

/** When an open match ends by itself, unless its claim ends by its own clock. */
export function expiresAutomaticallyMs(request: ModelRequest, match: ModelMatch): number | null {
  const saidAtMs = confirmedMs(match);
  if (saidAtMs === null && !match.hasSpoken) return match.createdMs + 2 * HOUR_MS;
  return match.claim ? null : (saidAtMs ?? expiresMs(request)) + 48 * HOUR_MS;
}

function endRequest(m: Model, request: ModelRequest, status: RequestStatus): void {
  request.status = status;
  request.endedMs = m.food.nowMs;
}

type End = {
  readonly status: Exclude<MatchStatus, 'open'>;
  readonly by?: Side | null;
  /** How long the helper still sees the address. */
  readonly seenForMs?: number;
};

function endMatch(m: Model, request: ModelRequest, match: ModelMatch, end: End): void {
  match.status = end.status;
  match.endedMs = m.food.nowMs;
  match.endedBy = end.by ?? null;
  food.seeUntil(m.food, request, match.helper, m.food.nowMs + (end.seenForMs ?? 0));
}

export function fulfil(m: Model, request: ModelRequest, match: ModelMatch, seenForMs = DAY_MS): void {
  endMatch(m, request, match, { status: 'fulfilled', seenForMs });
  endRequest(m, request, 'fulfilled');
}

/** Reopens the request, or expires it if its time is over. */
function openAgain(m: Model, request: ModelRequest): void {
  if (m.food.nowMs >= expiresMs(request)) endRequest(m, request, 'expired');
  else {
    request.status = 'pending';
    request.round++;
  }
}

export function letGo(m: Model, request: ModelRequest, match: ModelMatch, by: Side | null): void {
  endMatch(m, request, match, { status: 'released', by });
  if (match.claim?.status === 'open') {
    const side = by === 'helper' ? 'donor' : 'claimer';
    food.endClaim(m.food, match.claim, { status: 'released', by: side, food: 'back' });
  }
  openAgain(m, request);
}

export function cancel(m: Model, request: ModelRequest): void {
  const match = openMatch(request);
  if (match) endMatch(m, request, match, { status: 'cancelled', by: 'requester' });
  if (match?.claim) food.partFrom(m.food, match.claim, request.requester);
  endRequest(m, request, 'cancelled');
}

/** A request whose match is carried by a claim follows the claim's end. */
export function followClaims(m: Model): void {
  for (const request of m.requests) {
    const match = openMatch(request);
    if (!match?.claim || match.claim.status === 'open') continue;
    if (match.claim.status === 'completed') fulfil(m, request, match);
    else {
      const { endedBy } = match.claim;
      letGo(m, request, match, endedBy && (endedBy === 'donor' ? 'helper' : 'requester'));
    }
  }
}

/** A person who leaves or blocks the other releases the match, unless one of the two has confirmed the handover. */
function partFrom(m: Model, request: ModelRequest, match: ModelMatch, leaver: string): void {
  if (match.claim) food.partFrom(m.food, match.claim, leaver);
  else if (confirmedMs(match) !== null) fulfil(m, request, match, 0);
  else letGo(m, request, match, leaver === request.requester ? 'requester' : 'helper');
  followClaims(m);
}

export function block(m: Model, by: string, other: string): void {
  for (const request of m.requests) {
    const match = openMatch(request);
    const pair = [request.requester, match?.helper];
    if (match && pair.includes(by) && pair.includes(other)) partFrom(m, request, match, by);
  }
  food.block(m.food, by, other);
  for (const request of m.requests) {
    if (request.requester === by) food.seeUntil(m.food, request, other, m.food.nowMs);
    if (request.requester === other) food.seeUntil(m.food, request, by, m.food.nowMs);
  }
}

export function close(m: Model, person: string): void {
  for (const request of m.requests.filter(isOpen)) {
    const match = openMatch(request);
    const isOwn = request.requester === person;
    if (match && (match.helper === person || (isOwn && confirmedMs(match) !== null)))
      partFrom(m, request, match, person);
    else if (isOwn) cancel(m, request);
  }
  food.close(m.food, person);
  const own = new Set(m.requests.filter(({ requester }) => requester === person).map(({ id }) => id));
  for (const key of [...m.food.grants.keys()])
    if (own.has(key.split('|')[0] ?? '')) m.food.grants.delete(key);
}

function settle(m: Model, request: ModelRequest, match: ModelMatch): void {
  const atMs = expiresAutomaticallyMs(request, match);
  if (atMs === null || m.food.nowMs < atMs) return;
  if (confirmedMs(match) === null) {
    endMatch(m, request, match, { status: match.hasSpoken ? 'released' : 'silent' });
    if (match.claim) food.endClaim(m.food, match.claim, { status: 'lapsed', food: 'back' });
    openAgain(m, request);
  } else if (!match.claim) fulfil(m, request, match);
}

/** The jobs of one minute: for food and claims, then matches, then unanswered requests. */
export function runJobs(m: Model): void {
  food.runJobs(m.food);
  followClaims(m);
  for (const request of m.requests) {
    const match = openMatch(request);
    if (match) settle(m, request, match);
  }
  for (const request of m.requests)
    if (request.status === 'pending' && m.food.nowMs >= expiresMs(request)) endRequest(m, request, 'expired');
}
