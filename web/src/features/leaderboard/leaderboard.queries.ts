import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import {
  getAllTimeLeaderboard,
  getLeaderboardMonths,
  getMonthlyLeaderboard,
} from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import type { Month } from '@openlarder/domain/leaderboard/months.ts';

/** Whose rows a board shows; undefined for all people. */
export type BoardFilter = UserType | undefined;

export const boardMonthsQuery = () => endpointQuery(getLeaderboardMonths);

/** The most points of a month; of the current one without one. */
export const monthlyBoardQuery = (userType: BoardFilter, month?: Month) =>
  endpointQuery(getMonthlyLeaderboard, { query: { ...(userType && { userType }), ...(month && { month }) } });

export const allTimeBoardQuery = (userType: BoardFilter) =>
  endpointQuery(getAllTimeLeaderboard, { query: { ...(userType && { userType }) } });
