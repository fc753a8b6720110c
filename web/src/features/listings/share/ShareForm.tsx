import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useFocusFirstError } from '#web/lib/form-errors.ts';
import { Tabs } from '#web/ui/Tabs.tsx';
import { BulkTemplates } from './BulkTemplates.tsx';
import { type ShareDraftStorage, useDraftSaving, usePendingPhotos } from './draft/draft-storage.ts';
import { EatByRow } from './fields/EatByRow.tsx';
import { defaultValuesFor, FIELD_ORDER, withEatBy } from './draft/form-values.ts';
import { ListingLimitNote } from './ListingLimitNote.tsx';
import { type OpenTimes, PickupChips } from './fields/PickupChips.tsx';
import { SharePlace } from './SharePlace.tsx';
import { ShareCard } from './card/ShareCard.tsx';
import { ShareDetails } from './ShareDetails.tsx';
import { ShareFooter } from './ShareFooter.tsx';
import { ShareNotices } from './ShareNotices.tsx';
import type { InitialForm, ShareDraft } from './draft/share-draft.ts';
import { putValues, useShareForm } from './use-share-form.ts';
import { useSubmitListing } from './use-submit-listing.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  readonly draftStorage: ShareDraftStorage;
  readonly initial: InitialForm;
  /** The earlier listing the form is filled in from. */
  readonly againId: string | null;
  readonly canShareInBulk: boolean;
  /** Shown above the form of a donation. */
  readonly counter: ReactNode;
  /** When the organization is open, if it has said so. */
  readonly openTimes: OpenTimes | undefined;
  /** The form was reset by a button of the form before it. */
  readonly isReset: boolean;
  readonly onKind: (isBulk: boolean) => void;
  readonly onReset: (draft: ShareDraft | null) => void;
  readonly onUndo: (draft: ShareDraft | null) => void;
  /** Called with the new listing and with its form as a draft. */
  readonly onShared: (listing: Listing, draft: ShareDraft | null) => void;
};

/** The form for sharing food: the listing's card with editable fields, then fields with defaults. */
export function ShareForm({ user, setting, draftStorage, initial, canShareInBulk, ...props }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const { timeZone } = initial.context;
  const share = useShareForm(initial.values, initial.context);
  const { form, context, setKind, setBestBy } = share;
  const [stored] = useState(() => initial.photos.map(({ photo }) => photo));
  const photos = usePhotoUploads(stored);
  const { currentDraft, saveNow, isGone } = useDraftSaving({
    form,
    context,
    uploads: photos.uploads,
    draftStorage,
    photos: initial.photos,
    againId: props.againId,
  });
  const { busy, failure, submit } = useSubmitListing({
    form,
    photos,
    draftStorage,
    saveDraftNow: saveNow,
    currentDraft,
    onShared: props.onShared,
  });
  usePendingPhotos({ personId: user.id, photos, draftStorage, currentDraft, isSending: busy });
  const [remembersPlace, setRemembersPlace] = useState(true);
  const element = useRef<HTMLFormElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const focusFirstError = useFocusFirstError(element, form.formState.errors, FIELD_ORDER);
  const { errors, isSubmitted } = form.formState;
  const isBulk = useWatch({ control: form.control, name: 'isBulk' });
  const asksForPlace = user.latitude === null;
  const business = user.organizationName === null ? null : user;
  const defaults = () => defaultValuesFor(form.getValues(), context.current);

  const onSubmit = async () => {
    share.moveTimes();
    await form.handleSubmit(async (values) => {
      // without a place the food would stand last in the list, and not on the map
      if (values.latitude === undefined && user.areaLabel === null)
        form.setError('areaLabel', { type: 'place' });
      else await submit(values, { rememberPlace: asksForPlace && remembersPlace });
    })();
    focusFirstError();
  };
  const openDetailsAt = (name: string) => {
    if (details.current) details.current.open = true;
    element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };

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
        if (!busy) void onSubmit();
      }}
    >
      {isBulk && (
        <section aria-label={t`New donation`} className="flex flex-col gap-2">
          {props.counter && (
            <h2 className="text-lg">
              <Trans>New donation</Trans>
            </h2>
          )}
          <BulkTemplates
            form={form}
            basisNow={() => context.current}
            onCategory={share.onTemplate}
            busy={busy}
          />
        </section>
      )}
      <ShareCard
        form={form}
        photos={photos}
        onTitle={share.onTitle}
        onCategory={share.setCategory}
        pickup={
          <PickupChips
            form={form}
            timeZone={timeZone}
            basisMs={share.basisMs}
            openTimes={props.openTimes}
            defaults={defaults}
            onChooseTimes={() => openDetailsAt('availableFrom')}
          />
        }
        place={
          <SharePlace
            form={form}
            user={user}
            setting={setting}
            business={business}
            asksForPlace={asksForPlace}
            remembersPlace={remembersPlace}
            onRemember={setRemembersPlace}
          />
        }
        eatBy={
          <EatByRow
            form={form}
            timeZone={timeZone}
            defaults={defaults}
            onDate={(name, instant) => putValues(form, withEatBy(form.getValues(), name, instant, timeZone))}
            onOther={openDetailsAt}
          />
        }
      />
      <ShareDetails
        ref={details}
        form={form}
        timeZone={timeZone}
        business={business}
        setBestBy={setBestBy}
        setDateKind={(dateKind) => setKind({ dateKind })}
      />
      <ShareFooter
        formId={formId}
        isBulk={isBulk}
        busy={busy}
        errorCount={isSubmitted ? Object.keys(errors).length : 0}
        failure={failure}
      />
    </form>
  );

  return (
    <div className="flex flex-col gap-3">
      <ShareNotices
        notice={initial.notice}
        isGone={isGone}
        takesFocus={props.isReset}
        onReset={() => props.onReset(currentDraft())}
        onUndo={() => props.onUndo(undoOf(initial.notice))}
      />
      <ListingLimitNote />
      {canShareInBulk ? (
        <Tabs
          tight
          label={t`How you share`}
          value={isBulk ? 'bulk' : 'individual'}
          onValueChange={(kind) => {
            setKind({ isBulk: kind === 'bulk' });
            props.onKind(kind === 'bulk');
          }}
          tabs={[
            { value: 'individual', label: <Trans>Individual Sharing</Trans>, content: !isBulk && fields },
            {
              value: 'bulk',
              label: user.organizationName ? <Trans>Business Donation</Trans> : <Trans>Bulk Donation</Trans>,
              content: isBulk && (
                <div className="flex flex-col gap-6">
                  {props.counter}
                  {fields}
                </div>
              ),
            },
          ]}
        />
      ) : (
        fields
      )}
    </div>
  );
}

const undoOf = (notice: InitialForm['notice']): ShareDraft | null =>
  notice?.kind === 'reset' || notice?.kind === 'repeat' ? notice.undo : null;
