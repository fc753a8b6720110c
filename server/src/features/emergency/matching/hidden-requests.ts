import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import {
  type EarlierMatches,
  helpBeside,
  knownTurnEndMs,
} from '@openlarder/domain/emergency/request-states.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { donorsAmong } from '#server/features/accounts/profile/person-queries.ts';
import { knownPeople, trustOf } from '#server/features/accounts/trust/trust.ts';
import { blockersByRequest, requestsBlockedBy } from '#server/features/moderation/blocks/blocks.ts';
import { harassmentReportsAbout } from '#server/features/moderation/reports/create-report.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { reachOf } from '../areas/area-of-point.ts';
import { selectNewestBuild } from '../areas/areas.store.ts';
import { type RequestRow, selectRequests } from '../requests/requests.store.ts';
import { earlierMatches } from './match-messages.ts';
import * as store from './matches.store.ts';

/*
 * Requests that others see as pending and a donor does not, as if another donor were helping. A block hides a request
 * only after an attempt to help: a missing request would reveal who the requester is. Its two people know what is.
 */

/** Only known donors who were seen within this time are waited for. */
const SEEN_WITHIN_MS = 7 * DAY_MS;

export async function hiddenRequests(ctx: AppContext, donorId: string): Promise<ReadonlySet<string>> {
  return new Set([
    ...(await store.selectRequestsHiddenFrom(ctx.db, donorId)),
    ...(await requestsBlockedBy(ctx, donorId)),
    ...(await requestsKeptApart(ctx, donorId)),
    ...(await inTurnOfOthers(ctx, donorId)),
  ]);
}

/**
 * The pending requests that this person has helped with, and whose requester has reported them for harassment since.
 * They are told so. Other requests of the same person are hidden by an attempt only: hidden before, they would show
 * whose they are.
 */
export async function requestsKeptApart(ctx: AppContext, helperId: string): Promise<ReadonlySet<string>> {
  const byIds = (await harassmentReportsAbout(ctx, helperId)).map(({ byId }) => byId);
  return new Set(await store.selectHelpedAndPending(ctx.db, helperId, byIds));
}

/** Those of these donors from whom a request is hidden that is pending, or has a helper. */
export async function hiddenFrom(
  ctx: AppContext,
  { id: requestId, public_status }: RequestRow,
  donorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const hidden = new Set([
    ...(await store.selectPeopleHiddenFrom(ctx.db, requestId)),
    ...(await blockersByRequest(ctx, requestId)),
  ]);
  for (const helperId of await store.selectHelpersOf(ctx.db, requestId))
    if ((await requestsKeptApart(ctx, helperId)).has(requestId)) hidden.add(helperId);
  if (public_status !== 'pending')
    return hidden.union(new Set(donorIds).difference(await mayOfferBeside(ctx, requestId, donorIds)));
  if ((await knownTurnEnd(ctx, requestId)) === null) return hidden;
  const trust = await trustOf(ctx, donorIds);
  return hidden.union(new Set(donorIds.filter((id) => trust.get(id) !== 'known')));
}

/** Until when a request is known donors' alone (epoch milliseconds); null if it is everyone's. */
export const knownTurnEnd = async (ctx: AppContext, requestId: string): Promise<number | null> =>
  (await knownTurns(ctx, requestId)).get(requestId) ?? null;

/**
 * The pending requests that are known donors' alone, and until when; with `requestId`, only that one. Never one that
 * reaches no known donor but its requester and those who left it, nor, in a community with areas, one without: the donors
 * near it cannot be determined. A community without any is young, and one neighborhood.
 */
