import { expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { surplusFromListing } from './surplus-values.ts';

it('counts servings of what was shared by the piece', () => {
  const servingsOf = (countedAs: 'rolls' | null) =>
    surplusFromListing(aListing({ offeredServings: 30, countedAs }), [], 'UTC').servings;
  expect([servingsOf('rolls'), servingsOf(null)]).toEqual([15, 30]);
});
