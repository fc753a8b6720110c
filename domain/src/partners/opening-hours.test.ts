import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  defaultPickupWhileOpen,
  hasOverlap,
  isClosedThroughout,
  type OpeningHours,
  openingLines,
  endsAfterClosing,
  openPart,
  openParts,
  openState,
  pickupWhileOpen,
  weekdayAt,
} from './opening-hours.ts';
import { WEEKDAYS } from '../volunteers/volunteer-fields.ts';

const NEW_YORK = 'America/New_York';
const at = (local: string, offset = '-04:00'): number => Date.parse(`${local}:00${offset}`);
const daily = (opens: string, closes: string): OpeningHours =>
  WEEKDAYS.map((weekday) => ({ weekday, opens, closes }));
const BISTRO: OpeningHours = [
  { weekday: 'friday', opens: '17:00', closes: '01:00' },
  { weekday: 'friday', opens: '11:30', closes: '15:00' },
];

// 2026-05-04 is a Monday
describe('whether it is open', () => {
  test.each([
    ['before it opens', '2026-05-08T11:29', false, '2026-05-08T11:30'],
    ['as it opens', '2026-05-08T11:30', true, '2026-05-08T15:00'],
    ['as it closes', '2026-05-08T15:00', false, '2026-05-08T17:00'],
    ['in the evening', '2026-05-08T23:59', true, '2026-05-09T01:00'],
    ['past midnight', '2026-05-09T00:59', true, '2026-05-09T01:00'],
    ['a week before it opens again', '2026-05-09T01:00', false, '2026-05-15T11:30'],
  ])('%s', (_when, now, isOpen, until) => {
    const state = openState(BISTRO, at(now), NEW_YORK);
    expect(state).toEqual(isOpen ? { isOpen, closesMs: at(until) } : { isOpen, opensMs: at(until) });
  });

  test('adjacent times are merged, and hours around the clock have no end', () => {
    const late: OpeningHours = [
      { weekday: 'monday', opens: '18:00', closes: '00:00' },
      { weekday: 'tuesday', opens: '00:00', closes: '02:00' },
    ];
    expect(openState(late, at('2026-05-04T23:00'), NEW_YORK)).toEqual({
      isOpen: true,
      closesMs: at('2026-05-05T02:00'),
    });
    const always = daily('00:00', '00:00');
    expect(openState(always, at('2026-05-04T23:00'), NEW_YORK)).toEqual({ isOpen: true, closesMs: null });
  });

  test('is unknown without hours', () => {
    expect(openState([], at('2026-05-04T23:00'), NEW_YORK)).toEqual({ isOpen: false, opensMs: null });
  });

  test('the wall clock counts when clocks change', () => {
    // New York loses 2 to 3 AM on March 8, and has 1 to 2 AM twice on November 1
    const bakery = daily('02:30', '05:00');
    expect(openState(bakery, at('2026-03-08T01:59', '-05:00'), NEW_YORK)).toEqual({
      isOpen: false,
      opensMs: at('2026-03-08T03:30'),
    });
    const bar = daily('20:00', '01:30');
    const night = openState(bar, at('2026-10-31T23:00'), NEW_YORK);
    expect(night).toEqual({ isOpen: true, closesMs: at('2026-11-01T01:30') });
    expect(openState(daily('01:00', '03:00'), at('2026-11-01T01:30'), NEW_YORK)).toEqual({
      isOpen: true,
      closesMs: at('2026-11-01T03:00', '-05:00'),
    });
  });

  test('days are those of the community’s time zone', () => {
    expect(weekdayAt(Date.parse('2026-05-04T02:00:00Z'), NEW_YORK)).toBe('sunday');
    expect(weekdayAt(Date.parse('2026-05-04T02:00:00Z'), 'Pacific/Auckland')).toBe('monday');
  });
});

