import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './leaderboard-schemas.ts';

export type MonthlyEntry = z.output<typeof schemas.monthlyEntrySchema>;
export type AllTimeEntry = z.output<typeof schemas.allTimeEntrySchema>;
export type BoardMonths = z.output<typeof schemas.boardMonthsSchema>;

export const getMonthlyLeaderboard: Endpoint<typeof schemas.getMonthlyLeaderboardSpec> = {
  method: 'GET',
  path: '/api/leaderboard/monthly',
  access: 'person',
  importance: 'look',
  shows: ['recognition', 'people'],
};

export const getAllTimeLeaderboard: Endpoint<typeof schemas.getAllTimeLeaderboardSpec> = {
  method: 'GET',
  path: '/api/leaderboard/all-time',
  access: 'person',
  importance: 'look',
  shows: ['recognition', 'people'],
};

export const getLeaderboardMonths: Endpoint<typeof schemas.getLeaderboardMonthsSpec> = {
  method: 'GET',
  path: '/api/leaderboard/months',
  access: 'person',
  importance: 'look',
  shows: ['recognition'],
};
