import { Trans, useLingui } from '@lingui/react/macro';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useId, useRef, useState } from 'react';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { arrivedCaptions, arrivedPaths } from '#web/features/photos/photo-list.ts';
import { usePhotoUploads } from '#web/features/photos/use-photo-uploads.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { HttpError, sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { changeOf, valuesOf } from './listing-change.ts';
import {
  SHARE_FIELDS,
  type ShareFields,
  type ShareKind,
  valuesFollowing,
  withBestBy,
} from './share-values.ts';
import { ShareDates } from './ShareDates.tsx';
import { ShareFood } from './ShareFood.tsx';
import { SharePickup } from './SharePickup.tsx';
import { SharePlace } from './SharePlace.tsx';
import { useChangeListing } from './use-change-listing.ts';
import { useFaultFocus } from './use-fault-focus.ts';
import { putValues, useListingForm } from './use-share-form.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

/** Changes a listing of one's own in the parts it was shared with. Only what differs is sent. */
export function ChangeListing({ listing, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const me = useMe();
  const community = useCommunity();
  // The form stays as it is while news of the listing come in.
  const [before] = useState(() => valuesOf(listing));
  const [storedPhotos] = useState(listing.photos);
  const form = useListingForm(before);
  const photos = usePhotoUploads(storedPhotos);
  const change = useChangeListing(listing);
  const [busy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form.formState;
  const lookAtFaults = useFaultFocus(element, errors);
  if (!community) return null;
  const { timeZone } = community;
  const basis = { place: null, nowMs: 0, timeZone };

  const setKind = (kind: Partial<ShareKind>) => {
    const values = form.getValues();
    const { category, isBulk, dateKind } = values;
    putValues(form, valuesFollowing(values, basis, { category, isBulk, dateKind, ...kind }, basis));
  };
  const withPhotos = (values: ShareFields | CreateListing) =>
    changeOf(before, {
      ...values,
      imageUrls: arrivedPaths(photos.uploads.items()),
      imageCaptions: arrivedCaptions(photos.uploads.items()),
    });
  const hasChanges = () =>
    Object.keys(withPhotos(form.getValues())).length > 0 ||
    photos.uploads.items().some(({ photo }) => photo === null);

  const save = async (values: CreateListing) => {
    await photos.uploads.settled();
    if (photos.uploads.items().some(({ status }) => status === 'failed')) {
      form.setError('imageUrls', {
        message: t`A photo could not be sent. Open the photos to try again or remove it.`,
      });
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
      showFieldErrors(error, SHARE_FIELDS, form.setError);
    }
  };
  const submit = async () => {
    setBusy(true);
    change.reset();
    await form.handleSubmit(save)();
    setBusy(false);
    lookAtFaults();
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
              Some of it is claimed. For those who come, its place stays and pickup ends no earlier.
            </Trans>
          </Notice>
        )}
        <ShareFood form={form} photos={photos} onCategory={(category) => setKind({ category })} />
        <ShareDates
          form={form}
          timeZone={timeZone}
          setBestBy={(bestBy) => putValues(form, withBestBy(form.getValues(), bestBy, timeZone))}
          setDateKind={(dateKind) => setKind({ dateKind })}
        />
        <SharePickup form={form} />
        <SharePlace form={form} setting={community} business={me.organizationName === null ? null : me} />
        {change.isError && !isToldAtField && (
          <Notice tone="error" announce title={sentenceOf(change.error)}>
            <Trans>All you entered is still here.</Trans>
          </Notice>
        )}
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>Your changes would be lost.</Trans>}
        confirmLabel={<Trans>Leave</Trans>}
        cancelLabel={<Trans>Go on editing</Trans>}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}
