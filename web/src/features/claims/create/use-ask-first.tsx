import { t } from '@lingui/core/macro';
import type { ClaimListing } from '#web/features/claims/create/use-claim-listing.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { prepareText } from '#web/features/messaging/unsent-text.ts';
import { formatList } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';

const AskFirst = lazyPart(async () => (await import('./AskFirst.tsx')).AskFirst);

/**
 * Where the donor says nothing of allergens and the person avoids some, the returned `claim` asks first: `question` is to be
 * rendered. A claim that was confirmed leads to the conversation, with the question to its donor written, not sent.
 * Elsewhere it is the given one.
 */
export function useAskFirst(
  listing: Listing,
  claim: ClaimListing,
): { readonly claim: (servings: number) => void; readonly question: ReactNode } {
  const avoids = useAvoids();
  const [, navigate] = useLocation();
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false });
  const [servings, setServings] = useState<number | null>(null);
  const claimAndAsk = (count: number) =>
    claim(count, {
      onSuccess: ({ claim: { conversationId } }) => {
        const names = formatList(avoids.map(allergenName));
        if (me) prepareText(me.id, conversationId, t`Hi! I can't eat ${names}. Is any of that in it?`);
        navigate(paths.conversation(conversationId));
      },
    });
  return {
    claim: isUnstated(listing, avoids) ? setServings : (count) => claim(count),
    question: servings !== null && (
      <Suspense fallback={null}>
        <AskFirst
          listing={listing}
          onConfirm={() => claimAndAsk(servings)}
          onClose={() => setServings(null)}
        />
      </Suspense>
    ),
  };
}
