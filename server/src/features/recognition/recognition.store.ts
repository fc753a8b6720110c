import type { BadgeFacts, BadgeId } from '@openlarder/domain/recognition/badges.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
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

export type BadgeFactsRow = Omit<BadgeFacts, 'streakDays'> & {
  readonly personId: string;
  readonly badgeIds: readonly BadgeId[];
  /** The days with a handover since `streakFrom`. */
  readonly activeDays: readonly string[];
};

/** The facts that decide the badges of these people, and the badges they have. `streakFrom` is a day. */
export async function selectBadgeFacts(
  db: DbOrTx,
  personIds: readonly string[],
  streakFrom: string,
): Promise<BadgeFactsRow[]> {
  const { rows } = await sql<BadgeFactsRow>`
    select who.id as "personId", given.*, taken.*,
      coalesce(point_total.points, 0) as "totalPoints",
      array(select badge_id from person_badge where person_id = who.id) as "badgeIds",
      array(
        select counted_on::text from recognized_handover
        where giver_id = who.id and giver_earns and undone_at is null
          and not answers_request and counted_on >= ${streakFrom}::date
        union
        select counted_on::text from recognized_handover
        where receiver_id = who.id and receiver_earns and undone_at is null
          and not answers_request and counted_on >= ${streakFrom}::date
      ) as "activeDays"
    from unnest(${[...personIds]}::uuid[]) as who(id)
    left join point_total on point_total.person_id = who.id
    cross join lateral (
      select count(*)::int as "handoversGiven", coalesce(sum(servings), 0)::int as "servingsGiven",
        coalesce(max(servings), 0) as "largestShare", count(distinct receiver_id)::int as "peopleFed",
        count(distinct date_trunc('month', counted_on))::int as "monthsGiven",
        count(*) filter (where answers_request)::int as "requestsAnswered"
      from recognized_handover
      where giver_id = who.id and giver_earns and counted_on is not null and undone_at is null
    ) as given
    cross join lateral (
      select count(*)::int as "pickups" from recognized_handover
      where receiver_id = who.id and receiver_earns and counted_on is not null and undone_at is null
    ) as taken`.execute(db);
  return rows;
}

/** Badges that a person already has stay unchanged. */
export async function insertBadges(
  tx: Tx,
  badges: readonly Insertable<RecognitionTables['person_badge']>[],
): Promise<void> {
  if (badges.length === 0) return;
  await tx
    .insertInto('person_badge')
    .values([...badges])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBadges(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('person_badge').where('person_id', '=', personId).execute();
}

/** All entries of a person, oldest first. */
export async function selectEntriesOf(db: DbOrTx, personId: string) {
  return db
    .selectFrom('point_entry')
    .select(['cause', 'points', 'earned_at'])
    .where('person_id', '=', personId)
    .orderBy('earned_at')
    .orderBy('id')
    .execute();
}
