import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  addressHiddenAt,
  MAX_CODE_TRIES,
  reasonShownTo,
  servingsTaken,
} from '@openlarder/domain/handovers/handover-states.ts';
import { isoOrNull } from '@openlarder/domain/kernel/time.ts';
import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { acrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import {
  type PlaceSubject,
  readExactLocation,
  type ReadLocation,
} from '#server/features/places/address-access.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { HandoverSubject } from './handovers.hooks.ts';
import type { HandoverRow } from './handovers.tables.ts';
import { isPlaceKnown, otherOf, sideOf } from './lifecycle/handover-facts.ts';
import { subjectsOf } from './lifecycle/handover-locks.ts';

/** A handover's row without the columns that only reminders need. */
type ShownRow = Omit<HandoverRow, 'reminded_at' | 'outcome_asked_at'>;

type About = Pick<
  HandoverSubject,
  | 'claimId'
  | 'countedAs'
  | 'listingId'
  | 'offeredUntil'
  | 'placeIsPublic'
  | 'requestId'
  | 'servings'
  | 'title'
>;

export type ReadHandover = {
  readonly row: ShownRow;
  readonly subject: About;
  /** Both people by first name, or without it: the conversation has the last name once they have met. */
  readonly giver: PersonSummary;
  readonly receiver: PersonSummary;
  /** The title that a receiver sees across a block, where later changes are hidden; null without a block. */
  readonly keptTitle: string | null;
};

export async function presentHandovers(
  ctx: AppContext,
  viewerId: string,
  rows: readonly HandoverRow[],
): Promise<Map<string, Handover>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const people = [viewerId, ...rows.map((row) => otherOf(row, viewerId))];
  const [subjects, names, anonymous, keptTitles] = await Promise.all([
    subjectsOf(ctx, ids),
    summaries(ctx, people, new Set()),
    anonymousSummaries(ctx, viewerId, ids),
    titlesAcrossBlock(ctx, viewerId, rows),
  ]);
  const read = rows.flatMap((row): ReadHandover[] => {
    const giver = names.get(row.giver_id);
    const receiver = anonymous.get(row.id) ?? names.get(row.receiver_id);
    const subject = subjects.get(row.id);
    if (!giver || !receiver || !subject) return [];
    return [{ row, subject, giver, receiver, keptTitle: keptTitles.get(row.conversation_id) ?? null }];
  });
  return presentReadHandovers(ctx, viewerId, read, await ownPlacesIn(ctx, viewerId, read));
}

/** As `presentHandovers`, without a query: for owners that have read all of the data with their own rows. */
export function presentReadHandovers(
  { clock }: AppContext,
  viewerId: string,
  read: readonly ReadHandover[],
  ownPlaces: OwnPlaces,
): Map<string, Handover> {
  const now = clock.now();
  return new Map(
    read.map((one) => [one.row.id, presentOne(viewerId, one, showsPlace(one, viewerId, ownPlaces, now))]),
  );
}

