import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { isQuestionDue, isReminderDue, questionDueMs, reminderDueMs } from './pickup-reminders.ts';

const window = { availableFromMs: 4 * HOUR_MS, availableUntilMs: 8 * HOUR_MS };

test.each([
  ['early', 0, 3],
  ['within the hour before', 3.5, 7],
  ['during the pickup', 5, 7],
  ['in its last hour', 7.5, 8],
])('a person who claims %s is reminded in time', (_, createdAt, dueAt) => {
  expect(reminderDueMs({ ...window, createdAtMs: createdAt * HOUR_MS })).toBe(dueAt * HOUR_MS);
});

test('the handover question is due at the end of the pickup', () => {
  expect(questionDueMs(window)).toBe(8 * HOUR_MS);
});

/** The hours of the day, in steps of a quarter, at which `holds` is true. */
const hoursAt = (holds: (nowMs: number) => boolean): number[] =>
  Array.from({ length: 30 * 4 }, (_, quarter) => quarter / 4).filter((hour) => holds(hour * HOUR_MS));
const span = (hours: readonly number[]) => [hours[0], hours.at(-1)];

describe('isReminderDue', () => {
  const claimedAt = (hour: number, over: { remindedAt?: number; until?: number; isSaid?: boolean } = {}) =>
    hoursAt((nowMs) =>
      isReminderDue(
        {
          ...window,
          createdAtMs: hour * HOUR_MS,
          availableUntilMs: (over.until ?? 8) * HOUR_MS,
          remindedAtMs: over.remindedAt === undefined ? null : over.remindedAt * HOUR_MS,
          isSaid: over.isSaid ?? false,
        },
        nowMs,
      ),
    );

  test('is true in the hour before the pickup begins, or ends for late claims, and never afterwards', () => {
    expect(claimedAt(0)).toEqual([3, 3.25, 3.5, 3.75]);
    expect(claimedAt(5)).toEqual([7, 7.25, 7.5, 7.75]);
  });

  test('is false for a claim in the last hour, and after either side confirmed the handover', () => {
    expect(claimedAt(7.5)).toEqual([]);
    expect(claimedAt(0, { isSaid: true })).toEqual([]);
  });

  test('is true once, and again only if the pickup moved', () => {
    expect(claimedAt(0, { remindedAt: 3 })).toEqual([]);
    expect(claimedAt(0, { remindedAt: 3, until: 12 })).toEqual([]);
    expect(claimedAt(5, { remindedAt: 7 })).toEqual([]);
    expect(claimedAt(5, { remindedAt: 7, until: 12 })).toEqual([11, 11.25, 11.5, 11.75]);
  });
});

describe('isQuestionDue', () => {
  const asked = (askedAt: number | null, until = 8, settlesAt = until + 20) =>
    span(
      hoursAt((nowMs) =>
        isQuestionDue(
          {
            availableUntilMs: until * HOUR_MS,
            askedAtMs: askedAt === null ? null : askedAt * HOUR_MS,
            settlesAtMs: settlesAt * HOUR_MS,
          },
          nowMs,
        ),
      ),
    );

  test('is true once, from the end of the pickup until the claim ends automatically', () => {
    expect(asked(null)).toEqual([8, 27.75]);
    expect(asked(8)).toEqual([undefined, undefined]);
  });

  test('is true again at the end of a pickup that was extended', () => {
    expect(asked(8, 10)).toEqual([10, 29.75]);
  });
});
