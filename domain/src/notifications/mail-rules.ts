import { DAY_MS, HOUR_MS, MINUTE_MS, wallClock } from '../kernel/time.ts';
import type { NotificationSettings } from './notification-contract.ts';
import type { MailTopic, NotificationKind } from './notification-kinds.ts';

/** What somebody who never said anything gets: everything, but not at night. */
export const DEFAULT_MAIL_SETTINGS: NotificationSettings = {
  mail: { claims: true, pickups: true, messages: true, requests: true },
  quietHours: { from: '22:00', until: '07:00' },
};

/** No matter how much happens, nobody gets more mails than this on one day about what others do. */
export const MAX_MAILS_PER_PERSON_AND_DAY = 8;

/** Whoever reads within these minutes needs no mail. */
export const MESSAGE_UNREAD_MINUTES = 5;
export const ALERT_UNREAD_MINUTES = 1;

/**
 * By which switch a kind is mailed; null: never. What is good to know and asks for nothing is left to the bell: that
 * somebody is still coming, and that a handover is complete.
 */
const TOPICS: Readonly<Record<NotificationKind, MailTopic | null>> = {
  listing_claimed: 'claims',
  claim_released: 'claims',
  claim_no_food: 'claims',
  claim_no_show: 'claims',
  claim_lapsed: 'claims',
  claim_disputed: 'claims',
  claimer_coming: null,
  pickup_soon: 'pickups',
  handover_question: 'pickups',
  place_shared: 'claims',
  handover_confirmed: 'claims',
  handover_completed: null,
  message_received: 'messages',
  emergency_alert: 'requests',
  request_matched: 'requests',
  request_released: 'requests',
  request_cancelled: 'requests',
  request_expired: 'requests',
  request_confirmed: 'requests',
  request_fulfilled: null,
};
export const mailTopicOf = (kind: NotificationKind): MailTopic | null => TOPICS[kind];

/** When a notification of `createdMs` is mailed unless it has been read by then, in epoch milliseconds; null: never. */
export function mailDueMs(kind: NotificationKind, createdMs: number): number | null {
  if (mailTopicOf(kind) === null) return null;
  if (kind === 'message_received') return createdMs + MESSAGE_UNREAD_MINUTES * MINUTE_MS;
  return kind === 'emergency_alert' ? createdMs + ALERT_UNREAD_MINUTES * MINUTE_MS : createdMs;
}

/**
 * Until when a mail that was held back (at night, by a full day, by a mail server that is away) is still worth
 * sending, in epoch milliseconds. A reminder comes an hour before the pickup: one that leaves no time to go there is
 * worse than none; a request is open for a day.
 */
export function mailWorthUntilMs(kind: NotificationKind, dueMs: number): number {
  if (kind === 'pickup_soon') return dueMs + 45 * MINUTE_MS;
  return dueMs + (kind === 'emergency_alert' ? DAY_MS : 2 * DAY_MS);
}

const ABOUT_AN_OPEN_CLAIM = [
  'listing_claimed',
  'claimer_coming',
  'pickup_soon',
  'handover_question',
  'place_shared',
  'handover_confirmed',
] as const satisfies readonly NotificationKind[];
const OVERTAKES: Readonly<Partial<Record<NotificationKind, readonly NotificationKind[]>>> = {
  claim_released: ABOUT_AN_OPEN_CLAIM,
  claim_no_food: ABOUT_AN_OPEN_CLAIM,
  claim_no_show: ABOUT_AN_OPEN_CLAIM,
  claim_lapsed: ABOUT_AN_OPEN_CLAIM,
  claim_disputed: ABOUT_AN_OPEN_CLAIM,
  handover_completed: ABOUT_AN_OPEN_CLAIM,
  handover_confirmed: ['pickup_soon', 'handover_question'],
  request_matched: ['emergency_alert'],
  request_released: ['request_matched', 'request_confirmed'],
  request_cancelled: ['emergency_alert', 'request_matched', 'request_confirmed'],
  request_expired: ['emergency_alert'],
  request_fulfilled: ['emergency_alert', 'request_matched', 'request_confirmed'],
};

/**
 * What of the same subject is not mailed any more, to either of the two, once this has happened: nobody is asked
 * whether food changed hands of which both know by now, nor reminded of a pickup that was let go.
 */
export const overtakenBy = (kind: NotificationKind): readonly NotificationKind[] => OVERTAKES[kind] ?? [];

const pad = (part: number): string => String(part).padStart(2, '0');

/** Whether the clock on the wall of `timeZone` is within the quiet hours, which may be over midnight, at `atMs`. */
export function isQuiet(
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

/** The calendar day at `atMs` in `timeZone`, by which mails are counted, as 2026-05-04. */
export function mailDay(atMs: number, timeZone: string): string {
  const { year, month, day } = wallClock(atMs, timeZone);
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

const LONGEST_PAUSE_MS = HOUR_MS / 2;

/** How long to wait after a mail could not be sent for the nth time (from 1): 1, 2, 4 … at most 30 minutes. */
export const mailRetryAfterMs = (failures: number): number =>
  Math.min(2 ** Math.min(failures - 1, 10) * MINUTE_MS, LONGEST_PAUSE_MS);
