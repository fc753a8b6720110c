import { expect, test } from 'vitest';
import { CLAIMS_EXAMPLE, parseCommunityClaims, SPECIFIED_CLAIMS } from './community-claims.ts';

test('the example makes the specified claims, and a 60/25/15 split', () => {
  expect(parseCommunityClaims(CLAIMS_EXAMPLE)).toEqual(SPECIFIED_CLAIMS);
  expect(SPECIFIED_CLAIMS.split).toEqual({ operations: 60, technology: 25, outreach: 15 });
});

test('a community claims only what it names', () => {
  expect(parseCommunityClaims('families = 1,200 ;')).toEqual({
    families: '1,200',
    food: null,
    donated: null,
    programs: null,
    split: null,
  });
});

test.each([
  '',
  'families',
  'families=',
  'meals=5',
  'families=1; families=2',
  'split=60/25',
  'split=60/25/16',
  'split=60/25/15/0',
  'split=a/b/c',
  `families=${'9'.repeat(21)}`,
])('%j is refused', (text) => {
  expect(parseCommunityClaims(text)).toBeNull();
});
