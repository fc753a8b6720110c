import type { Recommendation } from '@openlarder/domain/matching/matching-contract.ts';

type Matches = readonly Recommendation[];

/**
 * The next matches, with those of the previous ones that are kept although they are no longer among them, each where it
 * stood: what a person has just claimed or put aside does not vanish under their finger.
 */
export function keepInPlace(
  previous: Matches,
  next: Matches,
  isKept: (listingId: string) => boolean,
): Matches {
  const ids = new Set(next.map(({ listing }) => listing.id));
  const result = [...next];
  for (const [place, match] of previous.entries())
    if (!ids.has(match.listing.id) && isKept(match.listing.id)) result.splice(place, 0, match);
  return result;
}
