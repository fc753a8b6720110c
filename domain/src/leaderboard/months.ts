import { wallClock } from '../kernel/time.ts';

/** A month of the community's calendar, as `YYYY-MM`. */
export type Month = string;

const monthText = (year: number, month: number): Month =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

export function monthAt(atMs: number, timeZone: string): Month {
  const { year, month } = wallClock(atMs, timeZone);
  return monthText(year, month);
}

/** The month `count` months later, or earlier if negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const months = year * 12 + nth - 1 + count;
  return monthText(Math.floor(months / 12), (months % 12) + 1);
}

/** Noon of its first day in UTC: an instant that is in the month in every time zone once it is shown in UTC. */
export const instantInMonth = (month: Month): string => `${month}-01T12:00:00Z`;
