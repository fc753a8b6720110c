import { type Kysely, sql } from 'kysely';

/** Columns that may be null, which the version before neither reads nor writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // which allergens the giver added and took away, as FoodCorrection
  await sql`alter table message add column correction jsonb`.execute(db);
  await sql`alter table notification add column correction jsonb`.execute(db);
}
