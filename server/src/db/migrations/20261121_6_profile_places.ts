import { type Kysely, sql } from 'kysely';

/**
 * A person's own address is an exact side like any other. A `place` holds only what places are compared by,
 * so that a small move of the pin never moves the public point.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exact_side drop constraint exact_side_subject_type_check`.execute(db);
  await sql`
    alter table exact_side add constraint exact_side_subject_type_check
      check (subject_type in ('listing', 'request', 'profile'))`.execute(db);
}
