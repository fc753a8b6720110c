import type { CountedHandover } from '@openlarder/domain/impact/impact.ts';
import { servingsOfThings, type Thing } from '@openlarder/domain/listings/listing-fields.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { LoggedHandover } from '@openlarder/domain/impact/impact-csv.ts';

/*
 * Figures count what earns the giver points, and at most 30 servings between two people who are unknown
 * (`recognized_handover.counted_servings`), so that two accounts cannot make up meals.
 */

/** The counted handovers of a giver, or of all givers, oldest first; since a day (`YYYY-MM-DD`), if given. */
export async function selectGiven(
  db: DbOrTx,
  { personId, since }: { readonly personId?: string; readonly since?: string },
): Promise<CountedHandover[]> {
  const by = personId === undefined ? sql`true` : sql`given.giver_id = ${personId}`;
  const from = since === undefined ? sql`true` : sql`given.counted_on >= ${since}::date`;
  const { rows } = await sql<CountedHandover>`
    select given.counted_on::text as day, given.counted_servings as servings,
      case when given.answers_request then null else given.receiver_id end as "receiverId",
      coalesce(request.household_size, 0) as "householdSize"
    from recognized_handover as given
    left join emergency_match as match on given.answers_request and match.handover_id = given.handover_id
    left join emergency_request as request on request.id = match.request_id
    where ${by} and ${from} and given.giver_earns and given.counted_on is not null and given.undone_at is null
    order by given.counted_on, given.answers_request, given.completed_at, given.handover_id`.execute(db);
  return rows;
}

/** Servings handed over since a time, without answered requests. */
export async function sumServingsSince(db: DbOrTx, since: Date): Promise<number> {
  const { rows } = await sql<{ servings: number }>`
    select coalesce(sum(counted_servings), 0)::int as servings from recognized_handover
    where undone_at is null and not answers_request and completed_at >= ${since}`.execute(db);
  return rows[0]?.servings ?? 0;
}

/** How many people gave food since a time, without answered requests. */
export async function countGiversSince(db: DbOrTx, since: Date): Promise<number> {
  const { rows } = await sql<{ givers: number }>`
    select count(distinct giver_id)::int as givers from recognized_handover
    where undone_at is null and giver_earns and not answers_request and completed_at >= ${since}`.execute(db);
  return rows[0]?.givers ?? 0;
}

export async function sumServings(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ servings: number }>`
    select coalesce(sum(counted_servings), 0)::float8 as servings from recognized_handover
    where undone_at is null and counted_on is not null`.execute(db);
  return rows[0]?.servings ?? 0;
}

type Logged = Omit<Extract<LoggedHandover, { answers: 'neighbor' }>, 'answers' | 'completedAtMs'>;

/**
 * A person's handovers of listings in a time span, oldest first, without answered requests. Includes those that one
 * side alone confirmed and those that were disputed afterwards.
 */
export async function selectHandedOver(
  db: DbOrTx,
  personId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<(Logged & { readonly completedAt: Date })[]> {
  const { rows } = await sql<Logged & { readonly completedAt: Date; readonly countedAs: Thing | null }>`
    select handover.ended_at as "completedAt", listing.title, listing.category, claim.servings,
      listing.counted_as as "countedAs", listing.allergens,
      case when handover.disputed_at is not null then 'disputed'
        when handover.completed_by = 'one_side' then 'confirmed by one side'
        else 'completed' end as status
    from handover
    join claim on claim.handover_id = handover.id
    join food_listing as listing on listing.id = claim.listing_id
    where handover.giver_id = ${personId} and handover.completed_by is not null
      and handover.ended_at >= ${from} and handover.ended_at < ${until}
      and claim.request_id is null
      and not exists (select from emergency_match where handover_id = handover.id)
    order by handover.ended_at, handover.id`.execute(db);
  return rows.map(({ countedAs, ...row }) => ({
    ...row,
    servings: servingsOfThings(row.servings, countedAs),
  }));
}

/** The requests that a person answered, by the month in which they count (`YYYY-MM`, both included). */
export async function selectAnswered(
  db: DbOrTx,
  personId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<{ month: string; servings: number }[]> {
  const { rows } = await sql<{ month: string; servings: number }>`
    select to_char(counted_on, 'YYYY-MM') as month, servings from recognized_handover
    where giver_id = ${personId} and answers_request and counted_on is not null and undone_at is null
      and to_char(counted_on, 'YYYY-MM') between ${from} and ${until}
    order by 1, servings, handover_id`.execute(db);
  return rows;
}
