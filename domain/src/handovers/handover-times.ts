import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** The times of an open handover, in epoch milliseconds. */
export type HandoverTimes = {
  readonly createdAtMs: number;
  /** When the food is offered: the listing's pickup window, or from the match to the request's end. */
  readonly windowFromMs: number;
  readonly windowUntilMs: number;
  /** The time both sides have accepted; null if they agreed on none. */
  readonly agreedTimeMs: number | null;
  readonly agreedAtMs: number | null;
  readonly askedAtMs: number | null;
  /** When each side said that they are on their way, or there. */
  readonly giverOnMyWayAtMs: number | null;
  readonly receiverOnMyWayAtMs: number | null;
};

/** How long before the meeting both sides are reminded, and the one who travels is asked whether they still come. */
export const REMINDER_HOURS = 1;
/** This long after the meeting time either side may stop waiting, which does not count against anyone. */
export const STOP_WAITING_AFTER_MINUTES = 15;
/**
 * This long after the meeting time a miss can be reported, but not before the other side had
 * `MISS_AFTER_QUESTION_MINUTES` to answer "On your way?".
 */
export const MISS_AFTER_MINUTES = 30;
export const MISS_AFTER_QUESTION_MINUTES = 20;
/** How long "On my way" holds a report off, once. */
export const ON_MY_WAY_MINUTES = 20;
/** How long after the meeting time both sides are asked whether it happened. */
export const OUTCOME_QUESTION_AFTER_HOURS = 1;

type Meeting = Pick<HandoverTimes, 'agreedTimeMs' | 'windowUntilMs'>;

/** The time at which the two are expected to meet: the agreed one, else the end of the window. */
export const meetingMs = ({ agreedTimeMs, windowUntilMs }: Meeting): number => agreedTimeMs ?? windowUntilMs;

/**
 * When both sides are reminded, in epoch milliseconds: an hour before the agreed time. Without one, an hour
 * before the window begins, or, for what was claimed later than that, an hour before it ends. What was agreed or
 * claimed within that hour needs no reminder: the result is then the meeting time, when "On your way?" takes over.
 */
export function reminderDueMs(
  times: Meeting & Pick<HandoverTimes, 'createdAtMs' | 'windowFromMs' | 'agreedAtMs'>,
): number {
  const lead = REMINDER_HOURS * HOUR_MS;
  const knownSinceMs = times.agreedAtMs ?? times.createdAtMs;
  const before =
    times.agreedTimeMs === null ? [times.windowFromMs, times.windowUntilMs] : [times.agreedTimeMs];
  const due = before.find((atMs) => knownSinceMs < atMs - lead);
  return due === undefined ? meetingMs(times) : due - lead;
}

/** Whether the message due at `dueMs` was sent; one sent before `dueMs` belongs to an earlier due time. */
export const isDoneFor = (dueMs: number, doneAtMs: number | null): boolean =>
  doneAtMs !== null && doneAtMs >= dueMs;

/**
 * Whether both sides of an open handover have to be reminded now. A missed reminder is not sent after its
 * hour. A changed time is due again.
 */
export function isReminderDue(
  times: HandoverTimes & {
    readonly remindedAtMs: number | null;
    readonly isSaid: boolean;
  },
  nowMs: number,
): boolean {
  const dueMs = reminderDueMs(times);
  if (times.isSaid || dueMs >= meetingMs(times) || isDoneFor(dueMs, times.remindedAtMs)) return false;
  return nowMs >= dueMs && nowMs < dueMs + REMINDER_HOURS * HOUR_MS;
}

/** Whether both sides of an open handover have to be asked "On your way?" now: from the meeting time, for an hour. */
export function isOnMyWayQuestionDue(
  times: HandoverTimes & { readonly isSaid: boolean },
  nowMs: number,
): boolean {
  const dueMs = meetingMs(times);
  return (
    !times.isSaid &&
    nowMs >= dueMs &&
    nowMs < outcomeQuestionDueMs(times) &&
    !isDoneFor(dueMs, times.askedAtMs)
  );
}

export const outcomeQuestionDueMs = (times: Meeting): number =>
  meetingMs(times) + OUTCOME_QUESTION_AFTER_HOURS * HOUR_MS;

/** Whether the sides of an open handover that have not confirmed have to be asked now whether it happened. */
export function isOutcomeQuestionDue(
  times: Meeting & {
    readonly outcomeAskedAtMs: number | null;
    /** When the handover ends automatically. */
    readonly endsAtMs: number;
  },
  nowMs: number,
): boolean {
  const dueMs = outcomeQuestionDueMs(times);
  return nowMs >= dueMs && nowMs < times.endsAtMs && !isDoneFor(dueMs, times.outcomeAskedAtMs);
}

/** From when either side may stop waiting. */
export const stopWaitingFromMs = (times: Meeting): number =>
  meetingMs(times) + STOP_WAITING_AFTER_MINUTES * MINUTE_MS;

/**
 * From when one side may report that the other did not come, or that there was no food: 30 minutes after the
 * meeting time and 20 after the other was asked. `otherOnMyWayAtMs`, when the other answered "On my way", holds
 * it off once, for 20 minutes. A question that was never sent counts as asked when "Did it happen?" takes over.
 */
export function missReportableFromMs(times: HandoverTimes, otherOnMyWayAtMs: number | null): number {
  const dueMs = meetingMs(times);
  const of = (atMs: number | null): number | null => (atMs !== null && atMs >= dueMs ? atMs : null);
  const askedAtMs = of(times.askedAtMs) ?? outcomeQuestionDueMs(times);
  const heldUntilMs = (of(otherOnMyWayAtMs) ?? dueMs) + ON_MY_WAY_MINUTES * MINUTE_MS;
  return Math.max(
    dueMs + MISS_AFTER_MINUTES * MINUTE_MS,
    askedAtMs + MISS_AFTER_QUESTION_MINUTES * MINUTE_MS,
    heldUntilMs,
  );
}

/** How long after the window the two may still meet. */
export const LATEST_TIME_AFTER_WINDOW_MS = DAY_MS;

/** The last time that the two can agree on, in epoch milliseconds. */
export const latestTimeMs = ({ windowUntilMs }: Pick<HandoverTimes, 'windowUntilMs'>): number =>
  windowUntilMs + LATEST_TIME_AFTER_WINDOW_MS;

/** Why the two cannot agree on this time, or null if they can: it is over, or more than a day after the window. */
export function proposalRefusal(
  timeMs: number,
  times: Pick<HandoverTimes, 'windowUntilMs'>,
  nowMs: number,
): 'too-early' | 'too-late' | null {
  // a minute of tolerance: a time that was valid when chosen may arrive a moment later
  if (timeMs < nowMs - MINUTE_MS) return 'too-early';
  return timeMs > latestTimeMs(times) ? 'too-late' : null;
}

/** Whether the food is offered at this time: both ends of the window count. */
export const isInWindow = (
  timeMs: number,
  { windowFromMs, windowUntilMs }: Pick<HandoverTimes, 'windowFromMs' | 'windowUntilMs'>,
): boolean => windowFromMs <= timeMs && timeMs <= windowUntilMs;
