import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useOwnAllergens } from '../ticket/ClaimedFoodWarning.tsx';

const AskFirst = lazyPart(async () => (await import('./AskFirst.tsx')).AskFirst);

/**
 * Where the donor says nothing of allergens and the person avoids some, the returned `claim` asks first: `question` is to be
 * rendered. Elsewhere it is the given one.
 */
export function useAskFirst(
  listing: Listing,
  claim: (servings: number) => void,
): { readonly claim: (servings: number) => void; readonly question: ReactNode } {
  const avoids = useOwnAllergens();
  const [servings, setServings] = useState<number | null>(null);
  const mustAsk = isUnstated(listing, avoids);
  return {
    claim: mustAsk ? setServings : claim,
    question: servings !== null && (
      <Suspense fallback={null}>
        <AskFirst listing={listing} onConfirm={() => claim(servings)} onClose={() => setServings(null)} />
      </Suspense>
    ),
  };
}
