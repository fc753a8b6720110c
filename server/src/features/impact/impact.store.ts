import type { CountedHandover } from '@openlarder/domain/impact/impact.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';

/** What a person gave, as far as it counts, oldest first. */
export async function selectGivenBy(db: DbOrTx, personId: string): Promise<CountedHandover[]> {
  const { rows } = await sql<CountedHandover>`
    select given.counted_on::text as day, given.servings,
      case when given.answers_request then null else given.receiver_id end as "receiverId",
      coalesce(request.household_size, 0) as "householdSize"
    from recognized_handover as given
    left join emergency_match as match on given.answers_request and match.handover_id = given.handover_id
    left join emergency_request as request on request.id = match.request_id
    where given.giver_id = ${personId} and given.counted_on is not null and given.undone_at is null
    order by given.counted_on, given.answers_request, given.completed_at, given.handover_id`.execute(db);
  return rows;
}

/** Servings handed over since a time, without what answers requests. */
export async function sumServingsSince(db: DbOrTx, since: Date): Promise<number> {
  const { rows } = await sql<{ servings: number }>`
    select coalesce(sum(servings), 0)::int as servings from recognized_handover
    where undone_at is null and not answers_request and completed_at >= ${since}`.execute(db);
  return rows[0]?.servings ?? 0;
}

/** How many people gave food since a time, without what answers requests. */
export async function countGiversSince(db: DbOrTx, since: Date): Promise<number> {
  const { rows } = await sql<{ givers: number }>`
    select count(distinct giver_id)::int as givers from recognized_handover
    where undone_at is null and not answers_request and completed_at >= ${since}`.execute(db);
  return rows[0]?.givers ?? 0;
}

/** All servings that count. */
export async function sumServings(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ servings: number }>`
    select coalesce(sum(servings), 0)::float8 as servings from recognized_handover
    where undone_at is null and counted_on is not null`.execute(db);
  return rows[0]?.servings ?? 0;
}
