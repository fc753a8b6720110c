import type { OpeningInterval } from '@openlarder/domain/partners/opening-hours.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';

export const selectHoursOf = (db: DbOrTx, personId: string): Promise<OpeningInterval[]> =>
  db
    .selectFrom('opening_interval')
    .select(['weekday', 'opens', 'closes'])
    .where('person_id', '=', personId)
    .execute();

export async function deleteHoursOf(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('opening_interval').where('person_id', '=', personId).execute();
}

/** The transaction has locked the person. */
export async function replaceHours(
  tx: Tx,
  personId: string,
  hours: readonly OpeningInterval[],
): Promise<void> {
  await deleteHoursOf(tx, personId);
  if (hours.length > 0)
    await tx
      .insertInto('opening_interval')
      .values(hours.map(({ weekday, opens, closes }) => ({ person_id: personId, weekday, opens, closes })))
      .execute();
}
