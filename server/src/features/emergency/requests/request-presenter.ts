import { CLOSED_ACCOUNT } from '@openlarder/domain/accounts/person-names.ts';
import { addressHiddenAt } from '@openlarder/domain/handovers/handover-states.ts';
import { recognizedRestrictions } from '@openlarder/domain/emergency/dietary-restrictions.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { matchEnd, mayRejoin, usualWaitHours } from '@openlarder/domain/emergency/request-states.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, isoOrNull } from '@openlarder/domain/kernel/time.ts';
import {
  type FullName,
  fullNames,
  openAccounts,
  readerLanguage,
  summaries,
} from '#server/features/accounts/profile/person-queries.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { handoversById, metBy } from '#server/features/handovers/handovers.queries.ts';
import { acrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import { communityLabel } from '#server/features/places/area-names.ts';
import { readExactLocation } from '#server/features/places/address-access.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import * as alerts from '../alerts/alerts.ts';
import { reachOf } from '../areas/area-of-point.ts';
import { earlierMatches, matchMessages } from '../matching/match-messages.ts';
import { heldForKnown, requestsKeptApart } from '../matching/hidden-requests.ts';
import {
  type MatchRow,
  selectEndedInSilence,
  selectLeftByHelper,
  selectShownMatches,
} from '../matching/matches.store.ts';
import { sideOf } from './request-facts.ts';
import { type RequestRow, selectWaits } from './requests.store.ts';
import { personTexts } from '#server/features/accounts/accounts-texts.ts';

type Known = {
  readonly viewerId: string;
  readonly now: Date;
  readonly translate: Translate;
  /** Where a request is that is in no area. */
  readonly communityLabel: string;
  readonly own: GeoPoint | null;
  readonly exact: Awaited<ReturnType<typeof readExactLocation>>;
  readonly names: Awaited<ReturnType<typeof fullNames>>;
  readonly handovers: Awaited<ReturnType<typeof handoversById>>;
  readonly alertedAt: ReadonlyMap<string, Date>;
  readonly said: Awaited<ReturnType<typeof matchMessages>>;
  /** How the viewer's own earlier matches ended, by request. */
  readonly earlier: Awaited<ReturnType<typeof earlierMatches>>;
  /** The requests that the viewer has helped with, and whose requester has reported them since. */
  readonly keptApart: ReadonlySet<string>;
  /** The requests of others with a helper that the viewer sees as pending. */
  readonly held: ReadonlySet<string>;
  /** The helpers whose match of the viewer's own request ended in silence, or who offered beside another, by request. */
  readonly waiting: ReadonlyMap<string, EmergencyRequest['waitingHelpers']>;
  /** The last helper of the viewer's own pending requests, where they ended it, by request. */
  readonly left: ReadonlyMap<string, EmergencyRequest['helperLeft']>;
  /** Read only for a pending request of the viewer. */
  readonly usualWait: number | null;
  /** The requests of others in which a block takes effect. */
  readonly blocked: ReadonlySet<string>;
};

/** Whether the helper sees the meeting point: as long as an exact address, while it is open and a day after. */
const isMeetingPointShown = ({ status, ended_at }: MatchRow, now: Date): boolean =>
  status === 'open' || (status === 'completed' && ended_at !== null && now < addressHiddenAt(ended_at));

/**
 * Presents requests. A donor sees a title and the area; only the helper sees the requester, the other texts and the
 * exact place. Callers have checked that the viewer may see the request.
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
  const held = await heldForKnown(ctx, viewerId);
  const metIds = new Set([viewerId, ...(await metBy(ctx, viewerId, requesterIds))]);
  const [own, exact, names, handoversOf, alertedAt, said, earlier, keptApart, waiting, blocked] =
    await Promise.all([
      placesToday(ctx, [viewerId]),
      readExactLocation(ctx, subjects, viewerId, now),
      fullNames(ctx, requesterIds, metIds),
      handoversById(
        ctx,
        viewerId,
        theirs.map((match) => match.handover_id),
      ),
      alerts.shownAlertTimes(ctx, viewerId, ids),
      matchMessages(ctx, open),
      earlierMatches(
        ctx,
        viewerId,
        idsOf(
          rows,
          (row) => (row.public_status === 'pending' || held.has(row.id)) && row.requester_id !== viewerId,
        ),
      ),
      requestsKeptApart(ctx, viewerId),
      waitingHelpers(
        ctx,
        viewerId,
        rows.filter((row) => row.requester_id === viewerId),
        matches,
      ),
      acrossBlock(
        ctx,
        viewerId,
        rows.map((row) => ({ id: row.id, otherId: row.requester_id })),
      ),
    ]);
  const ownPoint = own.get(viewerId) ?? null;
  const translate = translateInto(await readerLanguage(ctx, viewerId));
  const asking = rows.filter(({ requester_id, status }) => requester_id === viewerId && status === 'pending');
  const seen = {
    viewerId,
    now,
    translate,
    communityLabel: communityLabel(ctx),
    own: ownPoint,
    exact,
    names,
    alertedAt,
    said,
    earlier,
    keptApart,
    held,
    waiting,
    left: await helpersWhoLeft(
      ctx,
      viewerId,
      asking.map(({ id }) => id),
    ),
    usualWait: asking.length > 0 ? usualWaitHours(await selectWaits(ctx.db, usualWaitSpan(now))) : null,
    blocked,
  };
  const known: Known = { ...seen, handovers: handoversOf };
  return rows.map((row) => presentOne(row, matches.get(row.id), known));
}

/** Requests of half a year, each over for a week, as others may learn by then what came of it. */
const usualWaitSpan = (now: Date) => ({
  from: new Date(now.getTime() - 182 * DAY_MS),
  until: new Date(now.getTime() - 7 * DAY_MS),
});

const idsOf = (rows: readonly RequestRow[], fits: (row: RequestRow) => boolean): string[] =>
  rows.filter(fits).map(({ id }) => id);

/**
 * The helpers of these requests of the viewer whose match ended in silence, or who offered beside another, by request:
 * while it is pending, and known ones beside a helper who is not.
 */
async function waitingHelpers(
  ctx: AppContext,
  viewerId: string,
  rows: readonly RequestRow[],
  matches: ReadonlyMap<string, MatchRow>,
): Promise<Map<string, EmergencyRequest['waitingHelpers']>> {
  const open = rows.filter(({ status }) => status === 'pending' || status === 'matched');
  const ended = await selectEndedInSilence(
    ctx.db,
    idsOf(open, () => true),
  );
  const trust = await trustOf(
    ctx,
    [...ended, ...matches.values()].map(({ helper_id }) => helper_id),
  );
  const all = ended.filter(({ request_id, helper_id }) => {
    const helping = matches.get(request_id)?.helper_id;
    return !helping || (trust.get(helping) !== 'known' && trust.get(helper_id) === 'known');
  });
  const seen = await helpersSeen(ctx, viewerId, all);
  const waiting = new Map<string, EmergencyRequest['waitingHelpers']>();
  for (const { request_id, conversation_id } of all) {
    const helper = seen.get(conversation_id);
    if (helper)
      waiting.set(request_id, [
        ...(waiting.get(request_id) ?? []),
        { helper, conversationId: conversation_id },
      ]);
  }
  return waiting;
}

/** The helpers of these matches by conversation; without closed accounts, and those across a block. */
async function helpersSeen(
  ctx: AppContext,
  viewerId: string,
  rows: readonly Pick<MatchRow, 'conversation_id' | 'helper_id'>[],
) {
  const asked = rows.map(({ conversation_id, helper_id }) => ({ id: conversation_id, otherId: helper_id }));
  const blocked = await acrossBlock(ctx, viewerId, asked);
  const helperIds = rows.map(({ helper_id }) => helper_id);
  const present = await openAccounts(ctx, helperIds);
  const names = await summaries(ctx, helperIds, new Set());
  return new Map(
    asked.flatMap(({ id, otherId }) => {
      const helper = present.has(otherId) && !blocked.has(id) ? names.get(otherId) : undefined;
      return helper ? [[id, helper] as const] : [];
    }),
  );
}

async function helpersWhoLeft(
  ctx: AppContext,
  viewerId: string,
  requestIds: readonly string[],
): Promise<Known['left']> {
  const left = await selectLeftByHelper(ctx.db, requestIds);
  const seen = await helpersSeen(ctx, viewerId, left);
  return new Map(
    left.map(({ request_id, conversation_id }) => [request_id, seen.get(conversation_id) ?? null]),
  );
}

function presentMatch(match: MatchRow, known: Known): EmergencyRequest['match'] {
  const handover = known.handovers.get(match.handover_id);
  if (!handover) return null;
  const said = match.status === 'open' ? known.said.get(match.id) : undefined;
  const end = said ? matchEnd(said) : null;
  return {
    helper: handover.giver,
    conversationId: match.conversation_id,
    matchedAt: match.created_at.toISOString(),
    silentAt: end && new Date(end.atMs).toISOString(),
    needs: end && end.needs,
    handover,
  };
}

function asShown(row: RequestRow, { held }: Known): RequestRow {
  const status = held.has(row.id) ? 'pending' : row.shown_status;
  return status === null ? row : { ...row, status, ended_at: null };
}

function presentOne(stored: RequestRow, match: MatchRow | undefined, known: Known): EmergencyRequest {
  const side = sideOf(stored, match, known.viewerId);
  const row = side === 'donor' ? asShown(stored, known) : stored;
  const shownMatch = side === 'donor' ? undefined : match;
  // a donor has no grant; a leftover one must not be used
  const exact = side === 'donor' ? undefined : known.exact.get(row.id);
  const reach = side === 'requester' ? null : reachOf(row, known.own);
  const name = known.names.get(row.requester_id);
  const shownTo = shownMatch && known.handovers.get(shownMatch.handover_id);
  const isKnown = side === 'requester' || shownTo?.receiver.id === row.requester_id;
  const isShownToHelper =
    shownMatch !== undefined && isMeetingPointShown(shownMatch, known.now) && !known.blocked.has(row.id);
  const mayMeet = side === 'requester' || isShownToHelper;
  return {
    id: row.id,
    title: row.title,
    description: side === 'donor' ? '' : row.description,
    urgencyLevel: row.urgency_level,
    householdSize: row.household_size,
    specialNeeds: side === 'donor' ? '' : row.special_needs,
    dietaryRestrictions:
      side === 'donor' ? recognizedRestrictions(row.dietary_restrictions) : row.dietary_restrictions,
    preferredCategories: row.preferred_categories,
    pickupLocation: exact?.address || (row.area?.label ?? known.communityLabel),
    area: row.area && { label: row.area.label, bounds: [...row.area.bounds] },
    meetingPoint: (mayMeet && row.meeting_point) || null,
    latitude: exact?.point?.latitude ?? null,
    longitude: exact?.point?.longitude ?? null,
    placeShared:
      side === 'requester'
        ? match !== undefined && (exact?.grantEnds.has(match.helper_id) ?? false)
        : exact !== undefined,
    radiusKm: row.radius_km,
    distanceKm: reach && reach.shownKm,
    withinReach: reach !== null,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    matchedAt: isoOrNull(shownMatch?.created_at),
    fulfilledAt: row.status === 'fulfilled' ? isoOrNull(row.ended_at) : null,
    endedAt: isoOrNull(row.ended_at),
    alertedAt: isoOrNull(known.alertedAt.get(row.id)),
    showsFirstName: row.shows_first_name,
    requester: {
      id: isKnown ? row.requester_id : null,
      firstName: shownFirstName(row, isKnown, name, known.translate),
      lastName: isKnown ? (name?.lastName ?? '') : '',
    },
    side,
    earlierHelp: side === 'donor' ? earlierHelp(row, known) : null,
    waitingHelpers: known.waiting.get(row.id) ?? [],
    helperLeft: known.left.get(row.id) ?? null,
    usualWaitHours: side === 'requester' && row.status === 'pending' ? known.usualWait : null,
    match: shownMatch ? presentMatch(shownMatch, known) : null,
  };
}

function earlierHelp({ id }: RequestRow, known: Known): EmergencyRequest['earlierHelp'] {
  const earlier = known.earlier.get(id);
  if (!earlier) return null;
  if (known.keptApart.has(id)) return 'kept-apart';
  if (!mayRejoin(earlier)) return 'over';
  return known.held.has(id) && !earlier.requesterAnswered ? 'offered' : 'may-rejoin';
}

/**
 * The first name of the requester as the viewer sees it: viewers who were not told the name see it only if the
 * requester chose so.
 */
function shownFirstName(
  row: RequestRow,
  isKnown: boolean,
  name: FullName | undefined,
  translate: Translate,
): string {
  if (!isKnown && !row.shows_first_name) return translate(personTexts, 'neighbor');
  if (name?.displayName !== CLOSED_ACCOUNT.displayName) return name?.firstName ?? '';
  if (row.kept_first_name !== null) return row.kept_first_name;
  return isKnown ? CLOSED_ACCOUNT.displayName : translate(personTexts, 'neighbor');
}
