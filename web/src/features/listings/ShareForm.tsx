import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { updateProfile, getUser, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { arrivedPaths } from '#web/features/photos/photo-list.ts';
import { PhotoField } from '#web/features/photos/PhotoField.tsx';
import { usePhotoUploads } from '#web/features/photos/use-photo-uploads.ts';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { isUnanswered, sentenceOf } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { SHARE_FIELDS } from './share-values.ts';
import { ShareCategory } from './ShareCategory.tsx';
import { ShareDates } from './ShareDates.tsx';
import { SharePlace } from './SharePlace.tsx';
import { ShareServings } from './ShareServings.tsx';
import { useShareForm, useShareListing } from './use-share-form.ts';

type Props = {
  readonly user: User;
  readonly setting: MapSetting;
  /** The community's zone, whose days best-by dates count in. */
  readonly timeZone: string;
};

/** Sharing food, in the order a person holding it thinks: what it looks like, what it is, how long, where. */
export function ShareForm({ user, setting, timeZone }: Props) {
  const { t } = useLingui();
  const { form, followCategory, setBestBy } = useShareForm(user, timeZone);
  const { uploads, items, keepFor } = usePhotoUploads();
  const isShown = useRef(true);
  const share = useShareListing();
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [keepPlace, setKeepPlace] = useState(true);
  const { register, watch, setValue, setError, formState } = form;
  const { errors, isSubmitted } = formState;
  const asksForPlace = user.latitude === null;

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const tellOfFailure = () =>
    toast({
      title: t`Error`,
      description: t`Failed to share food listing. Please try again.`,
      tone: 'destructive',
    });

  const rememberPlace = async (listing: CreateListing) => {
    if (!asksForPlace || !keepPlace || listing.latitude === undefined || listing.longitude === undefined)
      return;
    try {
      const { pickupLocation: address, latitude, longitude, areaLabel } = listing;
      const updated = await call(updateProfile, {
        body: { address, latitude, longitude, ...(areaLabel !== undefined && { areaLabel }) },
      });
      queryClient.setQueryData(endpointKey(getUser), updated);
    } catch {
      // The food is shared, which is what was asked for; the place is asked for again next time.
    }
  };

  const send = async (values: CreateListing) => {
    await uploads.settled();
    if (uploads.items().some(({ status }) => status === 'failed')) {
      if (!isShown.current) tellOfFailure();
      setError('imageUrls', {
        message: t`A photo could not be sent. Open the photos to try again or remove it.`,
      });
      return;
    }
    try {
      const listing = await share.mutateAsync({ ...values, imageUrls: arrivedPaths(uploads.items()) });
      await rememberPlace(values);
      toast({
        title: t`Success`,
        description: t`Your food is shared. We tell you as soon as someone claims it.`,
        tone: 'success',
      });
      // Who has gone elsewhere meanwhile is not called away from there.
      if (isShown.current) navigate(paths.listing(listing.id));
    } catch (error) {
      if (toldUnauthorized(error)) return;
      tellOfFailure();
      if (!showFieldErrors(error, SHARE_FIELDS, setError)) setFailure(error);
    }
  };

  const submit = async (values: CreateListing) => {
    setBusy(true);
    setFailure(null);
    const sending = send(values);
    keepFor(sending);
    await sending;
    setBusy(false);
  };

  const faults = Object.keys(errors).length;
  return (
    <form
      noValidate
      aria-label={t`Share food`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        if (busy) event.preventDefault();
        else void form.handleSubmit(submit)(event);
      }}
    >
      <Card as="section" className="flex flex-col gap-6">
        <PhotoField uploads={uploads} items={items} error={errors.imageUrls?.message} />
        <ShareCategory
          chosen={watch('category')}
          field={register('category', {
            onChange: () => followCategory(form.getValues('category')),
          })}
          error={errors.category?.message}
        />
        <TextField
          {...register('title')}
          label={<Trans>Title</Trans>}
          placeholder={t`Six sourdough rolls`}
          maxLength={MAX_TITLE_LENGTH}
          autoComplete="off"
          enterKeyHint="next"
          error={errors.title?.message}
        />
        <ShareServings
          value={watch('estimatedServings')}
          onStep={(servings) =>
            setValue('estimatedServings', servings, { shouldDirty: true, shouldValidate: isSubmitted })
          }
          error={errors.estimatedServings?.message}
          field={register('estimatedServings', { valueAsNumber: true })}
        />
        <TextArea
          {...register('description')}
          label={<Trans>Description</Trans>}
          hint={<Trans>What is in it, how it was kept, and what it contains for people with allergies</Trans>}
          optional
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          error={errors.description?.message}
        />
      </Card>
      <Card as="section" className="flex flex-col gap-6">
        <ShareDates form={form} timeZone={timeZone} setBestBy={setBestBy} />
      </Card>
      <Card as="section" className="flex flex-col gap-5">
        <SharePlace
          form={form}
          setting={setting}
          before={
            asksForPlace && (
              <Notice title={<Trans>Where is your food?</Trans>}>
                <Trans>
                  Put the pin where it can be picked up, so that people near you find it. They see only the
                  neighborhood, never your door.
                </Trans>
              </Notice>
            )
          }
        />
        {asksForPlace && watch('latitude') !== undefined && (
          <Checkbox
            label={<Trans>Remember this as my place</Trans>}
            checked={keepPlace}
            onChange={(event) => setKeepPlace(event.target.checked)}
          />
        )}
      </Card>
      {failure !== null && (
        <Notice tone="error" announce title={sentenceOf(failure)}>
          {isUnanswered(failure) ? (
            <Trans>All you entered is still here. Trying again will not share it twice.</Trans>
          ) : (
            <Trans>All you entered is still here.</Trans>
          )}
        </Notice>
      )}
      <output className="block text-sm font-medium text-tomato empty:hidden">
        {isSubmitted && faults > 0 && (
          <Plural value={faults} one="One answer above needs a look." other="# answers above need a look." />
        )}
      </output>
      <Button type="submit" size="large" wide busy={busy}>
        {busy ? <Trans>Sharing…</Trans> : <Trans>Share Food</Trans>}
      </Button>
    </form>
  );
}
