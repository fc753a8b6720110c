import { Trans, useLingui } from '@lingui/react/macro';
import {
  businessAddressSchema,
  organizationNameSchema,
  organizationTypeSchema,
} from '@openlarder/domain/accounts/account-schemas.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { MapSettings, PickedPlace } from '#web/features/places/PlacePicker.tsx';
import { isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { OrganizationFields } from './OrganizationFields.tsx';
import { LocationFields } from './LocationFields.tsx';
import { type ProfileFaults, toldFaults } from './profile-errors.ts';
import type { ProfileValues } from './profile-values.ts';
import { useSaveProfile } from './use-save-profile.ts';

type Said = Pick<ProfileValues, 'organizationName' | 'organizationType' | 'address'> & {
  place: PickedPlace | null;
};

const NOTHING_SAID: Said = { organizationName: '', organizationType: '', address: '', place: null };

const registration = z.object({
  organizationName: organizationNameSchema,
  organizationType: organizationTypeSchema,
  address: businessAddressSchema,
});

function faultsOf(said: Said): ProfileFaults {
  const { error } = registration.safeParse(said);
  const faults: ProfileFaults = {};
  for (const { path, message } of error?.issues ?? []) {
    const [name] = path;
    if (name === 'organizationName' || name === 'organizationType' || name === 'address')
      faults[name] ??= message;
  }
  return faults;
}

type RegisterBusinessFormProps = {
  setting: MapSettings;
  /** Returns true if leaving would lose input. */
  onUnsaved: (unsaved: boolean) => void;
  onRegistered: () => void;
};

/** Registers the signed-in donor's business, with a public name and address. */
export function RegisterBusinessForm({ setting, onUnsaved, onRegistered }: RegisterBusinessFormProps) {
  const { t } = useLingui();
  const [said, setSaid] = useState(NOTHING_SAID);
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveProfile();
  const own = faultsOf(said);
  const faults = isAsked ? { ...toldFaults(save.error), ...own } : {};
  const isSaid = said !== NOTHING_SAID;
  useEffect(() => onUnsaved(isSaid), [onUnsaved, isSaid]);

  const set = (more: Partial<Said>) => setSaid((before) => ({ ...before, ...more }));
  const goToFault = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setAsked(true);
    if (said.organizationType === '' || Object.keys(own).length > 0) {
      goToFault();
      return;
    }
    const { organizationName, organizationType, address: location, place } = said;
    const point = place && { latitude: place.latitude, longitude: place.longitude };
    save.mutate(
      { organizationName, organizationType, location, userType: 'donor', ...point },
      {
        onSuccess: ({ organizationName: name }) => {
          toast({
            title: t`Registered as a business`,
            description: t`From now on others see ${name ?? organizationName}. Thank you for rescuing food.`,
            tone: 'success',
          });
          onRegistered();
        },
        onError: goToFault,
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <OrganizationFields values={said} onChange={set} faults={faults} />
      <LocationFields
        isPublic
        address={said.address}
        onAddress={(address) => set({ address })}
        place={said.place}
        onPlace={(place) => set({ place })}
        setting={setting}
        addressError={faults.address}
        placeError={faults.place}
      />
      <p className="text-sm text-muted">
        <Trans>
          The pin is optional, and worth it: with it your food is on the map, and people see how far it is.
          The place you set as yourself stays private, and so does all you shared from there.
        </Trans>
      </p>
      {save.isError && Object.keys(faults).length === 0 && !isUnauthorized(save.error) && (
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
