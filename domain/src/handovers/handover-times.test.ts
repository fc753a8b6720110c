import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  type HandoverTimes,
  isOnMyWayQuestionDue,
  isOutcomeQuestionDue,
  isReminderDue,
  latestTimeMs,
  meetingMs,
  missReportableFromMs,
  outcomeQuestionDueMs,
  proposalRefusal,
  reminderDueMs,
  stopWaitingFromMs,
} from './handover-times.ts';

/** Made at hour 0, to be picked up from hour 4 to hour 8. */
const times: HandoverTimes = {
  createdAtMs: 0,
  windowFromMs: 4 * HOUR_MS,
  windowUntilMs: 8 * HOUR_MS,
  agreedTimeMs: null,
  agreedAtMs: null,
  askedAtMs: null,
  giverOnMyWayAtMs: null,
  receiverOnMyWayAtMs: null,
};
const agreedOn = (hour: number) => ({ ...times, agreedTimeMs: hour * HOUR_MS });
const msOf = (hour: number | null): number | null => (hour === null ? null : hour * HOUR_MS);

/** The hours of the day, in steps of a quarter, at which `holds` is true. */
const hoursAt = (holds: (nowMs: number) => boolean): number[] =>
  Array.from({ length: 70 * 4 }, (_, quarter) => quarter / 4).filter((hour) => holds(hour * HOUR_MS));
const span = (hours: readonly number[]) => [hours[0], hours.at(-1)];

test('the two meet at the agreed time, else by the end of the window', () => {
  expect(meetingMs(times)).toBe(8 * HOUR_MS);
  expect(meetingMs(agreedOn(5))).toBe(5 * HOUR_MS);
  expect(outcomeQuestionDueMs(agreedOn(5))).toBe(6 * HOUR_MS);
  expect(stopWaitingFromMs(agreedOn(5))).toBe(5.25 * HOUR_MS);
});

test.each([
  ['early', 0, null, 3],
  ['within the hour before', 3.5, null, 7],
  ['during the window', 5, null, 7],
  ['in its last hour', 7.5, null, 8],
  ['early, with a time agreed', 0, 6, 5],
  ['early, with a time agreed less than an hour ahead', 5.5, 6, 6],
])('a handover made %s is reminded in time', (_, createdAt, agreed, dueAt) => {
  const made = {
    ...times,
    createdAtMs: agreed === null ? createdAt * HOUR_MS : 0,
    agreedTimeMs: msOf(agreed),
    agreedAtMs: agreed === null ? null : createdAt * HOUR_MS,
  };
  expect(reminderDueMs(made)).toBe(dueAt * HOUR_MS);
});

describe('isReminderDue', () => {
  type Case = { remindedAt?: number; until?: number; agreed?: number; isSaid?: boolean };
  const remindable = (createdAt: number, { remindedAt, until = 8, agreed, isSaid = false }: Case = {}) =>
    hoursAt((nowMs) =>
      isReminderDue(
        {
          ...times,
          createdAtMs: createdAt * HOUR_MS,
          windowUntilMs: until * HOUR_MS,
          agreedTimeMs: msOf(agreed ?? null),
          remindedAtMs: msOf(remindedAt ?? null),
          isSaid,
        },
        nowMs,
      ),
    );

  test('is true in the hour before the window begins, or ends for late ones, and never afterwards', () => {
    expect(remindable(0)).toEqual([3, 3.25, 3.5, 3.75]);
    expect(remindable(5)).toEqual([7, 7.25, 7.5, 7.75]);
  });

  test('is true only in the hour before the agreed time', () => {
    expect(remindable(0, { agreed: 6 })).toEqual([5, 5.25, 5.5, 5.75]);
    expect(remindable(0, { agreed: 10 })).toEqual([9, 9.25, 9.5, 9.75]);
  });

  test('is false in the last hour, and after either side confirmed the handover', () => {
    expect(remindable(7.5)).toEqual([]);
    expect(remindable(0, { isSaid: true })).toEqual([]);
  });

  test('is true once, and again only if the time moved', () => {
    expect(remindable(0, { remindedAt: 3 })).toEqual([]);
    expect(remindable(0, { remindedAt: 3, until: 12 })).toEqual([]);
    expect(remindable(5, { remindedAt: 7 })).toEqual([]);
    expect(remindable(5, { remindedAt: 7, until: 12 })).toEqual([11, 11.25, 11.5, 11.75]);
    expect(remindable(0, { remindedAt: 3, agreed: 6 })).toEqual([5, 5.25, 5.5, 5.75]);
    expect(remindable(0, { remindedAt: 5, agreed: 6 })).toEqual([]);
  });
});