test.each([
  ['apart', BISTRO, false],
  ['touching', daily('00:00', '00:00'), false],
  ['on one day', [...BISTRO, { weekday: 'friday', opens: '14:59', closes: '16:00' }], true],
  ['across midnight', [...BISTRO, { weekday: 'saturday', opens: '00:30', closes: '02:00' }], true],
  [
    'from Sunday to Monday',
    [
      { weekday: 'sunday', opens: '20:00', closes: '03:00' },
      { weekday: 'monday', opens: '02:00', closes: '09:00' },
    ],
    true,
  ],
  ['the same twice', [...BISTRO, ...BISTRO], true],
] as const)('times %s overlap or not', (_how, hours, overlap) => {
  expect(hasOverlap(hours)).toBe(overlap);
});

describe('the pickup window that the hours suggest', () => {
  const shop = daily('07:00', '20:30');
  test('is from half an hour on until it closes', () => {
    expect(pickupWhileOpen(shop, at('2026-05-04T17:00'), NEW_YORK)).toEqual({
      fromMs: at('2026-05-04T17:30'),
      untilMs: at('2026-05-04T20:30'),
    });
  });
  test('is the next opening if it closes too soon', () => {
    const short = daily('10:00', '12:00');
    expect(pickupWhileOpen(short, at('2026-05-04T11:15'), NEW_YORK)).toEqual({
      fromMs: at('2026-05-05T10:00'),
      untilMs: at('2026-05-05T12:00'),
    });
  });
  test('is null while it is open for longer than a pickup lasts, and without hours', () => {
    expect(pickupWhileOpen(shop, at('2026-05-04T21:00'), NEW_YORK)).toBeNull();
    expect(pickupWhileOpen(daily('00:00', '00:00'), at('2026-05-04T21:00'), NEW_YORK)).toBeNull();
    expect(pickupWhileOpen([], at('2026-05-04T21:00'), NEW_YORK)).toBeNull();
    const { fromMs, untilMs } = pickupWhileOpen(shop, at('2026-05-04T09:00'), NEW_YORK) ?? {
      fromMs: 0,
      untilMs: 0,
    };
    expect(untilMs - fromMs).toBe(11 * HOUR_MS);
  });
});

test.each([
  ['is until it closes', daily('07:00', '20:30'), '2026-05-04T17:00', '2026-05-04T17:30', '2026-05-04T20:30'],
  [
    'is eight hours at most',
    daily('07:00', '20:30'),
    '2026-05-04T09:00',
    '2026-05-04T09:30',
    '2026-05-04T17:00',
  ],
  [
    'is at the next opening',
    daily('07:00', '20:30'),
    '2026-05-04T21:46',
    '2026-05-05T07:00',
    '2026-05-05T14:30',
  ],
  [
    'is the night of a bar',
    daily('18:00', '02:00'),
    '2026-05-04T21:30',
    '2026-05-04T22:00',
    '2026-05-05T02:00',
  ],
] as const)('the default pickup of an organization %s', (_what, hours, now, from, until) => {
  const pickup = defaultPickupWhileOpen(hours, at(now), NEW_YORK);
  expect(pickup).toEqual({ fromMs: at(from), untilMs: at(until) });
});

test('an organization that is open day and night, or has no hours, has no default pickup of its own', () => {
  expect(defaultPickupWhileOpen(daily('00:00', '00:00'), at('2026-05-04T21:00'), NEW_YORK)).toBeNull();
  expect(defaultPickupWhileOpen([], at('2026-05-04T21:00'), NEW_YORK)).toBeNull();
});

test('consecutive days with the same times are one line', () => {
  const week: OpeningHours = WEEKDAYS.slice(0, 5).map((weekday) => ({
    weekday,
    opens: '07:00',
    closes: '20:30',
  }));
  expect(openingLines([...week, { weekday: 'saturday', opens: '08:00', closes: '14:00' }])).toEqual([
    { from: 'monday', until: 'friday', intervals: [{ opens: '07:00', closes: '20:30' }] },
    { from: 'saturday', until: 'saturday', intervals: [{ opens: '08:00', closes: '14:00' }] },
    { from: 'sunday', until: 'sunday', intervals: [] },
  ]);
});

