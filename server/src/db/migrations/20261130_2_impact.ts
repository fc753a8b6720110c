import { type Kysely, sql } from 'kysely';

/** What was handed over last, in the whole community. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index recognized_handover_completed on recognized_handover (completed_at)
    where undone_at is null and not answers_request`.execute(db);
}
