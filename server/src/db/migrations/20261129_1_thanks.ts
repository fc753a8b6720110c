import { type Kysely, sql } from 'kysely';

/** The receiver thanks the giver once; the note is a message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table handover add column thanked_at timestamptz`.execute(db);
}
