import { sql } from 'kysely';
import type { Model } from './handover-model.ts';
import type { World } from './handover-world.ts';

const ms = (at: Date | null): number | null => at?.getTime() ?? null;
const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
const isLive = (status: string): boolean => status === 'posted' || status === 'claimed';

/** The part of the model that is visible in the database. */
export function modelState(m: Model) {
  return {
    listings: m.listings
      .map(({ id, status, total, left, isWithdrawn, untilMs }) => ({
        id,
        status,
        total,
        left,
        isWithdrawn,
        ...(isLive(status) && { untilMs }),
      }))
      .toSorted(byId),
    requests: m.requests
      .map(({ id, requester, status, round, endedMs }) => ({ id, requester, status, round, endedMs }))
      .toSorted(byId),
    handovers: m.handovers
      .map(({ listing, request, ...handover }) => ({
        ...handover,
        listingId: listing?.id ?? null,
        requestId: request?.id ?? null,
      }))
      .toSorted(byId),
    seen: [...m.grants]
      .filter(([, untilMs]) => untilMs > m.nowMs)
      .map(([key]) => key)
      .toSorted(),
  };
}

/** The same, read from the database. */
export async function worldState({ fixture: { db, clock } }: World): Promise<ReturnType<typeof modelState>> {
  const [listings, requests, handovers, grants] = await Promise.all([
    db.selectFrom('food_listing').selectAll().execute(),
    db.selectFrom('emergency_request').selectAll().execute(),
    db
      .selectFrom('handover')
      .leftJoin('claim', 'claim.handover_id', 'handover.id')
      .leftJoin('emergency_match as match', 'match.handover_id', 'handover.id')
      .selectAll('handover')
      .select(['claim.listing_id', 'match.request_id', sql<number>`coalesce(servings, 0)`.as('servings')])
      .execute(),
    db
      .selectFrom('place_grant')
      // a person who has left has no exact location any more
      .innerJoin('exact_location', (on) =>
        on
          .onRef('exact_location.subject_type', '=', 'place_grant.subject_type')
          .onRef('exact_location.subject_id', '=', 'place_grant.subject_id'),
      )
      .select(['place_grant.subject_id', 'place_grant.viewer_id'])
      .where('place_grant.until', '>', clock.now())
      .execute(),
  ]);
  return {
    listings: listings
      .map((row) => ({
        id: row.id,
        status: row.status,
        total: row.estimated_servings,
        left: row.servings_left,
        isWithdrawn: row.withdrawn_at !== null,
        ...(isLive(row.status) && { untilMs: row.available_until.getTime() }),
      }))
      .toSorted(byId),
    requests: requests
      .map((row) => ({
        id: row.id,
        requester: row.requester_id,
        status: row.status,
        round: row.round,
        endedMs: ms(row.ended_at),
      }))
      .toSorted(byId),
    handovers: handovers
      .map((row) => ({
        id: row.id,
        giver: row.giver_id,
        receiver: row.receiver_id,
        listingId: row.listing_id,
        requestId: row.request_id,
        servings: row.servings,
        createdMs: row.created_at.getTime(),
        fromMs: row.window_from.getTime(),
        untilMs: row.window_until.getTime(),
        status: row.status,
        agreedMs: ms(row.agreed_time),
        agreedOnMs: ms(row.agreed_at),
        proposal:
          row.proposed_time && row.proposed_by
            ? { timeMs: row.proposed_time.getTime(), by: row.proposed_by }
            : null,
        remindedMs: ms(row.reminded_at),
        askedMs: ms(row.asked_at),
        outcomeAskedMs: ms(row.outcome_asked_at),
        comingMs: ms(row.coming_at),
        onMyWayMs: { giver: ms(row.giver_on_my_way_at), receiver: ms(row.receiver_on_my_way_at) },
        saidMs: { giver: ms(row.giver_confirmed_at), receiver: ms(row.receiver_confirmed_at) },
        wrongCodes: row.code_tries,
        endedMs: ms(row.ended_at),
        endedBy: row.ended_by,
        reason: row.release_reason,
        completedBy: row.completed_by,
        disputedBy: row.disputed_by,
      }))
      .toSorted(byId),
    seen: grants.map((row) => `${row.subject_id}|${row.viewer_id}`).toSorted(),
  };
}
