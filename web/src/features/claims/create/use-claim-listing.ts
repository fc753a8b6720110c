import { t } from '@lingui/core/macro';
import { claimListing } from '@openlarder/domain/claims/claim-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
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

export type ClaimListing = ReturnType<typeof useClaimListing>['mutate'];

/** Claims servings of a listing, with a toast. A retry after a lost answer is idempotent. */
export function useClaimListing(listingId: string) {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const claimsMade = useRef(0);
  return useMutation({
    mutationFn: (servings: number) =>
      call(claimListing, {
        params: { id: listingId },
        body: { servings },
        // A claim after a release is a new one, not a retry.
        idempotencyKey: keyFor([listingId, servings, claimsMade.current]),
      }),
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
}
