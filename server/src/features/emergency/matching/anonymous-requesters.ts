import { sql } from 'kysely';
import type { AnonymousPerson } from '#server/features/accounts/accounts.hooks.ts';
import { handoversBetween } from '#server/features/handovers/handovers.queries.ts';
import { hasBlocked, isBlockedByRequest } from '#server/features/moderation/blocks/blocks.ts';
import { harassmentReportsAbout } from '#server/features/moderation/reports/create-report.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { usePreparedStatement } from '#server/platform/postgres/database.ts';

/**
 * Which of these conversations, claims, handovers and requests are about a request that the helper answers or answered,
 * whose requester has not told them who they are. A conversation in which the requester has also claimed something is
 * not anonymous. A closed account is a neighbor still, since its listings disappear at the same instant; only a first
 * name that was shown is gone.
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
  }>`
    ${usePreparedStatement} select subject.id as subject_id, match.request_id,
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
        select from emergency_match as told join handover as named on named.id = told.handover_id
        where told.request_id = match.request_id and told.helper_id = match.helper_id
          and named.receiver_named_at is not null)
    order by match.created_at, match.id`.execute(ctx.db);
  return new Map(
    rows.map((row) => [row.subject_id, { requestId: row.request_id, firstName: row.first_name }]),
  );
}

/**
 * The requests of one of two people that the other answers without knowing who asked, and whether the two have
 * handovers by name too.
 */
export async function sharedHistory(ctx: AppContext, helperId: string, requesterId: string) {
  const all = await handoversBetween(ctx, helperId, requesterId);
  const anonymous = await anonymousRequesters(
    ctx,
    helperId,
    all.map(({ id }) => id),
  );
  return {
    requestIds: [...new Set([...anonymous.values()].map(({ requestId }) => requestId))].toSorted(),
    isKnown: anonymous.size < all.length,
  };
}

/**
 * Returns true if a block or a report prevents a match of the two:
 * - a block by the requester, or their report that the helper harassed them, until an admin closes it;
 * - a block by a request, of either side;
 * - a block by a helper who knows the requester by name, unless the helper rejoins the request.
 *
 * A helper's block of a stranger does not: with a few accounts that each block half of the neighbors and try to help,
 * the refusals would reveal the requester. Rejoining is excluded for the same reason, since it may be repeated. All
 * facts are read in every case, so that the response time does not reveal the reason.
 */
export async function isBlockedFromMatch(
  ctx: AppContext,
  people: { readonly helperId: string; readonly requesterId: string },
  { isRejoin }: { readonly isRejoin: boolean },
): Promise<boolean> {
  const { helperId, requesterId } = people;
  const byRequester = await hasBlocked(ctx, requesterId, helperId);
  const byRequest = await isBlockedByRequest(ctx, helperId, requesterId);
  const byHelper = await hasBlocked(ctx, helperId, requesterId);
  const { isKnown } = await sharedHistory(ctx, helperId, requesterId);
  const isReported = (await harassmentReportsAbout(ctx, helperId)).some(({ byId }) => byId === requesterId);
  return byRequester || isReported || byRequest || (byHelper && isKnown && !isRejoin);
}
