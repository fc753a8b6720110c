import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  addressHiddenAt,
  type HandoverSide,
  MAX_CODE_TRIES,
  reasonShownTo,
} from '@openlarder/domain/handovers/handover-states.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as places from '#server/features/places/places.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { HandoverSubject } from './handovers.hooks.ts';
import type { HandoverRow } from './handovers.store.ts';
import { otherOf, sideOf } from './lifecycle/handover-facts.ts';
import { subjectsOf } from './lifecycle/handover-locks.ts';

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * The only JSON shape of a handover, for one of its two people, by id. People who deal with each other are first names;
 * the conversation has the last name once they have met.
 */
export async function presentHandovers(
  ctx: AppContext,
  viewerId: string,
  rows: readonly HandoverRow[],
): Promise<Map<string, Handover>> {
  if (rows.length === 0) return new Map();
  const otherIds = [...new Set(rows.map((row) => otherOf(row, viewerId)))];
  const subjects = await subjectsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const [people, isRevealed, keptTitles] = await Promise.all([
    accounts.summaries(ctx, [viewerId, ...otherIds], new Set()),
    revealedPlaces(ctx, rows, subjects),
    titlesAcrossBlock(ctx, viewerId, rows),
  ]);
  return new Map(
    rows.flatMap((row): [string, Handover][] => {
      const [giver, receiver] = [people.get(row.giver_id), people.get(row.receiver_id)];
      const subject = subjects.get(row.id);
      if (!giver || !receiver || !subject) return [];
      const side = sideOf(row, viewerId);
      const hasPlace = (side === 'giver' ? subject.listingId : subject.requestId) !== null;
      const handover: Handover = {
        id: row.id,
        status: row.status,
        side,
        giver,
        receiver,
        conversationId: row.conversation_id,
        claimId: subject.claimId,
        listingId: subject.listingId,
        emergencyRequestId: subject.requestId,
        title: keptTitles.get(row.conversation_id) ?? subject.title,
        createdAt: row.created_at.toISOString(),
        endedAt: isoOrNull(row.ended_at),
        windowFrom: row.window_from.toISOString(),
        windowUntil: row.window_until.toISOString(),
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
        code: side === 'receiver' && row.status === 'open' ? row.code : null,
        codeLocked: row.code_tries >= MAX_CODE_TRIES,
        ownPlace: hasPlace ? (isRevealed(row, side) ? 'revealed' : 'hidden') : 'none',
      };
      return [[row.id, handover]];
    }),
  );
}

/** The titles that a receiver keeps across a block, by conversation: the other's later ones do not pass it. */
async function titlesAcrossBlock(
  ctx: AppContext,
  viewerId: string,
  rows: readonly HandoverRow[],
): Promise<ReadonlyMap<string, string>> {
  const blocked = await moderation.blockedWith(ctx, viewerId);
  const across = rows.filter((row) => row.giver_id !== viewerId && blocked.has(row.giver_id));
  return messaging.titlesWhenClaimed(
    ctx,
    across.map((row) => row.conversation_id),
  );
}

/**
 * Whether the exact place of a side is visible to the other: while the handover is open, and a day after it is
 * completed.
 */
export async function revealedPlaces(
  ctx: AppContext,
  rows: readonly HandoverRow[],
  subjects: ReadonlyMap<string, Pick<HandoverSubject, 'listingId' | 'requestId'>>,
): Promise<(row: HandoverRow, side: HandoverSide) => boolean> {
  const now = ctx.clock.now();
  const of = (what: 'listingId' | 'requestId'): string[] =>
    [...subjects.values()].flatMap((subject) => subject[what] ?? []);
  // a grant that ends soon is left from an earlier handover of the two
  const open = addressHiddenAt(now);
  const isAnyEnded = rows.some(({ status }) => status !== 'open');
  const [listings, requests, listingsNow, requestsNow] = await Promise.all([
    places.grantHolders(ctx, 'listing', of('listingId'), open),
    places.grantHolders(ctx, 'request', of('requestId'), open),
    places.grantHolders(ctx, 'listing', isAnyEnded ? of('listingId') : [], now),
    places.grantHolders(ctx, 'request', isAnyEnded ? of('requestId') : [], now),
  ]);
  return (row, side) => {
    const subject = subjects.get(row.id);
    const isOpen = row.status === 'open';
    const [holders, id, viewerId] =
      side === 'giver'
        ? [isOpen ? listings : listingsNow, subject?.listingId, row.receiver_id]
        : [isOpen ? requests : requestsNow, subject?.requestId, row.giver_id];
    return id ? (holders.get(id)?.has(viewerId) ?? false) : false;
  };
}
