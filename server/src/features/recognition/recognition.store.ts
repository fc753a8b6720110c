import type { Selectable } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { RecognitionTables } from './recognition.tables.ts';

/** Latest first. */
export async function selectBadgesOf(
  db: DbOrTx,
  personId: string,
): Promise<Selectable<RecognitionTables['person_badge']>[]> {
  return db
    .selectFrom('person_badge')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('earned_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
