import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { MAX_PHOTO_BYTES_PER_DAY, MAX_PHOTOS_PER_DAY, photoQuotaWaitSeconds } from './photo-limits.ts';

const NOON = Date.parse('2026-05-04T12:00:00Z');
const one = { count: 1, bytes: 0 };

describe('photoQuotaWaitSeconds', () => {
  it.each([
    ['the first', { count: 0, bytes: 0, firstAtMs: null }, one, null],
    ['the last', { count: MAX_PHOTOS_PER_DAY - 1, bytes: 0, firstAtMs: NOON }, one, null],
    ['one more', { count: MAX_PHOTOS_PER_DAY, bytes: 0, firstAtMs: NOON }, one, DAY_MS / 1000],
    [
      'one more, an hour before the first is a day old',
      { count: 60, bytes: 0, firstAtMs: NOON - 23 * 3_600_000 },
      one,
      3600,
    ],
    [
      'the last byte',
      { count: 3, bytes: MAX_PHOTO_BYTES_PER_DAY - 7, firstAtMs: NOON },
      { count: 0, bytes: 7 },
      null,
    ],
    [
      'a byte more',
      { count: 3, bytes: MAX_PHOTO_BYTES_PER_DAY - 7, firstAtMs: NOON },
      { count: 0, bytes: 8 },
      DAY_MS / 1000,
    ],
    [
      'five together after fifty-six',
      { count: 56, bytes: 0, firstAtMs: NOON },
      { count: 5, bytes: 0 },
      DAY_MS / 1000,
    ],
    ['at the very end of the day', { count: 60, bytes: 0, firstAtMs: NOON - DAY_MS }, one, 1],
  ])('%s', (_case, sent, more, waitSeconds) => {
    expect(photoQuotaWaitSeconds(sent, more, NOON)).toBe(waitSeconds);
  });
});
