import {
  KNOWN_PEOPLE_TO_RESTRICT,
  SILENT_HELPERS_TO_RESTRICT,
} from '@openlarder/domain/emergency/request-states.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { donorsAmong } from '#server/features/accounts/profile/person-queries.ts';
import { knownPeople, trustOf } from '#server/features/accounts/trust/trust.ts';
import { blockersByRequest, requestsBlockedBy } from '#server/features/moderation/blocks/blocks.ts';
import { harassmentReportsAbout } from '#server/features/moderation/reports/create-report.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { reachOf } from '../areas/area-of-point.ts';
import { type RequestRow, selectRequests } from '../requests/requests.store.ts';
import { earlierMatches } from './match-messages.ts';
import * as store from './matches.store.ts';

/*
 * Pending requests that a donor does not see, as if another donor were helping. A block hides a request only after an
 * attempt to help: a missing request would reveal who the requester is.
 */

/**
 * For how long one requester's complaint of harassment hides all requests from their helper, unless an admin closes it.
 */
const CLOSED_HOURS = 72;
/** Only known donors who were seen within this time count. */
const SEEN_WITHIN_MS = 30 * DAY_MS;

/** The pending requests that are hidden from a donor. */
export type HiddenRequests = {
  /** Whether all requests are hidden. */
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
};

export const isHidden = ({ isAll, ids }: HiddenRequests, requestId: string): boolean =>
  isAll || ids.has(requestId);

/** The pending requests that are hidden from this donor. */
export async function hiddenRequests(ctx: AppContext, donorId: string): Promise<HiddenRequests> {
  if ((await closedHelpers(ctx, [donorId])).has(donorId)) return { isAll: true, ids: new Set() };
  const ids = new Set([
    ...(await store.selectRequestsBlockedFor(ctx.db, donorId)),
    ...(await requestsBlockedBy(ctx, donorId)),
    ...(await forKnownPeopleOnly(ctx, donorId)),
  ]);
  return { isAll: false, ids };
}

/** Those of these donors from whom a pending request is hidden. */
export async function hiddenFrom(
  ctx: AppContext,
  requestId: string,
  donorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const hidden = new Set([
    ...(await closedHelpers(ctx, donorIds)),
    ...(await store.selectHelpersBlockedFrom(ctx.db, requestId)),
    ...(await blockersByRequest(ctx, requestId)),
  ]);
  if (!(await isForKnownPeople(ctx, requestId))) return hidden;
  const trust = await trustOf(ctx, donorIds);
  return hidden.union(new Set(donorIds.filter((id) => trust.get(id) !== 'known')));
}

/**
 * Those of these people from whom all requests are hidden, since a person they were matched with has complained of
 * harassment.
 */
export async function closedHelpers(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const since = new Date(ctx.clock.now().getTime() - CLOSED_HOURS * HOUR_MS);
  const reports = await harassmentReportsAbout(ctx, personIds, since);
  const pairs = reports.map(({ byId, aboutId }) => ({ requesterId: byId, helperId: aboutId }));
  return new Set((await store.selectMatchedPairs(ctx.db, pairs)).map(({ helper_id }) => helper_id));
}

/** Whether the request goes to known people only. */
export const isForKnownPeople = async (ctx: AppContext, requestId: string): Promise<boolean> =>
  (await requestsForKnownPeople(ctx, requestId)).length > 0;

/**
 * The pending requests that several helpers left in silence and that reach enough known donors; with `requestId`, only
 * that one. Never one of the community as a whole, since the known donors near it cannot be determined.
 */
async function requestsForKnownPeople(ctx: AppContext, requestId: string | null = null): Promise<string[]> {
  const left = await store.selectLeftInSilence(ctx.db, SILENT_HELPERS_TO_RESTRICT, requestId);
  const rows = (await selectRequests(ctx.db, left)).filter(({ area }) => area !== null);
  if (rows.length === 0) return [];
  const known = [...(await placesOfKnownDonors(ctx))];
  const reached = (row: RequestRow): number =>
    known.filter(([id, place]) => id !== row.requester_id && reachOf(row, place)).length;
  return rows.filter((row) => reached(row) >= KNOWN_PEOPLE_TO_RESTRICT).map(({ id }) => id);
}

/** The places of recently seen known donors, by person. */
async function placesOfKnownDonors(ctx: AppContext): Promise<Map<string, GeoPoint>> {
  const seenAfterMs = ctx.clock.now().getTime() - SEEN_WITHIN_MS;
  const donors = await donorsAmong(ctx, await knownPeople(ctx));
  const here = [...donors].filter(([, { lastSeenAt }]) => lastSeenAt && lastSeenAt.getTime() > seenAfterMs);
  return placesToday(
    ctx,
    here.map(([id]) => id),
  );
}

/** The pending requests for known people, if this donor is not known, without those that the donor may rejoin. */
async function forKnownPeopleOnly(ctx: AppContext, donorId: string): Promise<string[]> {
  const kept = await requestsForKnownPeople(ctx);
  if (kept.length === 0) return [];
  if ((await trustOf(ctx, [donorId])).get(donorId) === 'known') return [];
  const earlier = await earlierMatches(ctx, donorId, kept);
  return kept.filter((id) => !earlier.get(id)?.requesterAnswered);
}
