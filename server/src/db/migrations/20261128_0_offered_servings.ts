import { type Kysely, sql } from 'kysely';

/**
 * A listing keeps how much was shared, which sharing it again needs: `estimated_servings` shrinks to what was taken when
 * the rest expires or is withdrawn. Of earlier listings it is not known any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table food_listing add column offered_servings integer`.execute(db);
}
