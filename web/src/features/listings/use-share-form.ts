import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  type Category,
  type CreateListing,
  createListing,
  createListingBody,
  type Listing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { refreshListings } from './listings.queries.ts';
import { datesOf, expiryOf, type KnownPlace, type ShareValues, startingValues } from './share-values.ts';

/** The category a form starts with: the one whose dates promise the least that is not so. */
const FIRST_CATEGORY: Category = 'other';

/**
 * The share form's values and rules. The contract's schema is the only judge, so that its messages are the ones a
 * person reads. Days are the calendar's of `timeZone`.
 */
export function useShareForm(place: KnownPlace, timeZone: string) {
  const [openedAtMs] = useState(() => Date.now());
  const form = useForm<ShareValues, unknown, CreateListing>({
    defaultValues: startingValues(FIRST_CATEGORY, place, openedAtMs, timeZone),
    resolver: standardSchemaResolver(createListingBody),
  });
  const { setValue } = form;
  // Read here, so that the form keeps count of what was changed.
  const { dirtyFields, isSubmitted } = form.formState;

  /** Other food keeps for another time: puts in the dates of `category` that the person has not set. */
  const followCategory = (category: Category): void => {
    const { bestByDate, expiryDate } = datesOf(category, openedAtMs, timeZone);
    if (dirtyFields.bestByDate) return;
    setValue('bestByDate', bestByDate);
    if (!dirtyFields.expiryDate) setValue('expiryDate', expiryDate);
  };

  /** Sets best-by, and hard expiry a day after it while the person has not set that. */
  const setBestBy = (bestByDate: string): void => {
    setValue('bestByDate', bestByDate, { shouldDirty: true, shouldValidate: isSubmitted });
    if (!dirtyFields.expiryDate) setValue('expiryDate', expiryOf(bestByDate, timeZone));
  };

  return { form, followCategory, setBestBy };
}

/**
 * Shares food. The same content sent again, after an answer that was lost on the way, is the same listing: the key
 * names the content.
 */
export function useShareListing() {
  const keyFor = useIdempotencyKey();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateListing): Promise<Listing> =>
      call(createListing, { body, idempotencyKey: keyFor(body) }),
    onSuccess: () => refreshListings(queryClient),
  });
}
