import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column photo_id uuid references photo on delete set null`.execute(db);
  await sql`create index message_photo on message (photo_id) where photo_id is not null`.execute(db);
}
