import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { DayTime, Transport, Weekday } from '@openlarder/domain/volunteers/volunteer-fields.ts';

type VolunteerTables = {
  /** When, where and how a person can help. Only they and the admins see it. */
  help_offer: {
    person_id: string;
    days: Weekday[];
    times: DayTime[];
    area: string;
    transport: Transport[];
    answered_at: Date;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends VolunteerTables {}
}

type Row = VolunteerTables['help_offer'];

export const selectOffer = (db: DbOrTx, personId: string): Promise<Selectable<Row> | undefined> =>
  db.selectFrom('help_offer').selectAll().where('person_id', '=', personId).executeTakeFirst();

export async function upsertOffer(db: DbOrTx, row: Insertable<Row>): Promise<void> {
  const { days, times, area, transport, answered_at } = row;
  await db
    .insertInto('help_offer')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ days, times, area, transport, answered_at }),
    )
    .execute();
}

export async function deleteOffer(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('help_offer').where('person_id', '=', personId).execute();
}

/** The non-empty offers with their people, latest first. */
export const selectOffers = (db: DbOrTx) =>
  db
    .selectFrom('help_offer')
    .innerJoin('person', 'person.id', 'help_offer.person_id')
    .selectAll('help_offer')
    .select(['person.name', 'person.email'])
    .where('person.closed_at', 'is', null)
    .where(
      sql<boolean>`(help_offer.days || help_offer.times || help_offer.transport <> '{}' or help_offer.area <> '')`,
    )
    .orderBy('help_offer.answered_at', 'desc')
    .orderBy('help_offer.person_id')
    .execute();
