import { type Kysely, sql } from 'kysely';

/** How far each person is trusted, from their completed handovers; and their household, for shares of bulk food. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      add column known_at timestamptz,
      add column vouched_at timestamptz,
      add column first_handover_at timestamptz,
      add column household_size smallint check (household_size between 1 and 20)`.execute(db);
  await sql`alter table food_listing add column may_go_to_one boolean not null default false`.execute(db);
  await sql`create index offered_listing_donor on offered_listing (donor_id)`.execute(db);
  await sql`
    create view completed_by_both as
      select giver_id as person_id, receiver_id as other_id, ended_at from handover
      where status = 'completed' and completed_by <> 'one_side'
      union all
      select receiver_id, giver_id, ended_at from handover
      where status = 'completed' and completed_by <> 'one_side'`.execute(db);
  await sql`
    update person set first_handover_at = (
      select min(ended_at) from completed_by_both where person_id = person.id)`.execute(db);
  // Who has become known may make others known.
  for (;;) {
    const { numAffectedRows } = await sql`
      update person set known_at = earned.at from (
        select person_id, greatest(
            (array_agg(completed.ended_at order by completed.ended_at))[3],
            min(completed.ended_at) + interval '7 days') as at
        from completed_by_both as completed join person as other on other.id = completed.other_id
        group by person_id
        having count(*) >= 3 and count(distinct other_id) >= 2
          and max(completed.ended_at) - min(completed.ended_at) >= interval '7 days'
          and bool_or(other.verified or coalesce(other.known_at <= completed.ended_at, false))) as earned
      where person.id = earned.person_id and known_at is null and closed_at is null`.execute(db);
    if (!numAffectedRows) break;
  }
  await sql`drop view completed_by_both`.execute(db);
}
