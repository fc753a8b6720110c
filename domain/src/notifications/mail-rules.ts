import { DAY_MS, HOUR_MS, MINUTE_MS, wallClock } from '../kernel/time.ts';
import type { NotificationSettings } from './notification-contract.ts';
import { NOTIFICATION_KINDS, type NotificationKind, rulesOf } from './notification-kinds.ts';
import { mailTopicOf } from './notification-switches.ts';

/** Maximum number of mails per person and day about what others do, without urgent ones. */
export const MAX_MAILS_PER_PERSON_AND_DAY = 8;
/** The same with those that known people cause, which none that others cause keep back. */
export const MAX_MAILS_WITH_KNOWN = 2 * MAX_MAILS_PER_PERSON_AND_DAY;

/**
 * Whether what one person does may cause another mail to someone today: the more they have caused, the more is left to
 * others. One person alone causes half of a day's mails. For known people `sent` are those that known people caused.
 */
export const mayCauseMail = (today: { readonly sent: number; readonly causedByThem: number }): boolean =>
  today.sent + today.causedByThem < MAX_MAILS_PER_PERSON_AND_DAY;

/**
 * When a notification created at `createdMs` is mailed unless it has been read, in epoch milliseconds; null
 * for never.
 */
export function mailDueMs(kind: NotificationKind, createdMs: number): number | null {
  if (mailTopicOf(kind) === null) return null;
  return createdMs + (rulesOf(kind).mailAfterMinutes ?? 0) * MINUTE_MS;
}

/**
 * Until when a delayed mail (by quiet hours, the daily maximum or a mail server that is down) is still worth
 * sending, in epoch milliseconds.
 */
export function mailExpiresAtMs(kind: NotificationKind, dueMs: number): number {
  const { mailedForMinutes } = rulesOf(kind);
  return dueMs + (mailedForMinutes === undefined ? 2 * DAY_MS : mailedForMinutes * MINUTE_MS);
}

const ABOUT_AN_OPEN_HANDOVER = [
  'listing_claimed',
  'claimer_coming',
  'time_proposed',
  'time_agreed',
  'pickup_soon',
  'on_my_way_question',
  'handover_question',
  'place_shared',
  'handover_confirmed',
  'request_confirmed',
] as const satisfies readonly NotificationKind[];
const ABOUT_THE_TIME = [
  'time_proposed',
  'time_agreed',
  'pickup_soon',
  'on_my_way_question',
  'handover_question',
] as const satisfies readonly NotificationKind[];
const OVERTAKES: Readonly<Partial<Record<NotificationKind, readonly NotificationKind[]>>> = {
  claim_released: ABOUT_AN_OPEN_HANDOVER,
  claim_no_food: ABOUT_AN_OPEN_HANDOVER,
  claim_no_show: ABOUT_AN_OPEN_HANDOVER,
  claim_lapsed: ABOUT_AN_OPEN_HANDOVER,
  claim_disputed: ABOUT_AN_OPEN_HANDOVER,
  handover_completed: ABOUT_AN_OPEN_HANDOVER,
  time_proposed: ['time_proposed'],
  time_agreed: ABOUT_THE_TIME,
  handover_confirmed: ABOUT_THE_TIME,
  request_confirmed: ABOUT_THE_TIME,
  request_released: ['request_matched', ...ABOUT_AN_OPEN_HANDOVER],
  request_cancelled: ['emergency_alert', 'request_matched', ...ABOUT_AN_OPEN_HANDOVER],
  request_expired: ['emergency_alert'],
  request_fulfilled: ['emergency_alert', 'request_matched', ...ABOUT_AN_OPEN_HANDOVER],
};

/**
 * Kinds about the same subject that are no longer mailed, to either side, after this one: for example no
 * handover question once the handover is confirmed, and no reminder for a released pickup.
 */
export const supersededBy = (kind: NotificationKind): readonly NotificationKind[] => OVERTAKES[kind] ?? [];

const pad = (part: number): string => String(part).padStart(2, '0');

/** Whether the wall clock of `timeZone` at `atMs` is within the quiet hours, which may span midnight. */
export function isQuietHour(
  atMs: number,
  quietHours: NotificationSettings['quietHours'],
  timeZone: string,
): boolean {
  if (!quietHours) return false;
  const { hour, minute } = wallClock(atMs, timeZone);
  const shown = `${pad(hour)}:${pad(minute)}`;
  const { from, until } = quietHours;
  const [isAfterFrom, isBeforeUntil] = [shown >= from, shown < until];
  return from < until ? isAfterFrom && isBeforeUntil : isAfterFrom || isBeforeUntil;
}

export const URGENT_KINDS: readonly NotificationKind[] = NOTIFICATION_KINDS.filter(
  (kind) => rulesOf(kind).isUrgent,
);

const LONGEST_PAUSE_MS = HOUR_MS / 2;

/** The delay before the next attempt after the nth failure (from 1): 1, 2, 4 … at most 30 minutes. */
export const mailRetryAfterMs = (failures: number): number =>
  Math.min(2 ** Math.min(failures - 1, 10) * MINUTE_MS, LONGEST_PAUSE_MS);
