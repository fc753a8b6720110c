import { Trans, useLingui } from '@lingui/react/macro';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useId, useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { uploadedCaptions, uploadedPaths } from '#web/features/photos/upload/photo-list.ts';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { showFieldErrors, useFocusFirstError } from '#web/lib/form-errors.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUpdateListing } from '../listings.queries.ts';
import { DateFields } from '../share/fields/DateFields.tsx';
import { FoodFields } from '../share/fields/FoodFields.tsx';
import {
  FIELD_ORDER,
  type FoodKind,
  type ShareFields,
  withBestBy,
  withUpdatedDefaults,
} from '../share/draft/form-values.ts';
import { HandoverFields, PickupTimeFields, PlaceFields } from '../share/fields/PickupFields.tsx';
import { putValues, useListingForm } from '../share/use-share-form.ts';
import { usePhotoError } from '../share/use-submit-listing.ts';
import { changedFields, formValuesOf } from './listing-changes.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

/** Edits one of the user's own listings. Sends only the fields that differ. */
export function EditListing({ listing, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const me = useCurrentUser();
  const community = useCommunity();
  // The form keeps its initial values while live updates of the listing come in.
  const [before] = useState(() => formValuesOf(listing));
  const [storedPhotos] = useState(listing.photos);
  const form = useListingForm(before);
  const photos = usePhotoUploads(storedPhotos);
  const sayPhotoFailed = usePhotoError(form, photos);
  const change = useUpdateListing(listing);
  const [busy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form.formState;
  const focusFirstError = useFocusFirstError(element, errors, FIELD_ORDER);
  if (!community) return null;
  const { timeZone } = community;
  const business = me.organizationName === null ? null : me;
  const context = { place: null, nowMs: 0, timeZone };

  const setKind = (kind: Partial<FoodKind>) => {
    const values = form.getValues();
    const { category, isBulk, dateKind } = values;
    putValues(form, withUpdatedDefaults(values, context, { category, isBulk, dateKind, ...kind }, context));
  };
  const withPhotos = (values: ShareFields | CreateListing) =>
    changedFields(before, {
      ...values,
      imageUrls: uploadedPaths(photos.uploads.items()),
      imageCaptions: uploadedCaptions(photos.uploads.items()),
    });
  const hasChanges = () =>
    Object.keys(withPhotos(form.getValues())).length > 0 ||
    photos.uploads.items().some(({ photo }) => photo === null);

  const save = async (values: CreateListing) => {
    await photos.uploads.settled();
    if (photos.uploads.items().some(({ status }) => status === 'failed')) {
      sayPhotoFailed(t`We couldn't send a photo. Open your photos to try again or remove it.`);
      return;
    }
    const body = withPhotos(values);
    try {
      if (Object.keys(body).length > 0) {
        await change.mutateAsync(body);
        toast({ title: t`Your changes are saved`, tone: 'success' });
      }
      onClose();
    } catch (error) {
      showFieldErrors(error, FIELD_ORDER, form.setError);
    }
  };
  const submit = async () => {
    setBusy(true);
    change.reset();
    await form.handleSubmit(save)();
    setBusy(false);
    focusFirstError();
  };
  const leave = () => {
    if (hasChanges()) setLeaving(true);
    else onClose();
  };
  const isToldAtField = change.error instanceof HttpError && Object.keys(change.error.fields).length > 0;

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      size="large"
      title={<Trans>Edit your listing</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} busy={busy}>
            {busy ? <Trans>Saving…</Trans> : <Trans>Save changes</Trans>}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        aria-label={t`Edit your listing`}
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!busy) void submit();
        }}
      >
        {listing.servingsLeft < listing.estimatedServings && (
          <Notice>
            <Trans>
              Some of this is already claimed. For those pickups, the place stays the same and the time can't
              end earlier.
            </Trans>
          </Notice>
        )}
        <FoodFields form={form} photos={photos} onCategory={(category) => setKind({ category })} />
        <DateFields
          form={form}
          timeZone={timeZone}
          setBestBy={(bestBy) => putValues(form, withBestBy(form.getValues(), bestBy, timeZone))}
          setDateKind={(dateKind) => setKind({ dateKind })}
        />
        <PickupTimeFields form={form} />
        <PlaceFields form={form} setting={community} business={business} />
        <HandoverFields form={form} business={business} />
        {change.isError && !isToldAtField && (
          <Notice tone="error" announce title={errorMessage(change.error)}>
            <Trans>Everything you entered is still here.</Trans>
          </Notice>
        )}
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>You'll lose your changes.</Trans>}
        confirmLabel={<Trans>Discard changes</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}
