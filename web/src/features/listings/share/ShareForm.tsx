import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useFocusFirstError } from '#web/lib/form-errors.ts';
import { errorMessage, isNetworkError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { BulkTemplates } from './BulkTemplates.tsx';
import { DateFields } from './DateFields.tsx';
import type { ShareDraftStorage } from './draft-storage.ts';
import { FoodFields } from './FoodFields.tsx';
import { FIELD_ORDER } from './form-values.ts';
import { PickupAddressFields, PickupTimeFields } from './PickupFields.tsx';
import { ListingLimitNote } from './ListingLimitNote.tsx';
import { ShareNotices } from './ShareNotices.tsx';
import type { InitialForm, ShareDraft } from './share-draft.ts';
import { useDraftSaving, usePendingPhotos } from './use-draft-saving.ts';
import { useShareForm } from './use-share-form.ts';
import { useSubmitListing } from './use-submit-listing.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSettings;
  readonly draftStorage: ShareDraftStorage;
  readonly initial: InitialForm;
  /** The earlier listing the form is filled in from. */
  readonly againId: string | null;
  readonly canShareInBulk: boolean;
  readonly counter: ReactNode;
  /** The form was reset by a button of the form before it. */
  readonly isReset: boolean;
  readonly onKind: (isBulk: boolean) => void;
  readonly onReset: (draft: ShareDraft | null) => void;
  readonly onUndo: (draft: ShareDraft | null) => void;
  readonly onUseOther: () => void;
};

/** The form for sharing food: photos and food first, then dates, then the place. */
export function ShareForm({ user, setting, draftStorage, initial, canShareInBulk, onKind, ...props }: Props) {
  const { t } = useLingui();
  const { notice } = initial;
  const { form, context, setKind, setBestBy, moveTimes } = useShareForm(initial.values, initial.context);
  const [stored] = useState(() => initial.photos.map(({ photo }) => photo));
  const photos = usePhotoUploads(stored);
  const { currentDraft, saveNow, conflict } = useDraftSaving({
    form,
    context,
    uploads: photos.uploads,
    draftStorage,
    photos: initial.photos,
    againId: props.againId,
  });
  const { busy, failure, submit } = useSubmitListing({ form, photos, draftStorage, saveDraftNow: saveNow });
  usePendingPhotos({ personId: user.id, photos, draftStorage, currentDraft, isSending: busy });
  const [remembersPlace, setRemembersPlace] = useState(true);
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useFocusFirstError(element, form.formState.errors, FIELD_ORDER);
  const { errors, isSubmitted } = form.formState;
  const [isBulk, latitude] = useWatch({ control: form.control, name: ['isBulk', 'latitude'] });
  const asksForPlace = user.latitude === null;

  const onSubmit = async () => {
    moveTimes();
    await form.handleSubmit((values) => submit(values, { rememberPlace: asksForPlace && remembersPlace }))();
    focusFirstError();
  };

  const errorCount = Object.keys(errors).length;
  const fields = (
    <div className="flex flex-col gap-4">
      <Card as="section" className="flex flex-col gap-6">
        {isBulk && <BulkTemplates form={form} basisNow={() => context.current} busy={busy} />}
        <FoodFields form={form} photos={photos} onCategory={(category) => setKind({ category })} />
      </Card>
      <Card as="section" className="flex flex-col gap-6">
        <DateFields
          form={form}
          timeZone={initial.context.timeZone}
          setBestBy={setBestBy}
          setDateKind={(dateKind) => setKind({ dateKind })}
        />
        <PickupTimeFields form={form} />
      </Card>
      <Card as="section" className="flex flex-col gap-5">
        <PickupAddressFields
          form={form}
          setting={setting}
          business={user.organizationName === null ? null : user}
          before={
            asksForPlace && (
              <Notice title={<Trans>Where's your food?</Trans>}>
                <Trans>
                  Put the pin where people can pick it up, so neighbors can find it. They'll only see the
                  neighborhood, never your door.
                </Trans>
              </Notice>
            )
          }
        />
        {asksForPlace && latitude !== undefined && (
          <Checkbox
            label={<Trans>Remember this as my location</Trans>}
            checked={remembersPlace}
            onChange={(event) => setRemembersPlace(event.target.checked)}
          />
        )}
      </Card>
    </div>
  );

  return (
    <form
      ref={element}
      noValidate
      aria-label={t`Share food`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onSubmit();
      }}
    >
      <ShareNotices
        notice={notice}
        conflict={conflict}
        takesFocus={props.isReset}
        onReset={() => props.onReset(currentDraft())}
        onUndo={() => props.onUndo(notice && notice.kind !== 'draft' ? notice.undo : null)}
        onKeepThis={() => {
          draftStorage.takeOver();
          saveNow(false);
        }}
        onUseOther={props.onUseOther}
      />
      {canShareInBulk ? (
        <Tabs
          label={t`How you share`}
          value={isBulk ? 'bulk' : 'individual'}
          onValueChange={(kind) => {
            setKind({ isBulk: kind === 'bulk' });
            onKind(kind === 'bulk');
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
      {failure !== null && (
        <Notice tone="error" announce title={errorMessage(failure)}>
          {isNetworkError(failure) ? (
            <Trans>Everything you entered is still here. Trying again won't share it twice.</Trans>
          ) : (
            <Trans>Everything you entered is still here.</Trans>
          )}
        </Notice>
      )}
      <output className="block text-sm font-medium text-tomato empty:hidden">
        {isSubmitted && errorCount > 0 && (
          <Plural
            value={errorCount}
            one="Please check one answer above."
            other="Please check # answers above."
          />
        )}
      </output>
      <ListingLimitNote />
      <Button type="submit" size="large" wide busy={busy}>
        {busy ? <Trans>Sharing…</Trans> : isBulk ? <Trans>Post Donation</Trans> : <Trans>Share Food</Trans>}
      </Button>
    </form>
  );
}