function presentOne(viewerId: string, read: ReadHandover, isRevealed: boolean): Handover {
  const { row, subject } = read;
  const side = sideOf(row, viewerId);
  return {
    id: row.id,
    status: row.status,
    side,
    giver: read.giver,
    receiver: read.receiver,
    conversationId: row.conversation_id,
    claimId: subject.claimId,
    listingId: subject.listingId,
    emergencyRequestId: subject.requestId,
    title: read.keptTitle ?? subject.title,
    createdAt: row.created_at.toISOString(),
    endedAt: isoOrNull(row.ended_at),
    windowFrom: row.window_from.toISOString(),
    windowUntil: row.window_until.toISOString(),
    offeredUntil: isoOrNull(subject.offeredUntil),
    agreedTime: isoOrNull(row.agreed_time),
    agreedAt: isoOrNull(row.agreed_at),
    proposal:
      row.proposed_time && row.proposed_by
        ? { time: row.proposed_time.toISOString(), by: row.proposed_by }
        : null,
    askedAt: isoOrNull(row.asked_at),
    giverOnMyWayAt: isoOrNull(row.giver_on_my_way_at),
    receiverOnMyWayAt: isoOrNull(row.receiver_on_my_way_at),
    comingAt: isoOrNull(row.coming_at),
    giverConfirmedAt: isoOrNull(row.giver_confirmed_at),
    receiverConfirmedAt: isoOrNull(row.receiver_confirmed_at),
    completedBy: row.completed_by,
    endedBy: row.ended_by,
    releaseReason: reasonShownTo(side, row.release_reason),
    disputedAt: isoOrNull(row.disputed_at),
    disputedBy: row.disputed_by,
    servings: subject.servings,
    countedAs: subject.countedAs,
    servingsSaid: saidServings(row, subject),
    thankedAt: isoOrNull(row.thanked_at),
    receiverNamed: subject.requestId === null || row.receiver_named_at !== null,
    code: side === 'receiver' && row.status === 'open' ? row.code : null,
    codeLocked: row.code_tries >= MAX_CODE_TRIES,
    ownPlace: placeToShow(row, subject, viewerId) ? (isRevealed ? 'revealed' : 'hidden') : 'none',
    placeKnown: isPlaceKnown(side, subject, isRevealed),
  };
}

function saidServings({ giver_servings, receiver_servings }: ShownRow, { servings }: About): number | null {
  const said = servingsTaken(servings, [giver_servings, receiver_servings]);
  return said < servings ? said : null;
}

/** The titles that a receiver sees across a block, by conversation. */
async function titlesAcrossBlock(
  ctx: AppContext,
  viewerId: string,
  rows: readonly HandoverRow[],
): Promise<ReadonlyMap<string, string>> {
  const received = rows.filter((row) => row.giver_id !== viewerId);
  const blocked = await acrossBlock(
    ctx,
    viewerId,
    received.map(({ id, giver_id }) => ({ id, otherId: giver_id })),
  );
  const across = received.filter(({ id }) => blocked.has(id));
  return messaging.titlesWhenClaimed(
    ctx,
    across.map((row) => row.conversation_id),
  );
}

type Shown = Pick<ReadHandover, 'row' | 'subject'>;

/** The place that this person may show to the other; null if their side has none. */
export function placeToShow(
  row: Pick<HandoverRow, 'giver_id' | 'receiver_id'>,
  { listingId, requestId }: Pick<About, 'listingId' | 'requestId'>,
  personId: string,
): PlaceSubject | null {
  const [type, id] =
    sideOf(row, personId) === 'giver' ? (['listing', listingId] as const) : (['request', requestId] as const);
  return id === null ? null : { type, id };
}

/** A person's own places with their grants, by the id of the listing or request. */
type OwnPlaces = ReadonlyMap<string, Pick<ReadLocation, 'grantEnds'>>;

async function ownPlacesIn(ctx: AppContext, personId: string, all: readonly Shown[]): Promise<OwnPlaces> {
  const own = all.flatMap(({ row, subject }) => placeToShow(row, subject, personId) ?? []);
  // several handovers may be about one listing
  const subjects = new Map(own.map((place) => [place.id, place]));
  return readExactLocation(ctx, [...subjects.values()], personId, ctx.clock.now());
}

/**
 * Whether a person's exact place is visible to the other: while the handover is open, and a day after it is completed.
 */
function showsPlace({ row, subject }: Shown, personId: string, ownPlaces: OwnPlaces, now: Date): boolean {
  const place = placeToShow(row, subject, personId);
  const endMs = place ? ownPlaces.get(place.id)?.grantEnds.get(otherOf(row, personId)) : undefined;
  // a grant that ends soon is left from an earlier handover of the two
  return endMs !== undefined && (row.status !== 'open' || endMs > addressHiddenAt(now).getTime());
}

export async function isPlaceRevealed(ctx: AppContext, personId: string, shown: Shown): Promise<boolean> {
  return showsPlace(shown, personId, await ownPlacesIn(ctx, personId, [shown]), ctx.clock.now());
}
