import * as z from 'zod/mini';
import { givenUserTypeSchema, userTypeSchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { idSchema, matching } from '../kernel/wire-schemas.ts';
import { TITLES } from '../recognition/levels.ts';

/** `YYYY-MM`, a month of the community's time zone. */
export const monthSchema = z.string().check(...matching(7, /^\d{4}-(0[1-9]|1[0-2])$/, errorText('invalid')));

/** A person on a board, by the name strangers see: an organization in full, a person as "First L.". */
const boardUserSchema = z.object({
  id: idSchema,
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  level: z.number(),
  title: z.enum(TITLES),
});

export const monthlyEntrySchema = z.object({
  id: z.string(),
  userId: idSchema,
  monthRank: z.number(),
  monthPoints: z.number(),
  user: boardUserSchema,
});

export const allTimeEntrySchema = z.extend(boardUserSchema, { rank: z.number(), totalPoints: z.number() });

/** Rows of a board. One's own row may come after them. */
export const BOARD_ROWS = 50;

/** Limits the rows to one user type; ranks are those among all people. */
const boardQuery = { userType: z.optional(givenUserTypeSchema) };

export const getMonthlyLeaderboardSpec = {
  summary:
    'The most points of a month, this one by default: 50 people at most, then my own entry if it is not among them (rank 0 while boards do not show me)',
  query: z.object({ ...boardQuery, month: z.optional(monthSchema) }),
  responses: { 200: z.array(monthlyEntrySchema) },
  example: { query: { userType: 'donor', month: '2026-05' } },
} as const satisfies EndpointSpec;

export const getAllTimeLeaderboardSpec = {
  summary:
    'The most points of all time: 50 people at most, then my own entry if it is not among them (rank 0 while boards do not show me)',
  query: z.object(boardQuery),
  responses: { 200: z.array(allTimeEntrySchema) },
  example: { query: { userType: 'donor' } },
} as const satisfies EndpointSpec;

export const boardMonthsSchema = z.object({
  /** The current month, in the community's time zone. */
  current: monthSchema,
  /** The first month in which points were earned; the current month if there is none. */
  first: monthSchema,
});

export const getLeaderboardMonthsSpec = {
  summary: 'The months that have a board',
  responses: { 200: boardMonthsSchema },
} as const satisfies EndpointSpec;
