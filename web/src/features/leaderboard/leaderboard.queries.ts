import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import {
  getAllTimeLeaderboard,
  getLeaderboardMonths,
  getMonthlyLeaderboard,
  type AllTimeEntry,
  type MonthlyEntry,
} from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { RENEWED } from '#web/lib/query-client.ts';
import type { Month } from '@openlarder/domain/leaderboard/months.ts';
import { BOARD_ROWS } from '@openlarder/domain/leaderboard/leaderboard-schemas.ts';

/** Whose rows a board shows; undefined for all people. */
export type BoardFilter = UserType | undefined;

export const boardMonthsQuery = () => ({ ...endpointQuery(getLeaderboardMonths), ...RENEWED });

/** The most points of a month; of the current one without one. */
export const monthlyBoardQuery = (userType: BoardFilter, month?: Month) => ({
  ...endpointQuery(getMonthlyLeaderboard, {
    query: { ...(userType && { userType }), ...(month && { month }) },
  }),
  ...(!month && RENEWED),
});

export const allTimeBoardQuery = (userType: BoardFilter) =>
  endpointQuery(getAllTimeLeaderboard, { query: { ...(userType && { userType }) } });

export type BoardRow = {
  /** 0 for oneself while boards do not show one. */
  readonly rank: number;
  readonly points: number;
  readonly user: MonthlyEntry['user'];
};

/** A board as it is shown: its list, and one's own row where that is not in it. */
export type Board = { readonly listed: readonly BoardRow[]; readonly own: BoardRow | null };

export const rowsOfMonth = (entries: readonly MonthlyEntry[]): readonly BoardRow[] =>
  entries.map(({ monthRank, monthPoints, user }) => ({ rank: monthRank, points: monthPoints, user }));

export const rowsOfAllTime = (entries: readonly AllTimeEntry[]): readonly BoardRow[] =>
  entries.map(({ rank, totalPoints, ...user }) => ({ rank, points: totalPoints, user }));

/** Separates the person's own row from the list if it comes after it, or has no rank. */
export function boardOf(rows: readonly BoardRow[], meId: string): Board {
  const last = rows.at(-1);
  const isApart = last?.user.id === meId && (last.rank === 0 || rows.length > BOARD_ROWS);
  return isApart ? { listed: rows.slice(0, -1), own: last } : { listed: rows, own: null };
}

/** The longer of the two lists: how many heroes are active. */
export const activeHeroes = (month: Board | undefined, allTime: Board | undefined): number =>
  Math.max(month?.listed.length ?? 0, allTime?.listed.length ?? 0);
