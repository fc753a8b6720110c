import type { Recommendation } from '@openlarder/domain/matching/matching-contract.ts';
import { expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { keepInPlace } from './SmartRecommendations.tsx';

const match = (title: string): Recommendation => ({
  listing: aListing({ id: title, title }),
  score: 70,
  urgency: 'low',
  distance: null,
  reasons: [],
  reasonCodes: [],
});
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(match) as [
  Recommendation,
  Recommendation,
  Recommendation,
  Recommendation,
];
const idsOf = (matches: readonly Recommendation[]) => matches.map(({ listing }) => listing.id).join('');

it('keeps what was claimed or put aside where it stood, and drops the rest', () => {
  expect(idsOf(keepInPlace([a, b, c], [a, c, d], (id) => id === 'b'))).toBe('abcd');
  expect(idsOf(keepInPlace([a, b, c], [c, d], (id) => id === 'b'))).toBe('cbd');
  expect(idsOf(keepInPlace([a, b, c], [b, d], () => false))).toBe('bd');
  expect(idsOf(keepInPlace([a, b], [b, a], () => true))).toBe('ba');
});
