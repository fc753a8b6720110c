import { Trans, useLingui } from '@lingui/react/macro';
import { LANGUAGES, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { MAX_NAME_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { isUnauthorized, sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { FoodTagChoice } from './FoodTagChoice.tsx';
import { allergenName, dietName } from './food-tag-words.ts';
import { LanguageField } from './LanguageField.tsx';
import { OrganizationFields } from './OrganizationFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { faultsOf, toldFaults } from './profile-faults.ts';
import { type ProfileValues, profileChange, profileValues } from './profile-values.ts';
import { RadiusField } from './RadiusField.tsx';
import { UserTypeField } from './UserTypeField.tsx';
import { useSaveProfile } from './use-save-profile.ts';

type EditProfileFormProps = {
  /** By which the button below the form sends it. */
  id: string;
  user: User;
  setting: MapSetting;
  /** Tells whether something would be lost on leaving. */
  onUnsaved: (unsaved: boolean) => void;
  onSaved: () => void;
  onLeaveBusiness: () => void;
};

/** Everything people say about themselves, in one form. Only what was changed is sent. */
export function EditProfileForm({
  id,
  user,
  setting,
  onUnsaved,
  onSaved,
  onLeaveBusiness,
}: EditProfileFormProps) {
  const { t } = useLingui();
  const [values, setValues] = useState(() => profileValues(user));
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveProfile();
  const change = profileChange(user, values);
  const isChanged = Object.keys(change).length > 0;
  const faults = isAsked ? { ...toldFaults(save.error), ...faultsOf(change) } : {};
  const isToldElsewhere = Object.keys(faults).length > 0 || isUnauthorized(save.error);
  const isBusiness = user.organizationName !== null;

  useEffect(() => onUnsaved(isChanged), [onUnsaved, isChanged]);
  const set = (said: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...said }));
  const goToFault = () =>
    setTimeout(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setAsked(true);
    if (!isChanged) onSaved();
    else if (Object.keys(faultsOf(change)).length > 0) goToFault();
    else {
      save.mutate(change, {
        onSuccess: () => {
          toast({ title: t`Your profile is saved`, tone: 'success' });
          onSaved();
        },
        onError: goToFault,
      });
    }
  };
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="flex flex-col gap-7">
      {isBusiness && <OrganizationFields values={values} onChange={set} faults={faults} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={<Trans>First name</Trans>}
          autoComplete="given-name"
          maxLength={MAX_NAME_LENGTH}
          value={values.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
          error={faults.firstName}
        />
        <TextField
          label={<Trans>Last name</Trans>}
          optional
          autoComplete="family-name"
          maxLength={MAX_NAME_LENGTH}
          hint={<Trans>Others see its first letter only.</Trans>}
          value={values.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
          error={faults.lastName}
        />
      </div>
      {!isBusiness && (
        <UserTypeField
          value={values.userType}
          onChange={(userType) => set({ userType })}
          error={faults.userType}
        />
      )}
      <PlaceFields
        isPublic={isBusiness}
        address={values.address}
        onAddress={(address) => set({ address })}
        place={values.place}
        onPlace={(place) => set({ place })}
        setting={setting}
        addressError={faults.address}
        placeError={faults.place}
      />
      <RadiusField
        label={<Trans>How far you go for food</Trans>}
        value={values.radiusKm}
        onChange={(radiusKm) => set({ radiusKm })}
        error={faults.radiusKm}
      />
      <FoodTagChoice
        label={<Trans>How you eat</Trans>}
        hint={<Trans>Only you see this. It helps to find what suits you.</Trans>}
        tags={DIETS}
        nameOf={dietName}
        chosen={values.diets}
        onChange={(diets) => set({ diets })}
      />
      <FoodTagChoice
        label={<Trans>What you must not eat</Trans>}
        hint={
          <Trans>
            Only you see this. We mark food that is said to contain it; ask before you eat all the same.
          </Trans>
        }
        tags={ALLERGENS}
        nameOf={allergenName}
        chosen={values.allergens}
        onChange={(allergens) => set({ allergens })}
      />
      {LANGUAGES.some((one) => one !== values.language) && (
        <LanguageField
          value={values.language}
          onChange={(language) => set({ language })}
          error={faults.language}
        />
      )}
      {isBusiness && (
        <div className="flex flex-col items-start gap-1 border-t pt-5">
          <p className="text-muted">
            <Trans>No longer a business? You can go on as yourself.</Trans>
          </p>
          <Button variant="secondary" onClick={onLeaveBusiness}>
            <Trans>Stop being a business</Trans>
          </Button>
        </div>
      )}
      {save.isError && !isToldElsewhere && (
        <Notice tone="error" announce title={sentenceOf(save.error)}>
          <Trans>What you changed is still here. Nothing is lost by trying again.</Trans>
        </Notice>
      )}
    </form>
  );
}
