import {
  createListing,
  type Listing,
  withdrawListing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { repeatListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { userListingsQuery } from '../claims.queries.ts';
import { previousDayListings, repeatKey } from './previous-day-listings.ts';

/** Another tab or an earlier tap has shared it today, with times of its own moment. */
const isSharedAlready = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'idempotency-key-reused';

/** Shares earlier listings again, one after the other, each once a day (`repeatKey`), and takes them back. */
export function useShareAgain(personId: string, timeZone: string) {
  const queryClient = useQueryClient();
  const { queryKey } = userListingsQuery(personId);
  const [shared, setShared] = useState<readonly Listing[]>([]);
  const mutationKey = ['share-again', personId];
  const known = () => queryClient.getQueryData(queryKey)?.items ?? [];
  const put = (listing: Listing): void => {
    queryClient.setQueryData(queryKey, (page) => {
      if (!page) return page;
      const items = page.items.some(({ id }) => id === listing.id)
        ? page.items.map((one) => (one.id === listing.id ? listing : one))
        : [listing, ...page.items];
      return { ...page, items };
    });
  };
  const shareOne = async (listing: Listing): Promise<void> => {
    const nowMs = Date.now();
    // a second tap may come before the page has rendered the first
    if (!previousDayListings(known(), nowMs, timeZone).again.some(({ id }) => id === listing.id)) return;
    try {
      const made = await call(createListing, {
        body: repeatListing(listing, nowMs, timeZone),
        idempotencyKey: repeatKey(listing, known(), nowMs, timeZone),
      });
      put(made);
      setShared((before) => [...before.filter(({ id }) => id !== made.id), made]);
    } catch (error) {
      if (!isSharedAlready(error)) throw error;
      await queryClient.invalidateQueries({ queryKey });
    }
  };
  const sharing = useMutation({
    mutationKey,
    mutationFn: async (listings: readonly Listing[]) => {
      for (const listing of listings) await shareOne(listing);
    },
  });
  const undoing = useMutation({
    mutationKey,
    mutationFn: async () => {
      for (const { id } of shared) put(await call(withdrawListing, { params: { id } }));
      setShared([]);
    },
  });
  const isBusy = (): boolean => queryClient.isMutating({ mutationKey }) > 0;
  return {
    shared,
    isSharing: sharing.isPending,
    isUndoing: undoing.isPending,
    error: sharing.error ?? undoing.error,
    share: (listings: readonly Listing[]): void => {
      if (isBusy()) return;
      undoing.reset();
      sharing.mutate(listings);
    },
    undo: (): void => {
      if (isBusy()) return;
      sharing.reset();
      undoing.mutate();
    },
  };
}
