import { addCalendarDays, instantOfWallClock, wallClock } from '../kernel/time.ts';
import { PICKUP_STARTS_IN_MS } from './share-defaults.ts';

/** A pickup window in epoch milliseconds. */
export type PickupChoice = { readonly fromMs: number; readonly untilMs: number };

type Hours = { readonly from: number; readonly until: number };
const MORNING: Hours = { from: 9, until: 11 };
const EVENING: Hours = { from: 18, until: 20 };
const LATE_EVENING: Hours = { from: 20, until: 22 };

function windowOn(daysAhead: number, { from, until }: Hours, nowMs: number, timeZone: string): PickupChoice {
  const { year, month, day } = wallClock(addCalendarDays(nowMs, daysAhead, timeZone), timeZone);
  const at = (hour: number) => instantOfWallClock({ year, month, day, hour, minute: 0, second: 0 }, timeZone);
  return { fromMs: at(from), untilMs: at(until) };
}

/** This morning and evening with the default's notice, then tomorrow's; at most three, the earliest first. */
export function pickupChoices(nowMs: number, timeZone: string): readonly PickupChoice[] {
  const isAhead = ({ fromMs }: PickupChoice) => fromMs >= nowMs + PICKUP_STARTS_IN_MS;
  const on = (daysAhead: number, hours: Hours) => windowOn(daysAhead, hours, nowMs, timeZone);
  const evening = on(0, EVENING);
  return [on(0, MORNING), isAhead(evening) ? evening : on(0, LATE_EVENING), on(1, MORNING), on(1, EVENING)]
    .filter(isAhead)
    .slice(0, 3);
}
