import { Trans, useLingui } from '@lingui/react/macro';
import { getUser, updateProfile, type User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  type CreateListing,
  createListing,
  type Listing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { canShareInBulk } from '@openlarder/domain/listings/share-defaults.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { isNetworkError } from '#web/lib/http-error.ts';
import { useAddress } from '#web/lib/address.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { BulkTemplates } from './BulkTemplates.tsx';
import { ListingFields } from './ListingFields.tsx';
import { missingPlace } from './PlaceFields.tsx';
import { ShareFooter } from './ShareFooter.tsx';
import { ListingLimitNote, ShareNotices } from './ShareNotices.tsx';
import {
  createShareDraftStorage,
  draftKey,
  type InitialForm,
  type ShareDraft,
  type ShareNotice,
  useDraftSaving,
} from './share-draft.ts';
import { WithCounter } from './WithCounter.tsx';
import { type KnownTimes, useListingForm, useSubmitListing } from './use-listing-form.ts';
import { formatServings } from '#web/lib/format.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  /** What its default times follow; it may become known later than the form is shown. */
  readonly known: KnownTimes;
  /** The content it starts with, which may depend on what was left unsent. */
  readonly startWith: (draft: ShareDraft | null) => InitialForm;
  readonly counter: ReactNode;
  /** It takes the place of a form whose button was pressed: its notice takes the focus. */
  readonly takesFocus: boolean;
  /** Takes this form's place: the form of this draft, or an empty one; with a notice other than that of a draft. */
  readonly onRestart: (draft: ShareDraft | null, notice: ShareNotice | null) => void;
  /** Called with the new listing and with its form as a draft, unless the person has left the form by then. */
  readonly onShared: (listing: Listing, draft: ShareDraft | null) => void;
};

/** More than this is asked about once: a typo is posted as easily as a wedding's leftovers. */
const MANY_SERVINGS = { individual: 100, bulk: 500 };