test('the open part of a time span is the first that is long enough', () => {
  const bakery = daily('07:00', '20:30');
  const partOf = (from: string, until: string) => {
    const part = openPart({ fromMs: at(from), untilMs: at(until) }, bakery, NEW_YORK);
    return part && [part.fromMs, part.untilMs];
  };
  expect(partOf('2026-05-05T00:08', '2026-05-05T07:38')).toEqual([
    at('2026-05-05T07:00'),
    at('2026-05-05T07:38'),
  ]);
  expect(partOf('2026-05-05T20:15', '2026-05-06T09:00')).toEqual([
    at('2026-05-06T07:00'),
    at('2026-05-06T09:00'),
  ]);
  expect(partOf('2026-05-05T20:00', '2026-05-05T22:00')).toEqual([
    at('2026-05-05T20:00'),
    at('2026-05-05T20:30'),
  ]);
  expect(partOf('2026-05-05T21:00', '2026-05-06T06:00')).toBeNull();
  const brief = { fromMs: at('2026-05-05T20:20'), untilMs: at('2026-05-05T20:40') };
  expect(openPart(brief, bakery, NEW_YORK)).toBeNull();
  expect(openPart(brief, bakery, NEW_YORK, 1)).toEqual({ ...brief, untilMs: at('2026-05-05T20:30') });
});

test('the open parts of a time span lie within it and within the hours', () => {
  const bakery = daily('07:00', '20:30');
  const overNight = { fromMs: at('2026-05-05T20:00'), untilMs: at('2026-05-06T08:00') };
  expect(openParts(overNight, bakery, NEW_YORK)).toEqual([
    { fromMs: at('2026-05-05T20:00'), untilMs: at('2026-05-05T20:30') },
    { fromMs: at('2026-05-06T07:00'), untilMs: at('2026-05-06T08:00') },
  ]);
  const atNight = { fromMs: at('2026-05-05T20:30'), untilMs: at('2026-05-06T07:00') };
  expect(openParts(atNight, bakery, NEW_YORK)).toEqual([]);
  expect(openParts(overNight, [], NEW_YORK)).toEqual([]);
});

test('is closed throughout a time span if it does not open on any of its days', () => {
  const at10 = { from: '22:00', until: '23:00' };
  expect(isClosedThroughout(daily('07:00', '20:30'), ['monday'], at10)).toBe(true);
  expect(isClosedThroughout(daily('07:00', '22:30'), ['monday'], at10)).toBe(false);
  expect(isClosedThroughout(BISTRO, ['thursday'], at10)).toBe(true);
  expect(isClosedThroughout(BISTRO, ['thursday', 'friday'], at10)).toBe(false);
  const overSunday: OpeningHours = [{ weekday: 'sunday', opens: '22:00', closes: '02:00' }];
  expect(isClosedThroughout(overSunday, ['monday'], { from: '00:30', until: '01:30' })).toBe(false);
  expect(isClosedThroughout([], ['monday'], at10)).toBe(false);
});

test('a pickup ends after closing if it is not open to its end', () => {
  const bakery = daily('07:00', '20:30');
  const endsLate = (from: string, until: string, hours = bakery) =>
    endsAfterClosing({ fromMs: at(from), untilMs: at(until) }, hours, NEW_YORK);
  expect(endsLate('2026-05-05T19:00', '2026-05-05T20:30')).toBe(false);
  expect(endsLate('2026-05-05T19:00', '2026-05-06T08:00')).toBe(false);
  expect(endsLate('2026-05-05T19:00', '2026-05-05T20:31')).toBe(true);
  expect(endsLate('2026-05-05T21:00', '2026-05-05T22:00')).toBe(true);
  expect(endsLate('2026-05-05T21:00', '2026-05-05T22:00', [])).toBe(false);
});