describe('isOnMyWayQuestionDue', () => {
  const asked = (askedAt: number | null, agreed: number | null = null, isSaid = false) =>
    hoursAt((nowMs) =>
      isOnMyWayQuestionDue({ ...times, agreedTimeMs: msOf(agreed), askedAtMs: msOf(askedAt), isSaid }, nowMs),
    );

  test('is true from the meeting time until the question whether it happened takes over', () => {
    expect(asked(null)).toEqual([8, 8.25, 8.5, 8.75]);
    expect(asked(null, 5)).toEqual([5, 5.25, 5.5, 5.75]);
  });

  test('is true once, again at a later time, and not once one side has confirmed', () => {
    expect(asked(8)).toEqual([]);
    expect(asked(8, 9)).toEqual([9, 9.25, 9.5, 9.75]);
    expect(asked(null, null, true)).toEqual([]);
  });
});

describe('isOutcomeQuestionDue', () => {
  const asked = (askedAt: number | null, until = 8, endsAt = until + 20) =>
    span(
      hoursAt((nowMs) =>
        isOutcomeQuestionDue(
          {
            windowUntilMs: until * HOUR_MS,
            agreedTimeMs: null,
            outcomeAskedAtMs: msOf(askedAt),
            endsAtMs: endsAt * HOUR_MS,
          },
          nowMs,
        ),
      ),
    );

  test('is true once, from an hour after the meeting until the handover ends automatically', () => {
    expect(asked(null)).toEqual([9, 27.75]);
    expect(asked(9)).toEqual([undefined, undefined]);
  });

  test('is true again after a window that was extended', () => {
    expect(asked(9, 10)).toEqual([11, 29.75]);
  });
});

describe('missReportableFromMs', () => {
  const minutesAfter = (agreed: number, asked: number | null, onTheirWay: number | null): number => {
    const ms = (minutes: number | null) => (minutes === null ? null : agreed * HOUR_MS + minutes * MINUTE_MS);
    return (
      (missReportableFromMs({ ...agreedOn(agreed), askedAtMs: ms(asked) }, ms(onTheirWay)) -
        agreed * HOUR_MS) /
      MINUTE_MS
    );
  };

  test.each([
    ['asked in time', 0, null, 30],
    ['asked a little late', 5, null, 30],
    ['asked later', 25, null, 45],
    ['never asked', null, null, 80],
    ['asked about an earlier time', -60, null, 80],
    ['on their way immediately', 0, 0, 30],
    ['on their way later', 0, 25, 45],
    ['on their way long after', 0, 200, 220],
    ['on their way to an earlier time', 0, -60, 30],
  ])('who was %s', (_, asked, onTheirWay, minutes) => {
    expect(minutesAfter(6, asked, onTheirWay)).toBe(minutes);
  });

  test('is never less than 30 minutes after the meeting, and 20 after the question and the answer', () => {
    const minute = fc.integer({ min: -100, max: 300 });
    fc.assert(
      fc.property(fc.option(minute), fc.option(minute), (asked, onTheirWay) => {
        const reportable = minutesAfter(6, asked, onTheirWay);
        const counted = [asked, onTheirWay].filter((at) => at !== null && at >= 0);
        expect(reportable).toBe(
          Math.max(30, ...counted.map((at) => (at ?? 0) + 20), asked === null || asked < 0 ? 80 : 0),
        );
      }),
    );
  });
});

test.each([
  ['a minute ago', 3 * HOUR_MS - MINUTE_MS, null],
  ['longer ago', 3 * HOUR_MS - MINUTE_MS - 1, 'too-early'],
  ['before the window', 3.5 * HOUR_MS, null],
  ['after the window', 9 * HOUR_MS, null],
  ['a day after it', 8 * HOUR_MS + DAY_MS, null],
  ['later', 8 * HOUR_MS + DAY_MS + 1, 'too-late'],
])('two people can agree on a time or not: %s', (_, timeMs, refusal) => {
  expect(proposalRefusal(timeMs, times, 3 * HOUR_MS)).toBe(refusal);
  expect(timeMs <= latestTimeMs(times)).toBe(refusal !== 'too-late');
});
