import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Month } from '@openlarder/domain/leaderboard/months.ts';
import type { DbOrTx } from '#server/db/database.ts';

/*
 * Reads the sums that the ledger keeps (`point_total`, `point_month`) and the histogram, `point_histogram`, which
 * counts the people on boards by their points. No query here counts people.
 */

/** A month, or `all` for all time. */
export type BoardName = string;

const firstDay = (month: Month): string => `${month}-01`;

/** The sums of one board, as `person_id, points, reached_at, user_type, is_shown`. */
const sumsOf = (board: BoardName): RawBuilder<unknown> =>
  board === 'all'
    ? sql`(select * from point_total)`
    : sql`(select * from point_month where month = ${firstDay(board)})`;

export type BoardRow = { readonly person_id: string; readonly points: number; readonly total: number };

/**
 * The people on the board with the most points who have given something on it; equal points by who reached them first. Limited to one user type with
 * `userType`, and without `hiddenIds`.
 */
export async function selectBoard(
  db: DbOrTx,
  given: {
    readonly board: BoardName;
    readonly userType: UserType | undefined;
    readonly hiddenIds: readonly string[];
    readonly limit: number;
  },
): Promise<BoardRow[]> {
  const { board, userType, hiddenIds, limit } = given;
  // checked again on the person's row: they may hide while points are booked
  const { rows } = await sql<BoardRow>`
    select s.person_id, s.points, t.points as total
    from ${sumsOf(board)} s
    join point_total t on t.person_id = s.person_id
    join person p on p.id = s.person_id and p.leaderboard_visible and p.closed_at is null
    where s.is_shown and s.points > 0 and s.given > 0
      ${userType === undefined ? sql`` : sql`and s.user_type = ${userType}`}
      ${hiddenIds.length === 0 ? sql`` : sql`and s.person_id <> all(${hiddenIds}::uuid[])`}
    order by s.points desc, s.reached_at, s.person_id
    limit ${limit}`.execute(db);
  return rows;
}

/** How many people on the board have more points than each number that occurs on it, from `fromPoints` on. */
export async function selectPeopleAbove(
  db: DbOrTx,
  board: BoardName,
  fromPoints: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ points: number; above: number }>`
    select points, (sum(people) over (order by points desc) - people)::integer as above
    from point_histogram where board = ${board} and points >= ${fromPoints}`.execute(db);
  return new Map(rows.map(({ points, above }) => [points, above]));
}

export async function selectPointsOf(
  db: DbOrTx,
  board: BoardName,
  ids: readonly string[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ points: number }>`
    select points from ${sumsOf(board)} s where person_id = any(${ids}::uuid[]) and is_shown and points > 0 and given > 0`.execute(
    db,
  );
  return rows.map(({ points }) => points);
}

export type PointTotals = {
  readonly is_shown: boolean;
  readonly user_type: UserType;
  readonly total: number;
  readonly month: number;
  /** Whether they gave, of all time and in this month: who has given nothing stands on no board. */
  readonly gave: boolean;
  readonly gave_in_month: boolean;
  readonly badges: number;
};

export async function selectPointTotals(
  db: DbOrTx,
  personId: string,
  month: Month,
): Promise<PointTotals | undefined> {
  const { rows } = await sql<PointTotals>`
    select p.leaderboard_visible and p.closed_at is null as is_shown, p.user_type,
      coalesce((select points from point_total where person_id = p.id), 0) as total,
      coalesce((select points from point_month where month = ${firstDay(month)} and person_id = p.id), 0) as month,
      coalesce((select given > 0 from point_total where person_id = p.id), false) as gave,
      coalesce((select given > 0 from point_month where month = ${firstDay(month)} and person_id = p.id), false)
        as gave_in_month,
      (select count(*)::integer from person_badge where person_id = p.id) as badges
    from person p where p.id = ${personId}`.execute(db);
  return rows[0];
}

export async function selectPeopleAbovePoints(db: DbOrTx, board: BoardName, points: number): Promise<number> {
  const { rows } = await sql<{ above: number }>`
    select coalesce(sum(people), 0)::integer as above
    from point_histogram where board = ${board} and points > ${points}`.execute(db);
  return rows[0]?.above ?? 0;
}

/** The first month in which a person on boards has points; null if there is none. */
export async function selectFirstMonth(db: DbOrTx): Promise<Month | null> {
  const { rows } = await sql<{ month: Month }>`
    select to_char(month, 'YYYY-MM') as month from point_month where is_shown and points > 0 and given > 0
    order by month limit 1`.execute(db);
  return rows[0]?.month ?? null;
}
