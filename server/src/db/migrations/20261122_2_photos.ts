import { type Kysely, sql } from 'kysely';

/** Separates uploads in progress from received files, stores refusals, and counts what was received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table photo
      add column received_bytes integer not null default 0 check (received_bytes >= 0),
      drop constraint photo_state_check,
      add constraint photo_state_check
        check (state in ('awaiting', 'receiving', 'uploaded', 'refused', 'ready'))`.execute(db);
}
