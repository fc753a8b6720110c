import { useLingui } from '@lingui/react/macro';
import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import {
  type CreateListing,
  createListing,
  type Listing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { uploadedCaptions, uploadedPaths } from '#web/features/photos/upload/photo-list.ts';
import type { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { ShareDraftStorage } from './draft/draft-storage.ts';
import { FIELD_ORDER } from './draft/form-values.ts';
import type { ShareDraft } from './draft/share-draft.ts';
import type { ListingForm } from './use-share-form.ts';

/** The request body: fields of donations are left out of individual sharing. */
function requestBody(values: CreateListing): CreateListing {
  if (values.isBulk) return { ...values, expiryDate: null };
  const { urgencyLevel: _, ...rest } = values;
  return { ...rest, mayGoToOne: false, closingTime: '', contactPhone: '' };
}

/**
 * Creates the listing. Sending the same content again, after a lost response, yields the same listing: the
 * idempotency key belongs to the content.
 */
function useShareListing() {
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CreateListing): Promise<Listing> =>
      call(createListing, { body, idempotencyKey: keyFor(body) }),
  });
}

/**
 * Saves the listing's place as the person's own. Ignores failures: the listing exists, which was the request.
 */
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
      // The next form asks again.
    }
  };
}

const PHOTO_NOT_SENT = 'photo';

/** Says at the photos that one could not be sent, until it is sent again or removed. */
export function usePhotoError(
  form: ListingForm,
  { items }: Pick<ReturnType<typeof usePhotoUploads>, 'items'>,
) {
  const hasFailed = items.some(({ status }) => status === 'failed');
  useEffect(() => {
    const isSaid = form.getFieldState('imageUrls').error?.type === PHOTO_NOT_SENT;
    if (isSaid && !hasFailed) form.clearErrors('imageUrls');
  }, [form, hasFailed]);
  return (message: string): void => form.setError('imageUrls', { type: PHOTO_NOT_SENT, message });
}

/** Why sharing failed: no connection, or the error of the server or the network. */
export type ShareFailure = 'offline' | { readonly error: unknown };

type Options = {
  readonly form: ListingForm;
  readonly photos: ReturnType<typeof usePhotoUploads>;
  readonly draftStorage: ShareDraftStorage;
  readonly saveDraftNow: (isSending: boolean) => void;
  readonly currentDraft: () => ShareDraft | null;
  /** Called with the new listing and its form as a draft, unless the person has left the form by then. */
  readonly onShared: (listing: Listing, draft: ShareDraft | null) => void;
};

/**
 * Submits the form: waits for its photos and creates the listing; on an error, shows it and keeps everything. Without a
 * connection it sends nothing and says so.
 */
export function useSubmitListing({ form, photos, draftStorage, saveDraftNow, ...rest }: Options) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShareFailure | null>(null);
  const share = useShareListing();
  const rememberPlace = useRememberPlace();
  const sayPhotoFailed = usePhotoError(form, photos);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const toastFailure = (isBulk: boolean) =>
    toast({
      title: t`Error`,
      description: isBulk
        ? t`Failed to post bulk donation. Please try again.`
        : t`Failed to share food listing. Please try again.`,
      tone: 'destructive',
    });

  const submitNow = async (values: CreateListing, remember: boolean): Promise<void> => {
    const { uploads } = photos;
    await uploads.settled();
    if (uploads.items().some(({ status }) => status === 'failed')) {
      if (!isMounted.current) toastFailure(values.isBulk);
      sayPhotoFailed(t`We couldn't send a photo. Open your photos to try again or remove it.`);
      saveDraftNow(false);
      return;
    }
    const items = uploads.items();
    try {
      const body = { ...values, imageUrls: uploadedPaths(items), imageCaptions: uploadedCaptions(items) };
      const listing = await share.mutateAsync(requestBody(body));
      const draft = rest.currentDraft();
      draftStorage.discard();
      if (remember) await rememberPlace(values);
      toast({
        title: t`Success`,
        description: t`Your food is shared. We'll let you know when someone claims it.`,
        tone: 'success',
      });
      if (isMounted.current) rest.onShared(listing, draft && { ...draft, isSending: false });
    } catch (error) {
      saveDraftNow(false);
      if (handleUnauthorized(error)) return;
      toastFailure(values.isBulk);
      if (!showFieldErrors(error, FIELD_ORDER, form.setError)) setFailure({ error });
    }
  };

  const submit = async (values: CreateListing, { rememberPlace: remember }: { rememberPlace: boolean }) => {
    if (!navigator.onLine) {
      setFailure('offline');
      return;
    }
    setBusy(true);
    setFailure(null);
    saveDraftNow(true);
    const submitting = submitNow(values, remember);
    photos.keepAliveUntil(submitting);
    await submitting;
    setBusy(false);
  };

  return { busy, failure, submit };
}
