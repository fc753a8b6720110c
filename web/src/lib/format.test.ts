import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { formatDistance, formatMeters, distanceSteps, formatKilometers, formatWalk } from './distances.ts';
import {
  deviceZone,
  formatCompact,
  formatDateTime,
  formatDay,
  formatDuration,
  formatEnd,
  formatList,
  formatNumber,
  formatPickupWindow,
  formatRelative,
  formatServings,
  formatTime,
  formatWords,
  toDateTimeInput,
  unbroken,
} from './format.ts';

const NEW_YORK = 'America/New_York';
/** Saturday 21 November 2026, 14:00 in New York (UTC−5). */
const now = '2026-11-21T19:00:00Z';
const at = (clock: string, day = 21, month = 11) =>
  `2026-${String(month).padStart(2, '0')}-${day}T${clock}:00-05:00`;

afterEach(() => i18n.activate('en'));

describe('a pickup window', () => {
  it.each([
    [at('17:30'), at('20:00'), 'today, 5:30–8 PM'],
    [at('11:00', 22), at('13:30', 22), 'tomorrow, 11 AM–1:30 PM'],
    [at('13:00'), at('20:00'), 'today, until 8 PM'],
    [at('13:00'), at('09:42', 22), 'until tomorrow, 9:42 AM'],
    [at('13:00'), at('09:00', 25), 'until Wednesday, 9 AM'],
    [at('22:00'), at('02:00', 22), 'today, 10 PM to tomorrow, 2 AM'],
    [at('13:00'), at('00:00', 22), 'until midnight tonight'],
    [at('13:00'), at('00:00', 23), 'until midnight tomorrow night'],
    [at('13:00'), at('00:00', 26), 'until Thursday, 12 AM'],
    [at('09:00', 20), at('00:00', 21), 'today, until 12 AM'],
    [at('17:30'), at('00:00', 22), 'today, 5:30 PM to midnight tonight'],
    [at('22:00'), at('00:00', 23), 'today, 10 PM to midnight tomorrow night'],
    [at('09:00', 25), at('10:15', 25), 'Wednesday, 9–10:15 AM'],
    [at('09:00', 28), at('10:00', 28), 'Nov 28, 9–10 AM'],
  ])('from %s until %s is "%s"', (from, until, said) => {
    expect(formatPickupWindow(from, until, now, NEW_YORK)).toBe(said);
  });

  it('uses 24 hours where that is the custom', () => {
    i18n.activate('en', ['en-GB', 'en']);
    expect(formatTime(at('17:00'), NEW_YORK)).toBe('17:00');
    expect(formatPickupWindow(at('17:30'), at('20:00'), now, NEW_YORK)).toBe('today, 17:30–20:00');
  });

  it('shows the full hour in locales where AM or PM comes first', () => {
    i18n.activate('en', ['ko']);
    expect(formatPickupWindow(at('17:30'), at('20:00'), now, NEW_YORK)).toContain('오후 5:30~8:00');
  });
});

describe('an end at midnight', () => {
  const ends = '2026-11-22T05:00:00Z';

  it.each([
    ['just after the midnight before', '00:01'],
    ['in the early morning', '04:00'],
    ['at noon', '12:00'],
    ['in its last minute', '23:59'],
  ])('is that of tonight %s', (_, clock) => {
    expect(formatEnd(ends, at(clock), NEW_YORK)).toBe('midnight tonight');
    expect(formatEnd(ends, at(clock, 20), NEW_YORK)).toBe('midnight tomorrow night');
  });

  it('is midnight in its zone alone', () => {
    expect(formatEnd(ends, now, 'UTC')).toBe('tomorrow, 5 AM');
    expect(formatEnd('2026-11-22T00:00:00Z', now, 'UTC')).toBe('midnight tonight');
    expect(formatEnd('2026-11-21T18:30:00Z', '2026-11-21T08:00:00Z', 'Asia/Kolkata')).toBe(
      'midnight tonight',
    );
  });

  it('belongs to the day before it, also on the day of 25 hours', () => {
    expect(formatEnd('2026-11-02T05:00:00Z', '2026-11-01T04:00:00Z', NEW_YORK)).toBe('midnight tonight');
  });

  it('reads the same for a clock of 24 hours', () => {
    i18n.activate('en', ['en-GB', 'en']);
    expect(formatEnd(ends, now, NEW_YORK)).toBe('midnight tonight');
  });
});

it('the zone of a device that has none, or an unknown one, is UTC', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValueOnce(17);
  const known = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
    ...known,
    timeZone: 'Etc/Unknown',
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(deviceZone()).toBe('UTC');
});

describe('a day', () => {
  it('changes at midnight of its zone', () => {
    expect(formatDay('2026-11-22T03:30:00Z', now, NEW_YORK)).toBe('today');
    expect(formatDay('2026-11-22T03:30:00Z', now, 'UTC')).toBe('tomorrow');
  });

  it('counts calendar days across a clock change', () => {
    // New York sets its clocks back on 1 November 2026: that day has 25 hours.
    expect(formatDay('2026-11-02T04:30:00Z', '2026-11-01T04:30:00Z', NEW_YORK)).toBe('today');
    expect(formatDay('2026-11-02T05:30:00Z', '2026-11-01T04:30:00Z', NEW_YORK)).toBe('tomorrow');
  });

  it('names the year only if it differs', () => {
    expect(formatDay('2027-01-03T15:00:00Z', now, NEW_YORK)).toBe('Jan 3, 2027');
  });

  it("follows the reader's locale", () => {
    i18n.activate('en', ['en-GB', 'en']);
    expect(formatDay(at('12:00', 28), now, NEW_YORK)).toBe('28 Nov');
    expect(formatDateTime(at('17:30', 28), NEW_YORK)).toBe('28 November 2026 at 17:30');
  });

  it('has its full date and time', () => {
    expect(formatDateTime(at('17:30', 28), NEW_YORK)).toBe('November 28, 2026 at 5:30 PM');
  });
});

