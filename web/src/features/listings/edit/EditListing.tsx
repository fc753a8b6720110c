import { Trans, useLingui } from '@lingui/react/macro';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { bodyOfListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import {
  type DraftPhoto,
  parseDraftPhotos,
  SHOWN,
  useDraftPhotos,
  withoutDeletedPhotos,
} from '#web/features/photos/upload/draft-photos.ts';
import { uploadedCaptions, uploadedPaths } from '#web/features/photos/upload/photo-list.ts';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUpdateListing } from '../listings.queries.ts';
import { ListingFields } from '../share/ListingFields.tsx';
import type { ShareFields } from '../share/listing-values.ts';
import { FailureNotice } from '../share/ShareFooter.tsx';
import { useListingForm, useSubmitListing } from '../share/use-listing-form.ts';
import { changedFields } from './listing-changes.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

/** Edits one of the user's own listings. Sends only the fields that differ. */
export function EditListing(props: Props) {
  const community = useCommunity();
  return community && <EditForm {...props} community={community} />;
}

function EditForm({ listing, onClose, community }: Props & { readonly community: Community }) {
  const { t } = useLingui();
  const id = useId();
  const me = useCurrentUser();
  const element = useRef<HTMLFormElement>(null);
  // The form keeps its initial values while live updates of the listing come in.
  const [before] = useState((): ShareFields => bodyOfListing(listing));
  const [context] = useState(() => ({ place: null, nowMs: Date.now(), timeZone: community.timeZone }));
  const [shown] = useState(() => listing.photos.map((photo): DraftPhoto => ({ photo, sinceMs: SHOWN })));
  const [draft, keep, forget] = useFormDraft(`listing-${listing.id}`, { ...before, photos: shown });
  const [{ photos: wrote, ...start }] = useState(draft);
  const [kept] = useState(() => withoutDeletedPhotos(parseDraftPhotos(wrote) ?? shown, context.nowMs));
  const editor = useListingForm(start, context, false);
  const { form } = editor;
  const photos = usePhotoUploads(kept.map(({ photo }) => photo));
  const { uploads } = photos;
  const draftPhotos = useDraftPhotos(uploads, kept);
  useEffect(() => {
    const unsubscribeForm = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keep(values),
    });
    const unsubscribePhotos = uploads.state.subscribe(() => keep({ photos: draftPhotos() }));
    return () => {
      unsubscribeForm();
      unsubscribePhotos();
    };
  }, [form, uploads, draftPhotos, keep]);
  const change = useUpdateListing(listing);
  const [isLeaving, setLeaving] = useState(false);
  const leaveForGood = () => {
    forget();
    onClose();
  };
  const send = async (values: CreateListing) => {
    const body = changedFields(before, values);
    if (Object.keys(body).length > 0) {
      await change.mutateAsync(body);
      toast({ title: t`Your changes are saved`, tone: 'success' });
    }
    leaveForGood();
  };
  const { busy, failure, submit } = useSubmitListing({ editor, photos, element, send });
  const leave = () => {
    const items = uploads.items();
    const now = {
      ...form.getValues(),
      imageUrls: uploadedPaths(items),
      imageCaptions: uploadedCaptions(items),
    };
    const hasChanges =
      Object.keys(changedFields(before, now)).length > 0 || items.some(({ photo }) => photo === null);
    if (hasChanges) setLeaving(true);
    else onClose();
  };

  return (
    <Dialog
      onOpenChange={leave}
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
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
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
        {kept.length < wrote.length && (
          <Notice>
            <Trans>We only keep photos for a day. Please add them again.</Trans>
          </Notice>
        )}
        <ListingFields editor={editor} photos={photos} user={me} setting={community} />
        <FailureNotice failure={failure} />
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>You'll lose your changes.</Trans>}
        confirmLabel={<Trans>Discard changes</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        danger
        onConfirm={leaveForGood}
      />
    </Dialog>
  );
}
