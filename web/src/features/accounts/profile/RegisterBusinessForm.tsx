import { Trans, useLingui } from '@lingui/react/macro';
import {
  businessAddressSchema,
  organizationNameSchema,
  organizationTypeSchema,
} from '@openlarder/domain/accounts/account-schemas.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { MapSettings, PickedPlace } from '#web/features/places/PlacePicker.tsx';
import { useFormDraft } from '#web/lib/draft.ts';
import { isUnauthorized, wordErrorText } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { LocationFields } from './LocationFields.tsx';
import { type ProfileErrors, responseErrors } from './profile-errors.ts';
import type { ProfileValues } from './profile-values.ts';
import { useSaveProfile } from './use-save-profile.ts';

type BusinessValues = Pick<ProfileValues, 'organizationName' | 'organizationType' | 'address'> & {
  place: PickedPlace | null;
};

const EMPTY_VALUES: BusinessValues = { organizationName: '', organizationType: '', address: '', place: null };

const registration = z.object({
  organizationName: organizationNameSchema,
  organizationType: organizationTypeSchema,
  address: businessAddressSchema,
});

function validationErrors(values: BusinessValues): ProfileErrors {
  const { error } = registration.safeParse(values);
  const errors: ProfileErrors = {};
  for (const { path, message } of error?.issues ?? []) {
    const [name] = path;
    if (name === 'organizationName' || name === 'organizationType' || name === 'address')
      errors[name] ??= wordErrorText(message);
  }
  return errors;
}

type RegisterBusinessFormProps = {
  setting: MapSettings;
  /** Called with what forgets the input, if leaving would lose any. */
  onUnsaved: (discard: (() => void) | null) => void;
  onRegistered: () => void;
};

export function RegisterBusinessForm({ setting, onUnsaved, onRegistered }: RegisterBusinessFormProps) {
  const { t } = useLingui();
  const [values, set, forget] = useFormDraft<BusinessValues>('business', EMPTY_VALUES);
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveProfile();
  const own = validationErrors(values);
  const errors = isAsked ? { ...responseErrors(save.error), ...own } : {};
  const isChanged = JSON.stringify(values) !== JSON.stringify(EMPTY_VALUES);
  useEffect(() => onUnsaved(isChanged ? forget : null), [onUnsaved, isChanged, forget]);

  const focusFirstError = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setAsked(true);
    if (values.organizationType === '' || Object.keys(own).length > 0) {
      focusFirstError();
      return;
    }
    const { organizationName, organizationType, address: location, place } = values;
    const point = place && { latitude: place.latitude, longitude: place.longitude };
    save.mutate(
      { organizationName, organizationType, location, userType: 'donor', ...point },
      {
        onSuccess: ({ organizationName: name }) => {
          forget();
          toast({
            title: t`You're registered as a business`,
            description: t`From now on, neighbors see ${name ?? organizationName}. Thank you for rescuing food.`,
            tone: 'success',
          });
          onRegistered();
        },
        onError: focusFirstError,
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <OrganizationFields values={values} onChange={set} errors={errors} />
      <LocationFields
        isBusiness
        address={values.address}
        onAddress={(address) => set({ address })}
        place={values.place}
        onPlace={(place) => set({ place })}
        setting={setting}
        addressError={errors.address}
        placeError={errors.place}
      />
      <p className="text-sm text-muted">
        <Trans>
          The pin is optional, but worth it: it puts your food on the map and shows people how far away it is.
          The location you set as yourself stays private, and so does everything you shared from there.
        </Trans>
      </p>
      {save.isError && Object.keys(errors).length === 0 && !isUnauthorized(save.error) && (
        <Notice tone="error" announce title={<Trans>Registration Failed</Trans>}>
          <Trans>Please try again or contact support if the problem persists.</Trans>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={save.isPending}>
        <Trans>Register as Business</Trans>
      </Button>
    </form>
  );
}
