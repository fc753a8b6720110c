import { t } from '@lingui/core/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { prepareText } from '#web/features/messaging/unsent-text.ts';
import { formatList } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { claimListing } from '@openlarder/domain/claims/claim-contract.ts';
import { applyLiveStatus } from '#web/features/listings/listings.queries.ts';
import { call } from '#web/lib/call.ts';
import { HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { cacheClaim } from '../claims.queries.ts';

/** Whether others have claimed it all in the meantime. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof HttpError &&
  ((error.code === 'not-available' && error.reason !== 'over') ||
    (error.code === 'not-enough' && error.params['left'] === 0));

type ClaimListing = ReturnType<typeof useClaimListing>['mutate'];

/**
 * Claims servings of a listing, with a toast. A retry after a lost answer is idempotent. A lost race is forgotten once the
 * food, which was gone, is offered again.
 */
export function useClaimListing({ id: listingId, status }: Listing) {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const claimsMade = useRef(0);
  const claiming = useMutation({
    mutationFn: async (servings: number) => {
      const claim = () =>
        call(claimListing, {
          params: { id: listingId },
          body: { servings },
          // A claim after a release is a new one, not a retry.
          idempotencyKey: keyFor([listingId, servings, claimsMade.current]),
        });
      const answer = await claim();
      if (answer.claim.status === 'open') return answer;
      // that of a claim whose answer was lost, and which has ended since
      claimsMade.current += 1;
      return claim();
    },
    onSuccess: ({ claim }) => {
      claimsMade.current += 1;
      cacheClaim(queryClient, claim);
      applyLiveStatus(queryClient, { listingId, status: claim.listing.status });
      toast({
        title: t`Success`,
        description: t`Food claimed successfully! Check your messages for coordination.`,
        tone: 'success',
      });
    },
    onError: (error) => {
      // the dish is gone here too, with what was left of it
      if (isLostRace(error)) applyLiveStatus(queryClient, { listingId, status: 'claimed' });
      // said in place, with other food
      if (isUnauthorized(error) || isLostRace(error)) return;
      toastFailure(t`Error`, t`Failed to claim food. Please try again.`);
    },
  });
  const forgetLostRace = useEffectEvent(() => {
    if (isLostRace(claiming.error)) claiming.reset();
  });
  const isOffered = status === 'posted';
  useEffect(() => {
    if (isOffered) forgetLostRace();
  }, [isOffered]);
  return claiming;
}

const AskFirst = lazyPart(async () => (await import('./AskFirst.tsx')).AskFirst);

/**
 * Where the food contains what the person avoids, or its donor says nothing of allergens and the person avoids some, the
 * returned `claim` asks first: `question` is to be rendered. Where nothing was said, a confirmed claim leads to the
 * conversation, with the question to its donor written, not sent. Elsewhere it is the given one.
 */
export function useAskFirst(
  listing: Listing,
  claim: ClaimListing,
): { readonly claim: (servings: number) => void; readonly question: ReactNode } {
  const avoids = useAvoids();
  const [, navigate] = useLocation();
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false });
  const [servings, setServings] = useState<number | null>(null);
  const found = listing.allergens?.filter((allergen) => avoids.includes(allergen)) ?? [];
  const claimAndAsk = (count: number) =>
    claim(count, {
      onSuccess: ({ claim: { conversationId } }) => {
        const names = formatList(avoids.map(allergenName));
        if (me) prepareText(me.id, conversationId, t`Hi! I can't eat ${names}. Is any of that in it?`);
        navigate(paths.conversation(conversationId));
      },
    });
  return {
    claim: found.length > 0 || isUnstated(listing, avoids) ? setServings : (count) => claim(count),
    question: servings !== null && (
      <Suspense fallback={null}>
        <AskFirst
          listing={listing}
          found={found}
          onConfirm={() => (found.length > 0 ? claim(servings) : claimAndAsk(servings))}
          onClose={() => setServings(null)}
        />
      </Suspense>
    ),
  };
}