describe('elapsed time', () => {
  it.each([
    ['2026-11-21T18:59:30Z', 'just now'],
    ['2026-11-21T18:55:00Z', '5 min ago'],
    ['2026-11-21T16:00:00Z', '3 h ago'],
    ['2026-11-20T19:00:00Z', 'yesterday'],
    ['2026-11-18T19:00:00Z', '3 days ago'],
    ['2026-10-14T19:00:00Z', 'Oct 14'],
  ])('%s is "%s"', (then, said) => {
    expect(formatRelative(then, now, NEW_YORK)).toBe(said);
  });
});

describe('time left', () => {
  it.each([
    [-1, '0 min'],
    [30_000, 'under a minute'],
    [12 * 60_000, '12 min'],
    [80 * 60_000, '1 h 20 min'],
    [120 * 60_000, '2 h'],
    [47 * 3_600_000, '47 h'],
    [72 * 3_600_000, '3 days'],
  ])('%i ms is "%s"', (leftMs, said) => {
    expect(formatDuration(leftMs)).toBe(said);
  });
});

describe('distances, numbers and servings', () => {
  it('have sensible precision', () => {
    expect(formatDistance(0.03)).toBe('under 0.1 km');
    expect(formatDistance(0.44)).toBe('0.4 km');
    expect(formatDistance(12.4)).toBe('12 km');
    expect(formatNumber(12480)).toBe('12,480');
    expect([formatCompact(12), formatCompact(1240)]).toEqual(['12', '1.2K']);
    expect([formatServings(1), formatServings(12)]).toEqual(['1 serving', '12 servings']);
  });
});

describe('how far someone has to go', () => {
  it.each([
    [0.02, '1 min walk · under 0.1 km'],
    [0.6, '9 min walk · 0.6 km'],
    [2.2, '33 min walk · 2.2 km'],
    [3.1, '3.1 km'],
  ])('%d km is "%s"', (distanceKm, said) => {
    expect(formatWalk(distanceKm, true)).toBe(said);
  });

  it.each([
    [0.02, 'about 5 min walk'],
    [0.6, 'about 10 min walk'],
    [0.8, 'about 10 min walk'],
    [2.2, 'about 35 min walk'],
    [3.1, '3.1 km'],
  ])('%d km to a home is "%s"', (distanceKm, said) => {
    expect(formatWalk(distanceKm, false)).toBe(said);
  });
});

it.each([
  [100, '100 m'],
  [1000, '1,000 m'],
  [1100, '1.1 km'],
  [2500, '2.5 km'],
  [5000, '5 km'],
])('a length of %i meters is "%s"', (meters, said) => {
  expect(formatMeters(meters)).toBe(said);
});

it('lists words in a sentence and side by side', () => {
  expect(formatList(['milk', 'eggs', 'soy'])).toBe('milk, eggs, and soy');
  expect(formatWords(['milk', 'eggs', 'soy'])).toBe('milk, eggs, soy');
});

it('writes numbers with the digits of the locale', () => {
  i18n.activate('en', ['ar-EG']);
  expect(formatDuration(80 * 60_000)).toBe('١ h ٢٠ min');
});

describe('the value of a date-time input', () => {
  it('is the wall clock time of the zone', () => {
    expect(toDateTimeInput('2026-11-21T22:30:00Z', NEW_YORK)).toBe('2026-11-21T17:30');
  });
});

test('miles stand alone where roads are measured so, and beside the kilometers that are specified', () => {
  const meta = document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name: 'region', content: '{"country":"GB","currency":"GBP","usesMiles":true}' });
  onTestFinished(() => meta.remove());
  expect([0.03, 0.44, 12.4, 50].map(formatKilometers)).toEqual([
    'under 0.1 km (under 0.1 mi)',
    '0.4 km (0.3 mi)',
    '12 km (7.7 mi)',
    '50 km (31 mi)',
  ]);
  expect([150, 500, 2500].map(formatMeters)).toEqual(['490 ft', '0.3 mi', '1.6 mi']);
  expect([0.03, 0.44, 50].map(formatDistance)).toEqual(['under 0.1 mi', '0.3 mi', '31 mi']);
  expect(distanceSteps(10).map(formatDistance)).toEqual(['0.5 mi', '1 mi', '3 mi', '5 mi', '15 mi']);
  expect(distanceSteps(16.09).map(formatDistance)).toContain('10 mi');
  expect(formatWalk(0.6, true)).toBe('9 min walk · 0.4 mi');
});

test.each([
  ['today, 9–11 AM', 'today, 9–\u206011\u00A0AM'],
  ['46 left of 60', '46\u00A0left of 60'],
  ['4 servings', '4\u00A0servings'],
])('%j keeps numbers with what they count', (text, kept) => {
  expect(unbroken(text)).toBe(kept);
});
