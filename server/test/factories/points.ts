import { type Month, monthAt } from '@openlarder/domain/leaderboard/months.ts';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Gives a person points at a time, all of them for giving unless `given` says how many, in the sums and in the histogram, as the ledger does but without entries: for tests
 * of boards, which read nothing else.
 */
export async function givePoints(
  db: Db,
  personId: string,
  points: number,
  {
    at,
    timeZone = 'UTC',
    given = points,
  }: { readonly at: Date; readonly timeZone?: string; readonly given?: number },
): Promise<void> {
  const month: Month = monthAt(at.getTime(), timeZone);
  await sql`
    insert into point_total (person_id, points, given, reached_at) values (${personId}, ${points}, ${given}, ${at})
    on conflict (person_id) do update
      set points = point_total.points + excluded.points, given = point_total.given + excluded.given, reached_at = excluded.reached_at`.execute(
    db,
  );
  await sql`
    insert into point_month (month, person_id, points, given, reached_at)
    values (${`${month}-01`}, ${personId}, ${points}, ${given}, ${at})
    on conflict (month, person_id) do update
      set points = point_month.points + excluded.points, given = point_month.given + excluded.given, reached_at = excluded.reached_at`.execute(
    db,
  );
  await countAll(db);
}

/** The histogram from the sums. */
export async function countAll(db: Db): Promise<void> {
  await sql`delete from point_histogram`.execute(db);
  await sql`
    insert into point_histogram (board, points, people)
    select board, points, count(*) from (
      select 'all' as board, points, given, person_id from point_total
      union all select to_char(month, 'YYYY-MM'), points, given, person_id from point_month
    ) as sums join person p on p.id = person_id
    where points > 0 and given > 0 and p.leaderboard_visible and p.closed_at is null group by board, points`.execute(
    db,
  );
}
