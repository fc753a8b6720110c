import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS, instantOfWallClock, MINUTE_MS, calendarDay, wallClock } from '../kernel/time.ts';
import {
  isQuietHour,
  mailDueMs,
  mailExpiresAtMs,
  mailRetryAfterMs,
  mayCauseMail,
  supersededBy,
} from './mail-rules.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.ts';
import { notificationSettingsSchema } from './notification-schemas.ts';
import { DEFAULT_NOTIFICATION_SETTINGS, mailTopicOf } from './notification-switches.ts';

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 });
const wallTime = minuteOfDay.map(
  (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
);
const quietHours = fc.record({ from: wallTime, until: wallTime }).filter(({ from, until }) => from !== until);
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const at = (iso: string): number => Date.parse(iso);
const NIGHT = { from: '22:00', until: '07:00' };

describe('quiet hours', () => {
  it.each([
    ['just before they begin', '2026-05-04T21:59:59Z', NIGHT, 'UTC', false],
    ['as they begin', '2026-05-04T22:00:00Z', NIGHT, 'UTC', true],
    ['past midnight', '2026-05-05T00:00:00Z', NIGHT, 'UTC', true],
    ['in their last second', '2026-05-05T06:59:59Z', NIGHT, 'UTC', true],
    ['as they end', '2026-05-05T07:00:00Z', NIGHT, 'UTC', false],
    ['within one day', '2026-05-04T13:00:00Z', { from: '12:00', until: '14:00' }, 'UTC', true],
    ['outside those within one day', '2026-05-04T23:00:00Z', { from: '12:00', until: '14:00' }, 'UTC', false],
    ['until midnight', '2026-05-04T23:59:59Z', { from: '20:00', until: '00:00' }, 'UTC', true],
    ['until midnight, at midnight', '2026-05-05T00:00:00Z', { from: '20:00', until: '00:00' }, 'UTC', false],
    ['in the community’s zone, not the server’s', '2026-05-05T02:30:00Z', NIGHT, 'America/New_York', true],
    ['in a zone with half an hour', '2026-05-04T16:29:00Z', NIGHT, 'Asia/Kolkata', false],
    ['in a zone with half an hour, a minute on', '2026-05-04T16:30:00Z', NIGHT, 'Asia/Kolkata', true],
    ['none', '2026-05-05T00:00:00Z', null, 'UTC', false],
  ])('%s', (_case, instantIso, hours, timeZone, quiet) => {
    expect(isQuietHour(at(instantIso), hours, timeZone)).toBe(quiet);
  });

  it.each([
    // clocks go forward at 02:00: an end within the gap is reached when the gap is over
    ['America/New_York', '2026-03-08T06:59:00Z', { from: '22:00', until: '02:30' }, true],
    ['America/New_York', '2026-03-08T07:00:00Z', { from: '22:00', until: '02:30' }, false],
    // clocks go back at 03:00: the night is an hour longer, and ends by the wall clock
    ['Europe/Berlin', '2026-10-25T05:59:00Z', NIGHT, true],
    ['Europe/Berlin', '2026-10-25T06:00:00Z', NIGHT, false],
  ])('across a clock change in %s at %s', (timeZone, instantIso, hours, quiet) => {
    expect(isQuietHour(at(instantIso), hours, timeZone)).toBe(quiet);
  });

  it('last exactly as long as set on an ordinary day, in any zone', () => {
    fc.assert(
      fc.property(instant, zone, quietHours, (ms, timeZone, hours) => {
        const { year, month, day } = wallClock(ms, timeZone);
        const midnight = { year, month, day, hour: 0, minute: 0, second: 0 };
        const begins = instantOfWallClock(midnight, timeZone);
        fc.pre(instantOfWallClock({ ...midnight, day: day + 1 }, timeZone) - begins === DAY_MS);
        const quiet = Array.from({ length: 24 * 60 }, (_, nth) =>
          isQuietHour(begins + nth * MINUTE_MS, hours, timeZone),
        ).filter(Boolean).length;
        expect(quiet).toBe((minutes(hours.until) - minutes(hours.from) + 24 * 60) % (24 * 60));
      }),
      { numRuns: 40 },
    );
  });

  it('end within 26 hours, at the set wall-clock time or later', () => {
    fc.assert(
      fc.property(instant, zone, quietHours, (ms, timeZone, hours) => {
        let end = ms;
        while (isQuietHour(end, hours, timeZone)) end += MINUTE_MS;
        expect(end - ms).toBeLessThanOrEqual(26 * HOUR_MS);
        if (end === ms) return;
        const shown = wallClock(end, timeZone);
        // a clock change may have skipped the end
        const late = (shown.hour * 60 + shown.minute - minutes(hours.until) + 24 * 60) % (24 * 60);
        expect(late).toBeLessThanOrEqual(60);
      }),
      { numRuns: 60 },
    );
  });

  it('reject equal times with a sentence', () => {
    const parsed = notificationSettingsSchema.safeParse({
      ...DEFAULT_NOTIFICATION_SETTINGS,
      quietHours: { from: '08:00', until: '08:00' },
    });
    expect(parsed.error?.issues).toMatchObject([
      { path: ['quietHours', 'until'], message: '@invalid.quiet-hours' },
    ]);
  });
});

describe('mails', () => {
  it.each([
    ['listing_claimed', 0],
    ['message_received', 5],
    ['thanked', 5],
    ['surplus_question', 5],
    ['emergency_alert', 1],
  ] as const)('%s is due after %s minutes', (kind, wait) => {
    expect(mailDueMs(kind, 1000)).toBe(1000 + wait * MINUTE_MS);
  });

  it('have a setting exactly if they are mailed at all', () => {
    for (const kind of NOTIFICATION_KINDS)
      expect([kind, mailTopicOf(kind) === null]).toEqual([kind, mailDueMs(kind, 0) === null]);
  });

  it('expire: a reminder leaves time to get there, a question leaves time to answer', () => {
    const hoursOf = (kind: NotificationKind) => mailExpiresAtMs(kind, 0) / HOUR_MS;
    expect(hoursOf('listing_claimed')).toBe(48);
    expect(hoursOf('pickup_soon')).toBe(0.75);
    // "On your way?" can be answered for 20 minutes before a miss may be reported
    expect(hoursOf('on_my_way_question')).toBe(0.25);
    // the evening is over
    expect(hoursOf('surplus_question')).toBe(0.5);
    // the request is over by then
    expect(hoursOf('emergency_alert')).toBe(24);
  });

  const ENDS = [
    'claim_released',
    'claim_no_food',
    'claim_no_show',
    'claim_lapsed',
    'claim_disputed',
    'handover_completed',
    'request_released',
    'request_cancelled',
    'request_fulfilled',
  ] as const;

  it('are superseded by the end of the handover, which is superseded by nothing', () => {
    for (const end of ENDS) {
      expect(supersededBy(end)).toEqual(
        expect.arrayContaining([
          'listing_claimed',
          'time_proposed',
          'pickup_soon',
          'on_my_way_question',
          'handover_question',
          'place_shared',
          'handover_confirmed',
          'request_confirmed',
        ]),
      );
      for (const kind of NOTIFICATION_KINDS) expect(supersededBy(kind)).not.toContain(end);
    }
  });

  it('do not ask what is already answered by a confirmation, an agreed time, or a helper', () => {
    for (const confirmed of ['handover_confirmed', 'request_confirmed'] as const)
      expect(supersededBy(confirmed)).toEqual([
        'time_proposed',
        'time_agreed',
        'pickup_soon',
        'on_my_way_question',
        'handover_question',
      ]);
    expect(supersededBy('time_proposed')).toEqual(['time_proposed']);
    expect(supersededBy('time_agreed')).toContain('time_proposed');
    const answers = ['request_cancelled', 'request_expired', 'request_fulfilled'] as const;
    for (const answer of answers) expect(supersededBy(answer)).toContain('emergency_alert');
    for (const end of ['request_released', 'request_cancelled', 'request_fulfilled'] as const)
      expect(supersededBy(end)).toContain('request_matched');
  });

  it('about a message are superseded by nothing', () => {
    for (const kind of NOTIFICATION_KINDS) expect(supersededBy(kind)).not.toContain('message_received');
  });
});

test('the mail day is the community’s', () => {
  expect(calendarDay(at('2026-05-04T23:59:59Z'), 'UTC')).toBe('2026-05-04');
  expect(calendarDay(at('2026-05-04T23:59:59Z'), 'Asia/Kolkata')).toBe('2026-05-05');
  expect(calendarDay(at('2026-01-01T03:00:00Z'), 'America/New_York')).toBe('2025-12-31');
});

test('a failed mail is retried soon at first, and every half an hour in the end', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1000].map((nth) => mailRetryAfterMs(nth) / MINUTE_MS)).toEqual([
    1, 2, 4, 8, 16, 30, 30, 30,
  ]);
});

describe('the mails of a day that others cause', () => {
  /** Who caused each mail of a day on which these people act in turn, each as often as they may. */
  function mailsOf(...people: readonly string[]): string[] {
    const sent: string[] = [];
    for (let round = 0; round < 20; round++)
      for (const who of people)
        if (mayCauseMail({ sent: sent.length, causedByThem: sent.filter((one) => one === who).length }))
          sent.push(who);
    return sent;
  }

  it.each([
    [1, 4],
    [2, 6],
    [3, 6],
  ])('are not used up by %i people, who cause %i', (people, mails) => {
    const crowd = Array.from({ length: people }, (_none, nth) => `person ${nth}`);
    const sent = mailsOf(...crowd);
    expect(sent).toHaveLength(mails);
    // one more may still be mailed about what another person does
    expect(mayCauseMail({ sent: sent.length, causedByThem: 0 })).toBe(true);
  });
});
