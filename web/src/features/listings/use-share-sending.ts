import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import {
  type CreateListing,
  createListing,
  type Listing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { arrivedCaptions, arrivedPaths } from '#web/features/photos/photo-list.ts';
import type { usePhotoUploads } from '#web/features/photos/use-photo-uploads.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { paths } from '#web/lib/paths.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';
import { refreshListings } from './listings.queries.ts';
import type { DraftKeeper } from './share-draft-keeper.ts';
import { SHARE_FIELDS } from './share-values.ts';
import type { ListingForm } from './use-share-form.ts';

/** What goes out: what belongs to donations alone stays here when the person shares as an individual. */
function sentBody(values: CreateListing): CreateListing {
  if (values.isBulk) return { ...values, expiryDate: null };
  const { urgencyLevel: _, ...rest } = values;
  return { ...rest, closingTime: '', contactPhone: '' };
}

/**
 * Shares food. The same content sent again, after an answer that was lost on the way, is the same listing: the key
 * names the content.
 */
function useShareListing() {
  const keyFor = useIdempotencyKey();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateListing): Promise<Listing> =>
      call(createListing, { body, idempotencyKey: keyFor(body) }),
    onSuccess: () => refreshListings(queryClient),
  });
}

/** Remembers the place of a listing as the person's own. Answers nothing: the food is shared, which was asked for. */
function useRememberPlace() {
  const queryClient = useQueryClient();
  return async ({
    pickupLocation: address,
    latitude,
    longitude,
    areaLabel,
  }: CreateListing): Promise<void> => {
    if (latitude === undefined || longitude === undefined) return;
    try {
      const updated = await call(updateProfile, {
        body: { address, latitude, longitude, ...(areaLabel !== undefined && { areaLabel }) },
      });
      queryClient.setQueryData(endpointKey(getUser), updated);
    } catch {
      // It is asked for again next time.
    }
  };
}

type Parts = {
  readonly form: ListingForm;
  readonly photos: ReturnType<typeof usePhotoUploads>;
  readonly keeper: DraftKeeper;
  readonly keepNow: (isSending: boolean) => void;
};

/** Sends the form: waits for its photos, shares, and goes to the listing; or says what is wrong and keeps everything. */
export function useShareSending({ form, photos, keeper, keepNow }: Parts) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const share = useShareListing();
  const rememberPlace = useRememberPlace();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const tellOfFailure = (isBulk: boolean) =>
    toast({
      title: t`Error`,
      description: isBulk
        ? t`Failed to post bulk donation. Please try again.`
        : t`Failed to share food listing. Please try again.`,
      tone: 'destructive',
    });

  const shareNow = async (values: CreateListing, remember: boolean): Promise<void> => {
    const { uploads } = photos;
    await uploads.settled();
    if (uploads.items().some(({ status }) => status === 'failed')) {
      if (!isShown.current) tellOfFailure(values.isBulk);
      form.setError('imageUrls', {
        message: t`A photo could not be sent. Open the photos to try again or remove it.`,
      });
      keepNow(false);
      return;
    }
    const items = uploads.items();
    try {
      const body = { ...values, imageUrls: arrivedPaths(items), imageCaptions: arrivedCaptions(items) };
      const listing = await share.mutateAsync(sentBody(body));
      keeper.forget();
      if (remember) await rememberPlace(values);
      toast({
        title: t`Success`,
        description: t`Your food is shared. We tell you as soon as someone claims it.`,
        tone: 'success',
      });
      // Who has gone elsewhere meanwhile is not called away from there.
      if (isShown.current) navigate(paths.listing(listing.id));
    } catch (error) {
      keepNow(false);
      if (toldUnauthorized(error)) return;
      tellOfFailure(values.isBulk);
      if (!showFieldErrors(error, SHARE_FIELDS, form.setError)) setFailure(error);
    }
  };

  const send = async (values: CreateListing, { rememberPlace: remember }: { rememberPlace: boolean }) => {
    setBusy(true);
    setFailure(null);
    keepNow(true);
    const sending = shareNow(values, remember);
    photos.keepFor(sending);
    await sending;
    setBusy(false);
  };

  return { busy, failure, send };
}
