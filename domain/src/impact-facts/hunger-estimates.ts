import { DAY_MS, SECOND_MS } from '../kernel/time.ts';

/** In 2024; SOFI 2025, https://doi.org/10.4060/cd6008en. */
export const PEOPLE_FACING_HUNGER = 673_000_000;

/**
 * Modeled from figures of public agencies; neither is a measured daily count. 0.2854 deaths a second are 24,659 a day,
 * near the 25,000 that the World Food Programme published in 2005. 5,895 child deaths a day are 2.15 million a year,
 * near 45 % of 4.8 million deaths under five, the share that the World Health Organization links to undernutrition.
 */
export const DEATHS_PER_SECOND = 0.2854;
export const CHILD_DEATHS_PER_DAY = 5895;

const REFRESH_MS = 30 * SECOND_MS;

export type HungerEstimates = { readonly deaths: number; readonly childDeaths: number };

/**
 * The deaths since `midnightMs`, the first instant of the viewer's day, by the time that has really passed: an hour
 * less or more on the days on which clocks change. They move on every 30 seconds.
 */
export function hungerEstimates(nowMs: number, midnightMs: number): HungerEstimates {
  const elapsedMs = Math.floor(Math.max(0, nowMs - midnightMs) / REFRESH_MS) * REFRESH_MS;
  return {
    deaths: Math.floor((elapsedMs / SECOND_MS) * DEATHS_PER_SECOND),
    childDeaths: Math.floor((elapsedMs / DAY_MS) * CHILD_DEATHS_PER_DAY),
  };
}
