import { expect, test } from 'vitest';
import { clockReads } from './check-clock.mjs';

test.each([
  ['Date.now()', 'Date.now'],
  ['const read = Date.now;', 'Date.now'],
  ['globalThis.Date.now()', 'Date.now'],
  ['new Date()', 'new Date()'],
  ['Date()', 'Date()'],
  ['Math.random()', 'Math.random'],
  ['performance.now()', 'performance.now'],
  ['Temporal.Now.instant()', 'Temporal.Now'],
  ['function pick(dice = Math.random) {}', 'Math.random'],
])('%s is found', (text, what) => {
  expect(clockReads(`// line one\n${text}`)).toEqual([{ line: 2, what }]);
});

test.each([
  ['new Date(now)'],
  ['Date.parse(text)'],
  ['clock.now()'],
  ['Math.max(1, 2)'],
  ["const text = 'Date.now()'; // Math.random()"],
])('%s is allowed', (text) => {
  expect(clockReads(text)).toEqual([]);
});
