import { Trans, useLingui } from '@lingui/react/macro';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { bodyOfListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { useId, useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { type DraftPhoto, SHOWN, withoutDeletedPhotos } from '#web/features/photos/upload/draft-photos.ts';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUpdateListing } from '../listings.queries.ts';
import { DietField } from '../share/DetailFields.tsx';
import { AllergenChips } from '../share/AllergenChips.tsx';
import { DateFields } from '../share/DateFields.tsx';
import { ListingFields } from '../share/ListingFields.tsx';
import type { ShareFields } from '../share/listing-values.ts';
import { createShareDraftStorage, useDraftSaving } from '../share/share-draft.ts';
import { FailureNotice } from '../share/ShareFooter.tsx';
import { useListingForm, useSubmitListing } from '../share/use-listing-form.ts';
import { changedFields, isToldToClaimers } from './listing-changes.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

/**
 * Edits one of the user's own listings: of one that is fully claimed what it contains and its dates, of which everyone who
 * has claimed is told. Sends only the fields that differ.
 */
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
  const [{ context, storage, said, shown, kept, lostPhotos }] = useState(() => {
    const fields: ShareFields = bodyOfListing(listing);
    const own = listing.photos.map((photo): DraftPhoto => ({ photo, sinceMs: SHOWN }));
    const opened = createShareDraftStorage(me.id, listing.id);
    const draft = opened.load();
    const wrote = draft?.photos ?? own;
    const nowMs = Date.now();
    const there = withoutDeletedPhotos(wrote, nowMs);
    return {
      context: {
        place: { ...listing, location: listing.pickupLocation },
        nowMs,
        timeZone: community.timeZone,
        isBulk: listing.isBulk,
        listing: fields,
      },
      storage: opened,
      said: draft?.said ?? {},
      shown: own,
      kept: there,
      lostPhotos: there.length < wrote.length,
    };
  });
  const editor = useListingForm(said, context);
  const photos = usePhotoUploads(
    listing.id,
    kept.map(({ photo }) => photo),
  );
  const { uploads } = photos;
  const draft = useDraftSaving({ editor, photos, storage, initial: { photos: kept }, shown });
  const change = useUpdateListing(listing);
  const [isCorrection] = useState(listing.status === 'claimed');
  const leaveForGood = () => {
    storage.discard();
    onClose();
  };
  const send = async (values: CreateListing) => {
    const body = changedFields(context.listing, values);
    if (Object.keys(body).length > 0) {
      await change.mutateAsync(body);
      toast({
        title: isCorrection ? t`Corrected` : t`Your changes are saved`,
        ...(isToldToClaimers(body, listing) && {
          description: t`We've let everyone who's still picking it up know.`,
        }),
        tone: 'success',
      });
    }
    leaveForGood();
  };
  const { busy, failure, submit } = useSubmitListing({ editor, photos, element, send });
  const isUnsaved = () => draft.current() !== null || uploads.items().some(({ photo }) => photo === null);

  return (
    <FormDialog
      isUnsaved={isUnsaved}
      onOpenChange={leaveForGood}
      {...(!isCorrection && { size: 'large' })}
      title={isCorrection ? <Trans>Correct what's in it</Trans> : <Trans>Edit your listing</Trans>}
      description={
        isCorrection && (
          <Trans>
            We'll let everyone who claimed it know right away. They may cancel, and it won't count.
          </Trans>
        )
      }
      footer={
        <Button type="submit" form={id} busy={busy}>
          {busy ? (
            <Trans>Saving…</Trans>
          ) : isCorrection ? (
            <Trans>Save and let them know</Trans>
          ) : (
            <Trans>Save changes</Trans>
          )}
        </Button>
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        aria-label={t`Edit your listing`}
        className={isCorrection ? 'flex flex-col gap-6' : 'flex flex-col gap-3'}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        {isCorrection ? (
          <>
            <AllergenChips editor={editor} />
            <DietField editor={editor} />
            <DateFields editor={editor} />
          </>
        ) : (
          <>
            {listing.servingsLeft < listing.estimatedServings && (
              <Notice>
                <Trans>
                  Some of this is already claimed, so it stays the same food at the same place, and pickup
                  can't end earlier. You can fix typos. We'll let people know if you change what you say about
                  the food.
                </Trans>
              </Notice>
            )}
            {lostPhotos && (
              <Notice>
                <Trans>We only keep photos for a day. Please add them again.</Trans>
              </Notice>
            )}
            <ListingFields
              editor={editor}
              photos={photos}
              user={me}
              setting={community}
              keepsFood={listing.servingsLeft < listing.estimatedServings}
            />
          </>
        )}
        <FailureNotice failure={failure} />
      </form>
    </FormDialog>
  );
}
