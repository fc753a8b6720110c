import { t } from '@lingui/core/macro';
import type { OpeningInterval, OpeningLine, OpenState } from '@openlarder/domain/partners/opening-hours.ts';
import { type Weekday, WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { formatDayAtTime, formatTime, formatWallTime, formatWords } from '#web/lib/format.ts';
import { formatWeekdayName } from '#web/lib/format-weekday-name.ts';

/** "Mon–Fri", "Mon and Tue", "Sat". */
export function weekdayRange(from: Weekday, until: Weekday): string {
  const [first, last] = [formatWeekdayName(from, 'short'), formatWeekdayName(until, 'short')];
  return from === until ? first : t`${first}–${last}`;
}

/** Days in a row as one range, the rest by name: "Mon–Fri", "Mon–Wed, Sat". */
export function weekdaysLabel(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return t`every day`;
  const runs: { from: Weekday; until: Weekday }[] = [];
  for (const day of WEEKDAYS.filter((one) => days.includes(one))) {
    const last = runs.at(-1);
    if (last && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(last.until) + 1) last.until = day;
    else runs.push({ from: day, until: day });
  }
  return formatWords(runs.map(({ from, until }) => weekdayRange(from, until)));
}

/** "7 AM–8:30 PM", "open 24 hours". */
function intervalLabel({ opens, closes }: Pick<OpeningInterval, 'opens' | 'closes'>): string {
  if (opens === closes && opens === '00:00') return t`open 24 hours`;
  const [from, until] = [formatWallTime(opens), formatWallTime(closes)];
  return t`${from}–${until}`;
}

/** The times of a line, "closed" without any. */
export const openingLineLabel = ({ intervals }: OpeningLine): string =>
  intervals.length === 0 ? t`closed` : formatWords(intervals.map(intervalLabel));

/** "Open until 8:30 PM", "Closed. Opens tomorrow at 7 AM". */
export function openStateLabel(state: OpenState, nowMs: number, timeZone: string): string {
  if (state.isOpen) {
    if (state.closesMs === null) return t`Open 24 hours`;
    const closes = formatTime(state.closesMs, timeZone);
    return t`Open until ${closes}`;
  }
  if (state.opensMs === null) return t`Closed`;
  const opens = formatDayAtTime(state.opensMs, nowMs, timeZone);
  return t`Closed. Opens ${opens}`;
}