export function ShareForm({ user, setting, known, startWith, ...props }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const [{ storage, initial }] = useState(() => {
    const opened = createShareDraftStorage(user.id);
    return { storage: opened, initial: startWith(opened.load()) };
  });
  const editor = useListingForm(initial.said, initial.context, known);
  const { form, context } = editor;
  const { isBulk, latitude } = editor.values;
  const [, changeAddress] = useAddress();
  const photos = usePhotoUploads(
    // a photo of one food is never the picture of another
    `${draftKey(user.id)}.${initial.againId ?? 'new'}`,
    initial.photos.map(({ photo }) => photo),
  );
  const draft = useDraftSaving({ editor, photos, storage, initial, againId: initial.againId });
  const [remembersPlace, setRemembersPlace] = useState(true);
  const asksForPlace = user.latitude === null;
  const queryClient = useQueryClient();
  /** As the person's own. Ignores failures: the listing exists, and the next form asks again. */
  const rememberPlace = async ({
    pickupLocation: address,
    latitude: lat,
    longitude,
    areaLabel,
  }: CreateListing) => {
    if (lat === undefined || longitude === undefined) return;
    const body = { address, latitude: lat, longitude, ...(areaLabel !== undefined && { areaLabel }) };
    const updated = await call(updateProfile, { body }).catch(() => null);
    if (updated) queryClient.setQueryData(endpointKey(getUser), updated);
  };
  /** A number of servings far beyond the usual, until the person has said that it is meant. */
  const [askedAbout, setAskedAbout] = useState<number | null>(null);
  const confirmed = useRef<number | null>(null);
  const keyFor = useIdempotencyKey();
  const share = useMutation({
    mutationFn: (body: CreateListing): Promise<Listing> =>
      call(createListing, { body, idempotencyKey: keyFor(body) }),
  });

  const send = async (values: CreateListing) => {
    try {
      const listing = await share.mutateAsync(requestBody(values));
      const shared = draft.current();
      storage.discard();
      photos.discard();
      if (asksForPlace && remembersPlace) await rememberPlace(values);
      // who is still here reads it in the place of the form
      if (element.current) props.onShared(listing, shared && { ...shared, isSending: false });
      else
        toast({
          title: t`Success`,
          description: t`Your food is shared. We'll let you know when someone claims it.`,
          tone: 'success',
        });
    } catch (error) {
      draft.saveNow(isNetworkError(error));
      throw error;
    }
  };
  const { busy, failure, submit } = useSubmitListing({
    editor,
    photos,
    element,
    send,
    onStart: (values) => {
      const many = values.estimatedServings;
      if (
        many > (values.isBulk ? MANY_SERVINGS.bulk : MANY_SERVINGS.individual) &&
        many !== confirmed.current
      ) {
        setAskedAbout(many);
        return false;
      }
      // without a place the food would stand last in the list, and not on the map
      if (values.latitude === undefined && user.areaLabel === null) {
        form.setError('areaLabel', { type: '', message: missingPlace() });
        return false;
      }
      draft.saveNow(true);
      return true;
    },
    onFailure: (values, what) => {
      if (what === 'photo') draft.saveNow(false);
      // a photo's failure is said at the photos, that of an answer beside it
      if (what !== 'listing' && element.current) return;
      const sentence = values.isBulk
        ? t`Failed to post bulk donation. Please try again.`
        : t`Failed to share food listing. Please try again.`;
      toastFailure(t`Error`, sentence);
    },
  });
  const confirmMany = () => {
    confirmed.current = askedAbout;
    setAskedAbout(null);
    void submit();
  };

  const askPlace = (placeFields: ReactNode) => (
    <div className="flex flex-col gap-4">
      <Notice title={<Trans>Where's your food?</Trans>}>
        <Trans>
          Put the pin where people can pick it up, so neighbors can find it. They'll only see the
          neighborhood, never your door.
        </Trans>
      </Notice>
      {placeFields}
      {latitude !== undefined && (
        <Checkbox
          label={<Trans>Remember this as my location</Trans>}
          checked={remembersPlace}
          onChange={(event) => setRemembersPlace(event.target.checked)}
        />
      )}
    </div>
  );
  const fields = (
    <form
      ref={element}
      id={formId}
      noValidate
      aria-label={t`Share food`}
      // clear of the footer, which covers what scrolls under it
      className="flex flex-col gap-3 [&_:is(input,select,textarea,button,summary)]:scroll-mb-18"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isBulk && <BulkTemplates editor={editor} busy={busy} />}
      <ListingFields
        editor={editor}
        photos={photos}
        user={user}
        setting={setting}
        askPlace={asksForPlace ? askPlace : undefined}
      />
      <ShareFooter
        formId={formId}
        isBulk={isBulk}
        busy={busy}
        errorCount={form.formState.isSubmitted ? Object.keys(form.formState.errors).length : 0}
        failure={failure}
      />
    </form>
  );
  const restart = (next: ShareDraft | null, notice: ShareNotice | null) => {
    storage.discard();
    photos.discard();
    props.onRestart(next, notice);
  };

  return (
    <WithCounter counter={isBulk && props.counter}>
      <ShareNotices
        notice={initial.notice}
        isGone={draft.isGone}
        takesFocus={props.takesFocus}
        onReset={() => restart(null, { kind: 'reset', undo: draft.current() })}
        onUndo={(undo) => restart(undo, null)}
      />
      <ListingLimitNote />
      {askedAbout !== null && (
        <ConfirmDialog
          onOpenChange={() => setAskedAbout(null)}
          title={<Trans>{formatServings(askedAbout, form.getValues('countedAs'))}?</Trans>}
          description={
            <Trans>
              That's wonderful if it's right. People come because of this number, so please check it.
            </Trans>
          }
          confirmLabel={<Trans>Yes, share it</Trans>}
          cancelLabel={<Trans>Change the number</Trans>}
          onConfirm={confirmMany}
        />
      )}
      {canShareInBulk(user) ? (
        <Tabs
          tight
          label={t`How you share`}
          value={isBulk ? 'bulk' : 'individual'}
          onValueChange={(kind) => {
            editor.put({}, { ...context, isBulk: kind === 'bulk' });
            changeAddress({ kind }, { replace: true });
          }}
          tabs={[
            {
              value: 'individual',
              label: <Trans>Individual Sharing</Trans>,
              content: !isBulk && fields,
            },
            {
              value: 'bulk',
              label: user.organizationName ? <Trans>Business Donation</Trans> : <Trans>Bulk Donation</Trans>,
              content: isBulk && fields,
            },
          ]}
        />
      ) : (
        fields
      )}
    </WithCounter>
  );
}

/** The request body: fields of donations are left out of individual sharing. */
function requestBody(values: CreateListing): CreateListing {
  if (values.isBulk) return { ...values, expiryDate: null };
  const { urgencyLevel: _, ...rest } = values;
  return { ...rest, mayGoToOne: false, closingTime: '', contactPhone: '' };
}
