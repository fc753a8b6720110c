import { describe, expect, test } from 'vitest';
import {
  dueOccasions,
  nextOccasion,
  scheduleFault,
  type SurplusSchedule,
  surplusListing,
} from './recurring-surplus.ts';

const ZONE = 'America/New_York';
const at = (local: string, offset = '-04:00'): number => Date.parse(`${local}:00${offset}`);
const WEEKDAY_EVENINGS: SurplusSchedule = {
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  askAt: '20:00',
  pickupFrom: '20:00',
  pickupUntil: '21:00',
};
const NIGHTS: SurplusSchedule = {
  weekdays: ['friday'],
  askAt: '23:30',
  pickupFrom: '00:15',
  pickupUntil: '02:00',
};
const daysDue = (schedule: SurplusSchedule, now: number, startsOn = '2026-01-01') =>
  dueOccasions(schedule, startsOn, now, ZONE).map(({ day }) => day);

// 2026-05-04 is a Monday
describe('due occasions', () => {
  test.each([
    ['a minute early', '2026-05-04T19:59', []],
    ['at its time', '2026-05-04T20:00', ['2026-05-04']],
    ['with half an hour left', '2026-05-04T20:30', ['2026-05-04']],
    ['too late', '2026-05-04T20:31', []],
    ['on another day', '2026-05-09T20:00', []],
  ])('%s', (_when, now, days) => {
    expect(daysDue(WEEKDAY_EVENINGS, at(now))).toEqual(days);
  });

  test('a short pickup is asked about until half of it is over', () => {
    const short = { ...WEEKDAY_EVENINGS, pickupUntil: '20:20' };
    expect(daysDue(short, at('2026-05-04T20:00') + 120)).toEqual(['2026-05-04']);
    expect(daysDue(short, at('2026-05-04T20:10'))).toEqual(['2026-05-04']);
    expect(daysDue(short, at('2026-05-04T20:11'))).toEqual([]);
  });

  test('the day is the one of the question, also past midnight', () => {
    expect(daysDue(NIGHTS, at('2026-05-08T23:30'))).toEqual(['2026-05-08']);
    expect(daysDue(NIGHTS, at('2026-05-09T01:30'))).toEqual(['2026-05-08']);
    expect(daysDue(NIGHTS, at('2026-05-09T01:31'))).toEqual([]);
    const [night] = dueOccasions(NIGHTS, '2026-01-01', at('2026-05-08T23:45'), ZONE);
    expect(night).toMatchObject({ fromMs: at('2026-05-09T00:15'), untilMs: at('2026-05-09T02:00') });
  });

  test('nothing is due before its first day', () => {
    expect(daysDue(WEEKDAY_EVENINGS, at('2026-05-04T20:10'), '2026-05-05')).toEqual([]);
  });

  test('a time that clocks skip comes after the gap, one that they repeat is the first', () => {
    const night = (askAt: string): SurplusSchedule => ({
      weekdays: ['sunday'],
      askAt,
      pickupFrom: askAt,
      pickupUntil: '06:00',
    });
    expect(daysDue(night('02:30'), at('2026-03-08T03:29'))).toEqual([]);
    expect(daysDue(night('02:30'), at('2026-03-08T03:30'))).toEqual(['2026-03-08']);
    expect(daysDue(night('01:30'), at('2026-11-01T01:29'))).toEqual([]);
    expect(daysDue(night('01:30'), at('2026-11-01T01:30'))).toEqual(['2026-11-01']);
    // the same wall clock an hour later is the same day: the day's one question covers it
    expect(daysDue(night('01:30'), at('2026-11-01T01:30', '-05:00'))).toEqual(['2026-11-01']);
  });
});

test('the next occasion skips days that were asked about, or are off', () => {
  const next = (now: string, ...taken: string[]) =>
    nextOccasion(WEEKDAY_EVENINGS, '2026-01-01', new Set(taken), at(now), ZONE)?.day;
  expect(next('2026-05-04T12:00')).toBe('2026-05-04');
  expect(next('2026-05-04T20:05', '2026-05-04')).toBe('2026-05-05');
  expect(next('2026-05-04T20:40')).toBe('2026-05-05');
  expect(next('2026-05-08T12:00', '2026-05-08', '2026-05-11')).toBe('2026-05-12');
});

test.each([
  ['20:00', '20:00', '21:00', null],
  ['23:30', '00:15', '02:00', null],
  ['20:00', '19:00', '21:00', 'pickupFrom'],
  ['20:00', '20:30', '20:30', 'pickupUntil'],
])('asked at %s for %s to %s', (askAt, pickupFrom, pickupUntil, fault) => {
  expect(scheduleFault({ askAt, pickupFrom, pickupUntil })).toBe(fault);
});

describe('what "Yes" posts', () => {
  const food = {
    title: 'Rolls',
    description: 'From the counter',
    category: 'bakery_items',
    servings: 40,
    dateKind: 'best_before',
    allergens: ['gluten'],
    diets: ['vegetarian'],
    pickupInstructions: 'Back door',
  } as const;
  const window = { fromMs: at('2026-05-04T20:00'), untilMs: at('2026-05-04T21:00') };
  const given = { servings: 25, useBy: null, address: '5 Elm Street', point: null, photos: [] };

  test('is the changed surplus, from now until the pickup ends, with the form’s dates', () => {
    const posted = surplusListing(food, window, given, at('2026-05-04T20:20'), ZONE);
    expect(posted).toMatchObject({
      title: 'Rolls',
      estimatedServings: 25,
      availableFrom: new Date(at('2026-05-04T20:20')).toISOString(),
      availableUntil: new Date(at('2026-05-04T21:00')).toISOString(),
      bestByDate: new Date(at('2026-05-06T20:20')).toISOString(),
      isBulk: true,
      urgencyLevel: 'high',
      allergens: ['gluten'],
      pickupLocation: '5 Elm Street',
    });
    expect(posted.expiryDate).toBe(new Date(at('2026-05-07T20:20')).toISOString());
  });

  test('ends at the use-by date that was asked for, which never moves', () => {
    const useBy = new Date(at('2026-05-05T23:59')).toISOString();
    const posted = surplusListing(
      { ...food, category: 'prepared_meals', dateKind: 'use_by' },
      window,
      { ...given, useBy },
      at('2026-05-04T19:50'),
      ZONE,
    );
    expect(posted).toMatchObject({ bestByDate: useBy, expiryDate: useBy, dateKind: 'use_by' });
    expect(posted.availableFrom).toBe(new Date(window.fromMs).toISOString());
  });
});
