import { expect, test } from 'vitest';
import { formatInstant } from './format-instant.ts';

test.each([
  ['en', 'America/New_York', null, 'Monday, May 4 at 6:00 PM'],
  ['en', 'UTC', null, 'Monday, May 4 at 10:00 PM'],
  ['en', 'Europe/Berlin', null, 'Tuesday, 5 May at 0:00'],
  ['en', 'Europe/Berlin', 'GB', 'Tuesday 5 May at 0:00'],
  ['de', 'America/New_York', null, 'Montag, 4. Mai um 18:00'],
])('%s at the clock of %s, in the country %s, is %j', (language, timeZone, country, shown) => {
  const at = new Date('2026-05-04T22:00:00Z');
  const said = formatInstant(at, language, { timeZone, country, currency: null });
  expect(said.replaceAll(/\s/g, ' ')).toBe(shown);
});
