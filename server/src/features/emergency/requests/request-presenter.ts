import { CLOSED_ACCOUNT } from '@openlarder/domain/accounts/person-names.ts';
import { addressHiddenAt } from '@openlarder/domain/handovers/handover-states.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { silentMatchEndMs } from '@openlarder/domain/emergency/request-states.ts';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import * as alerts from '../alerts/alerts.ts';
import type { RequestRow } from './requests.store.ts';
import { type MatchRow, selectShownMatches } from '../matching/matches.store.ts';
import { isConfirmed, sideOf } from './request-facts.ts';

/** What is read for all requests of a response together. */
type Known = {
  readonly viewerId: string;
  readonly now: Date;
  readonly own: GeoPoint | null;
  readonly exact: Awaited<ReturnType<typeof places.readExactLocation>>;
  readonly holders: Awaited<ReturnType<typeof places.grantHolders>>;
  readonly names: Awaited<ReturnType<typeof accounts.fullNames>>;
  readonly handovers: Awaited<ReturnType<typeof handovers.handoversById>>;
  readonly alertedAt: ReadonlyMap<string, Date>;
  /** The conversations in which the helper has spoken. */
  readonly spoken: ReadonlySet<string>;
  readonly blocked: ReadonlySet<string>;
};

/** Whether the helper sees the meeting point: as long as an exact address, while it is open and a day after. */
const isMeetingPointShown = ({ status, ended_at }: MatchRow, now: Date): boolean =>
  status === 'open' || (status === 'completed' && ended_at !== null && now < addressHiddenAt(ended_at));

const isoOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/**
 * The only JSON shape of a request. A donor sees a first name and the area; who asks and where exactly is for the helper
 * the requester reveals it to. Callers have checked that the viewer may see the request.
 */
export async function presentRequests(
  ctx: AppContext,
  viewerId: string,
  rows: readonly RequestRow[],
  now: Date,
): Promise<EmergencyRequest[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const subjects = ids.map((id) => ({ type: 'request' as const, id }));
  const matches = await selectShownMatches(ctx.db, ids);
  const theirs = rows.flatMap((row) => {
    const match = matches.get(row.id);
    return match && sideOf(row, match, viewerId) !== 'donor' ? match : [];
  });
  const open = theirs.filter(({ status }) => status === 'open');
  const requesterIds = rows.map((row) => row.requester_id);
  const metIds = new Set([viewerId, ...(await handovers.metBy(ctx, viewerId, requesterIds))]);
  const [own, exact, holders, names, handoversOf, alertedAt, spoken, blocked] = await Promise.all([
    places.profilePlaces(ctx, [viewerId]),
    places.readExactLocation(ctx, subjects, viewerId, now),
    places.grantHolders(ctx, subjects, now),
    accounts.fullNames(ctx, requesterIds, metIds),
    handovers.handoversById(
      ctx,
      viewerId,
      theirs.map((match) => match.handover_id),
    ),
    alerts.alertTimes(ctx, viewerId, ids),
    messaging.spokenIn(ctx, open.map(turnOfHelper)),
    moderation.blockedWith(ctx, viewerId),
  ]);
  const ownPoint = own.get(viewerId)?.publicPoint ?? null;
  const seen = { viewerId, now, own: ownPoint, exact, holders, names, alertedAt, spoken, blocked };
  const known: Known = { ...seen, handovers: handoversOf };
  return rows.map((row) => presentOne(row, matches.get(row.id), known));
}

/** The helper's turn to speak: in their conversation, since the match. */
const turnOfHelper = (match: MatchRow) => ({
  conversationId: match.conversation_id,
  personId: match.helper_id,
  since: match.created_at,
});

function silentAt(match: MatchRow, known: Known): string | null {
  if (match.status !== 'open') return null;
  const atMs = silentMatchEndMs({
    matchedAtMs: match.created_at.getTime(),
    helperSpoke: known.spoken.has(match.conversation_id),
    isConfirmed: isConfirmed(match),
  });
  return atMs === null ? null : new Date(atMs).toISOString();
}

function presentMatch(match: MatchRow, known: Known): EmergencyRequest['match'] {
  const handover = known.handovers.get(match.handover_id);
  if (!handover) return null;
  return {
    helper: handover.giver,
    conversationId: match.conversation_id,
    matchedAt: match.created_at.toISOString(),
    silentAt: silentAt(match, known),
    handover,
  };
}

function presentOne(row: RequestRow, match: MatchRow | undefined, known: Known): EmergencyRequest {
  const side = sideOf(row, match, known.viewerId);
  const shownMatch = side === 'donor' ? undefined : match;
  const point = geoPointOf(row.public_point);
  // a donor has no grant; even a left-over one must not be used
  const exact = side === 'donor' ? undefined : known.exact.get(row.id);
  const awayKm = side === 'requester' || known.own === null ? null : distanceKm(known.own, point);
  const name = known.names.get(row.requester_id);
  const hasLeft = name?.displayName === CLOSED_ACCOUNT.displayName;
  const isShownToHelper =
    shownMatch !== undefined &&
    isMeetingPointShown(shownMatch, known.now) &&
    !known.blocked.has(row.requester_id);
  const mayMeet = side === 'requester' || isShownToHelper;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    urgencyLevel: row.urgency_level,
    householdSize: row.household_size,
    specialNeeds: row.special_needs,
    dietaryRestrictions: row.dietary_restrictions,
    preferredCategories: row.preferred_categories,
    pickupLocation: exact?.address ?? row.area_label,
    meetingPoint: (mayMeet && row.meeting_point) || null,
    latitude: (exact?.point ?? point).latitude,
    longitude: (exact?.point ?? point).longitude,
    placeShared:
      side === 'requester'
        ? match !== undefined && (known.holders.get(row.id)?.has(match.helper_id) ?? false)
        : exact !== undefined,
    radiusKm: row.radius_km,
    distanceKm: awayKm,
    withinReach: awayKm !== null && awayKm <= row.radius_km,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    matchedAt: isoOrNull(shownMatch?.created_at),
    fulfilledAt: row.status === 'fulfilled' ? isoOrNull(row.ended_at) : null,
    endedAt: isoOrNull(row.ended_at),
    alertedAt: isoOrNull(known.alertedAt.get(row.id)),
    requester: {
      id: side === 'donor' ? null : row.requester_id,
      firstName: hasLeft ? CLOSED_ACCOUNT.displayName : (name?.firstName ?? ''),
      lastName: side === 'donor' ? '' : (name?.lastName ?? ''),
    },
    side,
    match: shownMatch ? presentMatch(shownMatch, known) : null,
  };
}
