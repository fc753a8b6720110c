import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  MAX_HOUSEHOLD,
  MAX_RADIUS_KM,
  MIN_HOUSEHOLD,
  MIN_RADIUS_KM,
  USER_TYPES,
  type UserType,
} from '@openlarder/domain/accounts/account-fields.ts';
import { isSomebodyElse } from '@openlarder/domain/accounts/verified-identity.ts';
import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { MAX_NAME_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useFormDraft } from '#web/lib/draft.ts';
import { isUnauthorized, errorMessage } from '#web/lib/http-error.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { formatDistance } from '#web/lib/distances.ts';
import { Slider } from '#web/ui/Slider.tsx';
import { FoodTagChoice } from '../food-tags/FoodTagChoice.tsx';
import { allergenName, dietName } from '../food-tags/food-tag-labels.ts';
import { LanguageField, OrganizationFields, LocationFields } from './ProfileFields.tsx';
import { validationErrors, responseErrors } from './profile-errors.ts';
import { profileChange, type ProfileValues, profileValues } from './profile-values.ts';
import { useSaveProfile } from '../current-user.ts';

type EditProfileFormProps = {
  /** Form id, for the submit button below the form. */
  id: string;
  user: User;
  setting: MapSettings;
  /** Called with what forgets the changes, if leaving would lose any. */
  onUnsaved: (discard: (() => void) | null) => void;
  onSaved: () => void;
  onLeaveBusiness: () => void;
};

export function EditProfileForm({
  id,
  user,
  setting,
  onUnsaved,
  onSaved,
  onLeaveBusiness,
}: EditProfileFormProps) {
  const { t } = useLingui();
  // what changes elsewhere meanwhile is not undone by saving this
  const [opened] = useState(user);
  const [values, set, forget] = useFormDraft('profile', profileValues(opened));
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveProfile();
  const change = profileChange(opened, values);
  const isChanged = Object.keys(change).length > 0;
  const errors = isAsked ? { ...responseErrors(save.error), ...validationErrors(change) } : {};
  const isShownElsewhere = Object.keys(errors).length > 0 || isUnauthorized(save.error);
  const isBusiness = user.organizationName !== null;

  useEffect(() => onUnsaved(isChanged ? forget : null), [onUnsaved, isChanged, forget]);
  const focusFirstError = () =>
    setTimeout(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setAsked(true);
    if (!isChanged) onSaved();
    else if (Object.keys(validationErrors(change)).length > 0) focusFirstError();
    else {
      save.mutate(change, {
        onSuccess: () => {
          forget();
          toast({ title: t`We saved your profile`, tone: 'success' });
          onSaved();
        },
        onError: focusFirstError,
      });
    }
  };
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="flex flex-col gap-7">
      {isBusiness && <OrganizationFields values={values} onChange={set} errors={errors} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={<Trans>First name</Trans>}
          autoComplete="given-name"
          maxLength={MAX_NAME_LENGTH}
          value={values.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
          error={errors.firstName}
        />
        <TextField
          label={<Trans>Last name</Trans>}
          optional
          autoComplete="family-name"
          maxLength={MAX_NAME_LENGTH}
          hint={<Trans>Others see its first letter, and all of it only once you've met for a pickup.</Trans>}
          value={values.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
          error={errors.lastName}
        />
      </div>
      {!isBusiness && (
        <UserTypeField
          value={values.userType}
          onChange={(userType) => set({ userType })}
          error={errors.userType}
        />
      )}
      <LocationFields
        isBusiness={isBusiness}
        address={values.address}
        onAddress={(address) => set({ address })}
        place={values.place}
        onPlace={(place) => set({ place })}
        setting={setting}
        addressError={errors.address}
        placeError={errors.place}
      />
      <RadiusField
        label={<Trans>How far you'll go for food</Trans>}
        value={values.radiusKm}
        onChange={(radiusKm) => set({ radiusKm })}
        error={errors.radiusKm}
      />
      {!isBusiness && (
        <TextField
          label={<Trans>How many people do you cook for?</Trans>}
          hint={
            <Trans>
              Count yourself too. Only you see this. It sets how much you can take from big donations.
            </Trans>
          }
          optional
          type="number"
          inputMode="numeric"
          min={MIN_HOUSEHOLD}
          max={MAX_HOUSEHOLD}
          step={1}
          value={values.householdSize}
          onChange={(event) => set({ householdSize: event.target.value })}
          onWheel={(event) => event.currentTarget.blur()}
          error={errors.householdSize}
        />
      )}
      <FoodTagChoice
        label={<Trans>Diet</Trans>}
        hint={<Trans>Only you see this. It helps us find food that suits you.</Trans>}
        tags={DIETS}
        nameOf={dietName}
        chosen={values.diets}
        onChange={(diets) => set({ diets })}
      />
      <FoodTagChoice
        label={<Trans>Allergens to avoid</Trans>}
        hint={
          <Trans>
            Only you see this. We'll mark food that may contain them, but always ask before you eat.
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
          error={errors.language}
        />
      )}
      {isBusiness && (
        <div className="flex flex-col items-start gap-1 border-t pt-5">
          <p className="text-muted">
            <Trans>Not a business anymore? You can switch back to your own name.</Trans>
          </p>
          <Button variant="secondary" onClick={onLeaveBusiness}>
            <Trans>Stop being a business</Trans>
          </Button>
        </div>
      )}
      {user.verified && losesMark(user, values) && (
        <Notice>
          <Trans>
            Your verified mark stands for your name and address. If you change them, it comes back once an
            organizer has looked; until then you can do everything as before for a week.
          </Trans>
        </Notice>
      )}
      {save.isError && !isShownElsewhere && (
        <Notice tone="error" announce title={errorMessage(save.error)}>
          <Trans>Your changes are still here. You can try again.</Trans>
        </Notice>
      )}
    </form>
  );
}

/** Whether saving takes the verified mark away. */
function losesMark(user: User, values: ProfileValues): boolean {
  const isOrganization = user.organizationName !== null;
  const identity = ({ firstName, lastName, organizationName, address, place }: ProfileValues) => ({
    firstName,
    lastName,
    ...(isOrganization
      ? { organizationName, address, point: place }
      : { organizationName: null, address: null, point: null }),
  });
  return isSomebodyElse(identity(profileValues(user)), identity(values));
}

type UserTypeFieldProps = {
  value: UserType;
  onChange: (userType: UserType) => void;
  error?: string | undefined;
};

function UserTypeField({ value, onChange, error }: UserTypeFieldProps) {
  const { t } = useLingui();
  return (
    <RadioGroup<UserType>
      name="userType"
      label={<Trans>What brings you here?</Trans>}
      hint={<Trans>Everyone can find and share food, whatever you choose.</Trans>}
      options={[
        { value: 'recipient', label: t`I'm looking for food` },
        { value: 'donor', label: t`I have food to share` },
        { value: 'volunteer', label: t`I want to help out` },
      ]}
      value={value}
      onChange={(event) => {
        const chosen = USER_TYPES.find((one) => one === event.target.value);
        if (chosen) onChange(chosen);
      }}
      error={error}
    />
  );
}

type RadiusFieldProps = {
  label: ReactNode;
  /** km */
  value: number;
  onChange: (radiusKm: number) => void;
  error?: string | undefined;
};

function RadiusField(props: RadiusFieldProps) {
  return <Slider {...props} min={MIN_RADIUS_KM} max={MAX_RADIUS_KM} step={1} say={formatDistance} />;
}
