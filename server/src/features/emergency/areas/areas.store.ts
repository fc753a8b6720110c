import type { Insertable, Selectable } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { EmergencyTables } from '../emergency.tables.ts';

type BuildTable = EmergencyTables['request_area_build'];
export type BuildRow = Selectable<BuildTable>;

/** How many builds are kept: the next one needs the one before. */
const KEPT_BUILDS = 2;

/** The newest build; undefined before the first. */
export async function selectNewestBuild(db: DbOrTx): Promise<BuildRow | undefined> {
  return db.selectFrom('request_area_build').selectAll().orderBy('month', 'desc').limit(1).executeTakeFirst();
}

/** The stored builds, newest first. */
export async function selectBuilds(db: DbOrTx): Promise<BuildRow[]> {
  return db.selectFrom('request_area_build').selectAll().orderBy('month', 'desc').execute();
}

/** Deletes builds that were made while the clock was ahead. */
export async function deleteBuildsAfter(db: DbOrTx, now: Date): Promise<void> {
  await db.deleteFrom('request_area_build').where('built_at', '>', now).execute();
}

/** Inserts the build of a month, unless another process has. Deletes old ones. */
export async function insertBuild(db: DbOrTx, build: Insertable<BuildTable>): Promise<void> {
  await db
    .insertInto('request_area_build')
    .values(build)
    .onConflict((conflict) => conflict.column('month').doNothing())
    .execute();
  await db
    .deleteFrom('request_area_build')
    .where('month', 'not in', (of) =>
      of.selectFrom('request_area_build').select('month').orderBy('month', 'desc').limit(KEPT_BUILDS),
    )
    .execute();
}
