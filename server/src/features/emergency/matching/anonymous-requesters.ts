import { sql } from 'kysely';
import type { AnonymousPerson } from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';

/**
 * Which of these conversations, claims, handovers and requests are about a request that the helper answers or answered,
 * whose requester they have not met in a completed handover. A conversation in which the requester has also claimed
 * something by themself is named.
 */
export async function anonymousRequesters(
  ctx: AppContext,
  helperId: string,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, AnonymousPerson>> {
  const { rows } = await sql<{
    subject_id: string;
    request_id: string;
    first_name: string | null;
    is_closed: boolean;
  }>`
    select subject.id as subject_id, match.request_id, requester.closed_at is not null as is_closed,
      case when request.shows_first_name then nullif(trim(requester.first_name), '') end as first_name
    from emergency_match as match
    join handover on handover.id = match.handover_id
    join emergency_request as request on request.id = match.request_id
    join person as requester on requester.id = handover.receiver_id
    cross join lateral (values (match.request_id), (match.claim_id), (handover.id), (
      case when not exists (
        select from handover as other where other.conversation_id = handover.conversation_id
          and not exists (select from emergency_match as one where one.handover_id = other.id)
      ) then handover.conversation_id end)) as subject (id)
    where match.helper_id = ${helperId} and subject.id = any(${[...subjectIds]}::uuid[])
      and not exists (
        select from handover as met where met.status = 'completed' and met.completed_by <> 'one_side'
          and ((met.giver_id = match.helper_id and met.receiver_id = handover.receiver_id)
            or (met.giver_id = handover.receiver_id and met.receiver_id = match.helper_id)))
    order by match.created_at, match.id`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.subject_id,
      { requestId: row.request_id, firstName: row.first_name, isClosed: row.is_closed },
    ]),
  );
}
