import { i18n } from '@lingui/core';
import { type Weekday, WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';

/** 1 January 2024 was a Monday. */
const dateOf = (day: Weekday): Date => new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)));

/** "Monday", or "Mon". Not in `format.ts`, which the first load contains. */
export const formatWeekdayName = (day: Weekday, weekday: 'long' | 'short' = 'long'): string =>
  i18n.date(dateOf(day), { weekday, timeZone: 'UTC' });
