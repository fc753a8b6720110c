import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { matching } from '../kernel/wire-schemas.ts';
import { MAX_LOG_MONTHS } from './impact-csv.ts';

const impactFields = {
  /** Servings of completed handovers. */
  mealsShared: z.number(),
  /** Pounds of CO2e. */
  co2Saved: z.number(),
  peopleHelped: z.number(),
};

export const userImpactSchema = z.object({
  ...impactFields,
  /** Pounds of CO2e, by the lowest and the highest published factors. */
  co2SavedLow: z.number(),
  co2SavedHigh: z.number(),
  /** The last twelve months of the community's calendar, this one last. */
  months: z.array(z.object({ month: z.string(), ...impactFields })),
});

export const communityStatsSchema = z.object({
  /** Servings handed over since midnight in the community, without answered requests. */
  mealsToday: z.number(),
  /** People who gave food in the last 30 days. */
  activeDonors: z.number(),
  /** Pounds of CO2e avoided in all. */
  co2Saved: z.number(),
});

export const getUserImpactSpec = {
  summary: 'What I have given: meals, CO2e and people; what came of a request a week later',
  responses: { 200: userImpactSchema },
} as const satisfies EndpointSpec;

export const exportUserImpactSpec = {
  summary: 'The handovers behind my impact, as CSV',
  responses: { 200: z.string() },
} as const satisfies EndpointSpec;

/** From one month, such as 2026-05, to another. */
function monthsBetween(from: string, until: string): number {
  const index = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return index(until) - index(from);
}

/** As 2026-05. */
const monthSchema = z
  .string({ error: errorText('invalid.month') })
  .check(...matching(7, /^20\d\d-(0[1-9]|1[0-2])$/, errorText('invalid.month')));

export const exportHandoverLogSpec = {
  summary: 'My completed handovers as a giver in some months, as CSV',
  query: z.object({ from: monthSchema, until: monthSchema }).check(
    z.refine(({ from, until }) => from <= until, { path: ['until'], error: errorText('month-order') }),
    z.refine(({ from, until }) => monthsBetween(from, until) < MAX_LOG_MONTHS, {
      path: ['until'],
      error: errorText('too-many-months', { max: MAX_LOG_MONTHS }),
    }),
  ),
  responses: { 200: z.string() },
  example: { query: { from: '2026-01', until: '2026-12' } },
} as const satisfies EndpointSpec;

export const getCommunityStatsSpec = {
  summary: 'What the community did',
  responses: { 200: communityStatsSchema },
} as const satisfies EndpointSpec;
