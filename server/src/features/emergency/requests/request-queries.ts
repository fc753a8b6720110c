import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { markOfArea } from '@openlarder/domain/emergency/request-areas.ts';
import type { RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import { AppError, notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { arrange } from '@openlarder/domain/listings/arranged-list.ts';
import { isoOrNull } from '@openlarder/domain/kernel/time.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { isDonor } from '#server/features/accounts/profile/person-queries.ts';
import type { MapPage } from '#server/features/listings/map-source.ts';
import { isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import { communityLabel } from '#server/features/places/area-names.ts';
import { communityPlace } from '#server/features/places/community-place.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as alerts from '../alerts/alerts.ts';
import { type Reach, reachOf } from '../areas/area-of-point.ts';
import type { StoredArea } from '../emergency.tables.ts';
import { heldForKnown, hiddenRequests, requestsKeptApart } from '../matching/hidden-requests.ts';
import * as matches from '../matching/matches.store.ts';
import { presentRequests } from './request-presenter.ts';
import * as store from './requests.store.ts';

const MAX_OWN = 100;
const MAX_LISTED = 200;

/**
 * One request: for its two people, for donors whom it reaches while it is pending, and for a former helper who is told
 * that it is hidden from them. 404 to anyone else.
 */
export async function getRequest(ctx: AppContext, caller: Caller, id: string): Promise<EmergencyRequest> {
  const row = await store.selectRequest(ctx.db, id);
  if (!row) throw notFound();
  const match = (await matches.selectShownMatches(ctx.db, [id])).get(id);
  const isTheirs = row.requester_id === caller.userId || match?.helper_id === caller.userId;
  const isShown = async () =>
    (await isOpenTo(ctx, row, caller.userId)) || (await requestsKeptApart(ctx, caller.userId)).has(id);
  if (!isTheirs && !(await isShown())) throw notFound();
  return presentOne(ctx, caller.userId, row);
}

/** A request as shown after an action of the caller, even if it is no longer theirs. */
export async function requestAfterAction(
  ctx: AppContext,
  caller: Caller,
  id: string,
): Promise<EmergencyRequest> {
  return presentOne(ctx, caller.userId, await requireOwnRequest(ctx, caller, id));
}

/**
 * Pending requests that reach the donor's place of today, nearest first; none without a place. Blocks are ignored: a
 * missing request would reveal who the requester is. 403 `donors-only`.
 */
export async function listActive(ctx: AppContext, caller: Caller): Promise<EmergencyRequest[]> {
  await requireDonor(ctx, caller.userId);
  const now = ctx.clock.now();
  const own = await placeToday(ctx, caller.userId);
  if (!own) return [];
  const hidden = await hiddenRequests(ctx, caller.userId);
  const heldIds = [...(await heldForKnown(ctx, caller.userId))];
  const of = { own, now, hiddenIds: [...hidden], heldIds, limit: MAX_LISTED };
  const rows = await store.selectPending(ctx.db, caller.userId, of);
  return presentRequests(ctx, caller.userId, await arrangedFor(ctx, caller.userId, rows), now);
}

/**
 * For a known donor, every three requests in a row are one of new people at most, as long as others fill the rest. For
 * everyone else the list is by distance alone: its order would tell who is new.
 */
async function arrangedFor(
  ctx: AppContext,
  viewerId: string,
  rows: readonly store.RequestRow[],
): Promise<readonly store.RequestRow[]> {
  const trust = await trustOf(ctx, [viewerId, ...rows.map(({ requester_id }) => requester_id)]);
  if (trust.get(viewerId) !== 'known') return rows;
  const by = {
    giverOf: (row: store.RequestRow) => row.requester_id,
    isNew: (id: string) => trust.get(id) === 'new',
  };
  const arranged: store.RequestRow[] = [];
  for (let left = rows; left.length > 0; left = left.filter((row) => !arranged.includes(row)))
    arranged.push(...arrange(left, { limit: 3, ...by }).shown);
  return arranged;
}

/** The caller's own requests, or those they help or have helped with, newest first. */
export async function listRequests(
  ctx: AppContext,
  caller: Caller,
  side: 'mine' | 'helping',
): Promise<EmergencyRequest[]> {
  const { userId } = caller;
  const rows =
    side === 'mine'
      ? await store.selectRequestsOf(ctx.db, userId, MAX_OWN)
      : await store.selectRequests(ctx.db, await matches.selectHelpedBy(ctx.db, userId, MAX_OWN));
  return presentRequests(ctx, userId, rows, ctx.clock.now());
}

/** Refuses (403 `donors-only`) a person who is not a donor. */
export async function requireDonor(ctx: AppContext, personId: string): Promise<void> {
  if (!(await isDonor(ctx, personId))) throw new AppError(403, 'donors-only');
}

/**
 * The request, for its requester and everyone who has ever been its helper; 404 to anyone else, and to a former helper
 * with a block between the two.
 */
export async function requireOwnRequest(
  ctx: AppContext,
  caller: Caller,
  id: string,
): Promise<store.RequestRow> {
  const row = await store.selectRequest(ctx.db, id);
  if (!row) throw notFound();
  if (row.requester_id === caller.userId) return row;
  const shown = (await matches.selectShownMatches(ctx.db, [id])).get(id);
  if (shown?.helper_id === caller.userId) return row;
  const isKnown =
    (await matches.hasEverHelped(ctx.db, id, caller.userId)) &&
    !(await isAcrossBlock(ctx, caller.userId, { id, otherId: row.requester_id }));
  if (!isKnown) throw notFound();
  return row;
}

/**
 * The request, if the person could have read it: its requester, everyone who has helped with it or was alerted to it,
 * and any donor while it is pending. Null to anyone else.
 */
export async function findReadableRequest(
  ctx: AppContext,
  personId: string,
  id: string,
): Promise<store.RequestRow | null> {
  const row = await store.selectRequest(ctx.db, id);
  if (!row) return null;
  const isReadable =
    row.requester_id === personId ||
    (await isOpenTo(ctx, row, personId)) ||
    (await matches.hasEverHelped(ctx.db, id, personId)) ||
    (await alerts.alertTimes(ctx, personId, [id])).has(id);
  return isReadable ? row : null;
}

/**
 * A pending request, as donors whom it reaches may see it; others see only that food is needed in its area, and nothing
 * of a request of the community as a whole, in which too few may live. One that has a helper is for those to whom it is
 * open beside them (`heldForKnown`).
 */
export type RequestOnMap = {
  readonly id: string;
  readonly isHelped: boolean;
  readonly requesterId: string;
  /** Of a request of the community as a whole: the community's. */
  readonly shownArea: StoredArea;
  readonly area: StoredArea | null;
  readonly radius_km: number;
  readonly title: string;
  readonly preferredCategories: readonly Category[];
  readonly urgencyLevel: RequestUrgency;
  readonly householdSize: number;
  readonly point: GeoPoint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A pending request that a donor may see, and its distance from them. */
export type RequestInReach = { readonly row: store.RequestRow; readonly reach: Reach };

/** Those of these requests that are open to a donor, without their own, by id. */
export async function requestsOpenTo(
  ctx: AppContext,
  personId: string,
  ids: readonly string[],
): Promise<Map<string, RequestInReach>> {
  const rows = await store.selectRequests(ctx.db, [...new Set(ids)]);
  const reaches = await reachesOf(
    ctx,
    rows.filter((row) => row.requester_id !== personId),
    personId,
  );
  return new Map(
    rows.flatMap((row) => {
      const reach = reaches.get(row.id);
      return reach ? [[row.id, { row, reach }] as const] : [];
    }),
  );
}

export async function requestsOnMap(ctx: AppContext, page: MapPage): Promise<RequestOnMap[]> {
  const rows = await store.selectOnTheMap(ctx.db, page, ctx.clock.now());
  // where too few live for areas in it, the community is one
  const { center, bounds } = await communityPlace(ctx);
  const community: StoredArea = {
    key: '',
    // its town is known a moment after the start
    get label() {
      return communityLabel(ctx);
    },
    bounds: [bounds],
  };
  return rows.map((row) => ({
    id: row.id,
    isHelped: row.public_status === 'matched',
    requesterId: row.requester_id,
    shownArea: row.area ?? community,
    area: row.area,
    radius_km: row.radius_km,
    title: row.title,
    preferredCategories: row.preferred_categories,
    urgencyLevel: row.urgency_level,
    householdSize: row.household_size,
    point: row.area ? markOfArea(row.area) : center,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** A person's requests, their matches as a helper and their alerts, oldest first, without codes. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const requests = await store.selectAllRequestsOf(ctx.db, personId);
  const helped = await matches.selectAllMatchesOf(ctx.db, personId);
  const alertedTo = await store.selectAlertsOf(ctx.db, personId);
  const tried = await matches.selectAttemptsOf(ctx.db, personId);
  return {
    asked: requests.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      urgencyLevel: row.urgency_level,
      householdSize: row.household_size,
      specialNeeds: row.special_needs,
      dietaryRestrictions: row.dietary_restrictions,
      preferredCategories: row.preferred_categories,
      radiusKm: row.radius_km,
      meetingPoint: row.meeting_point,
      shownToOthers: { area: row.area, firstName: row.shows_first_name },
      status: row.status,
      askedAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      endedAt: isoOrNull(row.ended_at),
      cancelReason: row.cancel_reason,
    })),
    helpedWith: helped.map((row) => ({
      requestId: row.request_id,
      title: row.title,
      status: row.status,
      matchedAt: row.created_at.toISOString(),
      agreedTime: isoOrNull(row.agreed_time),
      confirmedAt: isoOrNull(row.giver_confirmed_at),
      endedAt: isoOrNull(row.ended_at),
      endedBy: row.ended_by,
      releaseReason: row.ended_by === 'giver' ? row.release_reason : null,
    })),
    triedToHelp: tried.map((row) => ({
      requestId: row.request_id,
      triedAt: row.attempted_at.toISOString(),
    })),
    alertedTo: alertedTo.map((row) => ({
      requestId: row.request_id,
      alertedAt: row.alerted_at.toISOString(),
    })),
  };
}

const isOpenTo = async (ctx: AppContext, row: store.RequestRow, personId: string): Promise<boolean> =>
  (await reachesOf(ctx, [row], personId)).has(row.id);

/**
 * The distances of these requests from a donor, by id: only of those that are pending, reach their place of today and
 * do not look taken.
 */
async function reachesOf(
  ctx: AppContext,
  rows: readonly store.RequestRow[],
  personId: string,
): Promise<Map<string, Reach>> {
  const now = ctx.clock.now();
  const held = rows.some((row) => row.status === 'matched') ? await heldForKnown(ctx, personId) : new Set();
  const pending = rows.filter(
    ({ id, public_status, expires_at }) => (public_status === 'pending' || held.has(id)) && expires_at > now,
  );
  if (pending.length === 0 || !(await isDonor(ctx, personId))) return new Map();
  const place = await placeToday(ctx, personId);
  const hidden = await hiddenRequests(ctx, personId);
  return new Map(
    pending.flatMap((row) => {
      const reach = hidden.has(row.id) ? null : reachOf(row, place);
      return reach ? [[row.id, reach] as const] : [];
    }),
  );
}

/** The public point of a person's place that counts today; null without one. */
export async function placeToday(ctx: AppContext, personId: string): Promise<GeoPoint | null> {
  return (await placesToday(ctx, [personId])).get(personId) ?? null;
}

async function presentOne(
  ctx: AppContext,
  viewerId: string,
  row: store.RequestRow,
): Promise<EmergencyRequest> {
  const [request] = await presentRequests(ctx, viewerId, [row], ctx.clock.now());
  if (!request) throw notFound();
  return request;
}