async function knownTurns(ctx: AppContext, requestId: string | null = null): Promise<Map<string, number>> {
  const nowMs = ctx.clock.now().getTime();
  const leavings = Map.groupBy(await store.selectLeavings(ctx.db, requestId), (one) => one.request_id);
  const ends = new Map<string, number>();
  for (const [id, left] of leavings) {
    const endMs = knownTurnEndMs(
      left.map((one) => one.left_at.getTime()),
      nowMs,
    );
    if (endMs !== null) ends.set(id, endMs);
  }
  // the common case
  if (ends.size === 0) return ends;
  const known = [...(await placesOfKnownDonors(ctx))];
  const hasAreas = Object.keys((await selectNewestBuild(ctx.db))?.in_force ?? {}).length > 0;
  for (const row of await selectRequests(ctx.db, [...ends.keys()])) {
    const gone = new Set([row.requester_id, ...(leavings.get(row.id) ?? []).map((one) => one.helper_id)]);
    const isReached = known.some(([id, place]) => !gone.has(id) && reachOf(row, place) !== null);
    if (!isReached || (row.area === null && hasAreas)) ends.delete(row.id);
  }
  return ends;
}

/** The requests that only someone not known helps with: a known donor sees them as pending. Empty to everyone else. */
export async function heldForKnown(ctx: AppContext, viewerId: string): Promise<ReadonlySet<string>> {
  if ((await trustOf(ctx, [viewerId])).get(viewerId) !== 'known') return new Set();
  const held = (await store.selectHeld(ctx.db)).filter(({ helper_id }) => helper_id !== viewerId);
  const earlier = await earlierMatches(
    ctx,
    viewerId,
    held.map(({ request_id }) => request_id),
  );
  const trust = await trustOf(ctx, [viewerId, ...held.map(({ helper_id }) => helper_id)]);
  return new Set(
    held.flatMap((one) =>
      besideHelper(one, viewerId, trust, earlier.get(one.request_id)) === null ? [] : one.request_id,
    ),
  );
}

/** Those of these donors who may offer their help with a request, beside someone who is not known. */
export async function mayOfferBeside(
  ctx: AppContext,
  requestId: string,
  donorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [held] = await store.selectHeld(ctx.db, requestId);
  if (!held) return new Set();
  const former = await store.selectHelpersOf(ctx.db, requestId);
  const trust = await trustOf(ctx, [held.helper_id, ...donorIds]);
  return new Set(
    donorIds.filter((id) => !former.includes(id) && besideHelper(held, id, trust, undefined) !== null),
  );
}

export const besideHelper = (
  held: store.HeldRequest,
  donorId: string,
  trust: ReadonlyMap<string, TrustLevel>,
  earlier: EarlierMatches | undefined,
): ReturnType<typeof helpBeside> =>
  helpBeside({
    isKnown: trust.get(donorId) === 'known',
    isKnownHelper: trust.get(held.helper_id) === 'known',
    giverConfirmed: held.giver_confirmed_at !== null,
    receiverConfirmed: held.receiver_confirmed_at !== null,
    offers: held.offered_by.filter((id) => id !== donorId).length,
    earlier,
  });

async function placesOfKnownDonors(ctx: AppContext): Promise<Map<string, GeoPoint>> {
  const seenAfterMs = ctx.clock.now().getTime() - SEEN_WITHIN_MS;
  const donors = await donorsAmong(ctx, await knownPeople(ctx));
  const here = [...donors].filter(([, { lastSeenAt }]) => lastSeenAt && lastSeenAt.getTime() > seenAfterMs);
  return placesToday(
    ctx,
    here.map(([id]) => id),
  );
}

/** The pending requests that are known donors' alone, if this donor is not known, without those that they may rejoin. */
async function inTurnOfOthers(ctx: AppContext, donorId: string): Promise<string[]> {
  const ids = [...(await knownTurns(ctx)).keys()];
  if (ids.length === 0) return [];
  if ((await trustOf(ctx, [donorId])).get(donorId) === 'known') return [];
  const earlier = await earlierMatches(ctx, donorId, ids);
  return ids.filter((id) => !earlier.get(id)?.requesterAnswered);
}
