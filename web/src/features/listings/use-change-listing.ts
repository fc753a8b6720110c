import {
  type ChangeListing,
  changeListing,
  type Listing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { oneListing, refreshListings } from './listings.queries.ts';

/** Changes a listing of one's own, and shows it changed everywhere. */
export function useChangeListing(listing: Listing) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeListing) => call(changeListing, { params: { id: listing.id }, body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(oneListing(listing.id).queryKey, changed);
      refreshListings(queryClient);
    },
    onError: (error) => {
      if (toldUnauthorized(error)) return;
      // What is shown is no longer so.
      if (error instanceof HttpError && error.status === 409) refreshListings(queryClient);
    },
  });
}
