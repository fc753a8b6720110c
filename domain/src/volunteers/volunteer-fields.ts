/** ISO 8601: the week begins on Monday. Screens may begin it elsewhere. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const DAY_TIMES = ['morning', 'afternoon', 'evening'] as const;
export type DayTime = (typeof DAY_TIMES)[number];

export const TRANSPORTS = ['on_foot', 'bicycle', 'public_transport', 'car'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A few words, such as a neighborhood and the next one. */
export const MAX_HELP_AREA_LENGTH = 120;
