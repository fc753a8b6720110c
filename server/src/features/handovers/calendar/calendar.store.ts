import type { DbOrTx } from '#server/db/database.ts';

export type CalendarFeedRow = { readonly id: string; readonly created_at: Date };

export async function selectFeed(db: DbOrTx, personId: string): Promise<CalendarFeedRow | undefined> {
  return db
    .selectFrom('calendar_feed')
    .select(['id', 'created_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

/** The owner of a feed, unless their account is closed or paused. */
export async function selectFeedOwner(db: DbOrTx, feedId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .innerJoin('person', 'person.id', 'calendar_feed.person_id')
    .select('calendar_feed.person_id')
    .where('calendar_feed.id', '=', feedId)
    .where('person.closed_at', 'is', null)
    .where('person.paused_at', 'is', null)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** Inserts the feed, or replaces the person's earlier one. */
export async function replaceFeed(
  db: DbOrTx,
  feed: { readonly id: string; readonly personId: string; readonly now: Date },
): Promise<void> {
  const row = { id: feed.id, created_at: feed.now };
  await db
    .insertInto('calendar_feed')
    .values({ ...row, person_id: feed.personId })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

export async function deleteFeed(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('calendar_feed').where('person_id', '=', personId).execute();
}
