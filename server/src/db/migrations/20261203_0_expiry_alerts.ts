import { type Kysely, sql } from 'kysely';

/** Who was alerted to food that ends soon, once for each level; and an index for what ends next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table expiry_alert (
      id uuid primary key,
      listing_id uuid not null references food_listing on delete cascade,
      person_id uuid not null references person on delete cascade,
      level text not null check (level in ('today', 'urgent', 'critical')),
      is_own boolean not null,
      created_at timestamptz not null,
      acknowledged_at timestamptz,
      neighbors_told_at timestamptz check (neighbors_told_at is null or is_own),
      unique (listing_id, person_id, level)
    )`.execute(db);
  await sql`create index expiry_alert_person on expiry_alert (person_id, created_at)`.execute(db);
  await sql`create index expiry_alert_age on expiry_alert (created_at)`.execute(db);
  await sql`
    create index food_listing_earliest_end on food_listing (least(available_until, best_by_date, expiry_date))
    where status = 'posted'`.execute(db);
}
