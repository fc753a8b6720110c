import { CLOSED_ACCOUNT } from '@openlarder/domain/accounts/names.ts';
import { addressHiddenAt, MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { matchSettlementOf } from '@openlarder/domain/emergency/request-states.ts';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import type { RequestRow } from './requests.store.ts';
import { type MatchRow, selectShownMatches } from '../matching/matches.store.ts';
import { sideOf } from './request-facts.ts';

type PresenterParts = Pick<EmergencyParts, 'db' | 'accounts' | 'places' | 'messaging' | 'alerts'>;
/** What is known of all requests of an answer together. */
type Known = {
  readonly viewerId: string;
  readonly now: Date;
  readonly own: GeoPoint | null;
  readonly exact: Awaited<ReturnType<EmergencyParts['places']['readExactLocation']>>;
  readonly holders: Awaited<ReturnType<EmergencyParts['places']['grantHolders']>>;
  readonly names: Awaited<ReturnType<EmergencyParts['accounts']['fullNames']>>;
  readonly people: Awaited<ReturnType<EmergencyParts['accounts']['summaries']>>;
  readonly alertedAt: ReadonlyMap<string, Date>;
  readonly spoken: ReadonlySet<string>;
};

/** Whether the helper may read no more where the two met: it is hidden as the exact place is. */
const isLongOver = ({ status, ended_at }: RequestRow, now: Date): boolean =>
  status === 'fulfilled' && ended_at !== null && addressHiddenAt(ended_at) <= now;

const isoOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/**
 * The only JSON shape of a request. To a donor who looks it has a first name and the area: who asks, and where they
 * are, is for the helper they choose to tell. The caller has decided that the viewer may know of it.
 */
export function makeRequestPresenter(parts: PresenterParts) {
  const { db, accounts, places, messaging, alerts } = parts;

  /** The matches whose helper has said something since. */
  async function spokenIn(open: readonly MatchRow[]): Promise<ReadonlySet<string>> {
    const asked = await Promise.all(
      open.map(({ conversation_id, helper_id, created_at }) =>
        messaging.hasWrittenSince(db, conversation_id, helper_id, created_at),
      ),
    );
    return new Set(open.filter((_match, index) => asked[index]).map(({ id }) => id));
  }

  function silentAt(row: RequestRow, match: MatchRow, known: Known): string | null {
    if (match.status !== 'open') return null;
    const { outcome, atMs } = matchSettlementOf({
      matchedAtMs: match.created_at.getTime(),
      helperSpoke: known.spoken.has(match.id),
      requesterConfirmedAtMs: match.requester_confirmed_at?.getTime() ?? null,
      helperConfirmedAtMs: match.helper_confirmed_at?.getTime() ?? null,
      expiresAtMs: row.expires_at.getTime(),
    });
    return outcome === 'silent' ? new Date(atMs).toISOString() : null;
  }

  function presentMatch(row: RequestRow, match: MatchRow, known: Known): EmergencyRequest['match'] {
    const helper = known.people.get(match.helper_id);
    if (!helper) return null;
    const hasCode = row.requester_id === known.viewerId && match.status === 'open' && match.claim_id === null;
    return {
      helper,
      conversationId: match.conversation_id,
      listingId: match.listing_id,
      claimId: match.claim_id,
      matchedAt: match.created_at.toISOString(),
      silentAt: silentAt(row, match, known),
      requesterConfirmedAt: isoOrNull(match.requester_confirmed_at),
      helperConfirmedAt: isoOrNull(match.helper_confirmed_at),
      code: hasCode ? match.code : null,
      codeLocked: match.code_tries >= MAX_CODE_TRIES,
    };
  }

  function presentOne(row: RequestRow, match: MatchRow | undefined, known: Known): EmergencyRequest {
    const side = sideOf(row, match, known.viewerId);
    const shownMatch = side === 'donor' ? undefined : match;
    const point = geoPointOf(row.public_point);
    // a donor has no grant; were one left over, it would still not be theirs to read
    const exact = side === 'donor' ? undefined : known.exact.get(row.id);
    const awayKm = side === 'requester' || known.own === null ? null : distanceKm(known.own, point);
    const name = known.names.get(row.requester_id);
    const hasLeft = name?.displayName === CLOSED_ACCOUNT.displayName;
    const mayMeet = side === 'requester' || (side === 'helper' && !isLongOver(row, known.now));
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
      match: shownMatch ? presentMatch(row, shownMatch, known) : null,
    };
  }

  return async function presentRequests(
    viewerId: string,
    rows: readonly RequestRow[],
    now: Date,
  ): Promise<EmergencyRequest[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const subjects = ids.map((id) => ({ type: 'request' as const, id }));
    const matches = await selectShownMatches(db, ids);
    const open = rows.flatMap((row) => {
      const match = matches.get(row.id);
      const isTheirs = match && sideOf(row, match, viewerId) !== 'donor';
      return isTheirs && match.status === 'open' ? match : [];
    });
    const [own, exact, holders, names, people, alertedAt, spoken] = await Promise.all([
      places.profilePlaces(db, [viewerId]),
      places.readExactLocation(db, subjects, viewerId, now),
      places.grantHolders(db, 'request', ids, now),
      accounts.fullNames(
        db,
        rows.map((row) => row.requester_id),
      ),
      accounts.summaries(
        db,
        [...matches.values()].map((match) => match.helper_id),
      ),
      alerts.alertTimes(db, viewerId, ids),
      spokenIn(open),
    ]);
    const ownPoint = own.get(viewerId)?.publicPoint ?? null;
    const known: Known = { viewerId, now, own: ownPoint, exact, holders, names, people, alertedAt, spoken };
    return rows.map((row) => presentOne(row, matches.get(row.id), known));
  };
}
