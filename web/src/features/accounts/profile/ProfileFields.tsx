import { Trans, useLingui } from '@lingui/react/macro';
import { ORGANIZATION_TYPES } from '@openlarder/domain/accounts/account-fields.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { MAX_PLACE_LENGTH, MAX_TITLE_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { AddressField } from '#web/features/places/AddressField.tsx';
import {
  type MapSettings,
  type PickedPlace,
  PlacePicker,
  type PlacePickerProps,
} from '#web/features/places/PlacePicker.tsx';
import { LANGUAGES, languageName } from '#web/lib/languages.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { organizationTypeName } from './person-labels.ts';
import type { ProfileValues } from './profile-values.ts';

type PlaceFieldsProps = {
  /** A business's address is public once it is verified; a home's is visible to its owner only. */
  isBusiness: boolean;
  address: string;
  onAddress: (address: string) => void;
  place: PickedPlace | null;
  onPlace: PlacePickerProps['onChange'];
  setting: MapSettings;
  addressError?: string | undefined;
  placeError?: string | undefined;
};

export function LocationFields({
  isBusiness,
  address,
  onAddress,
  place,
  onPlace,
  setting,
  addressError,
  placeError,
}: PlaceFieldsProps) {
  const { t } = useLingui();
  // typed addresses lead to a pin only where someone looks them up
  const startsWithAddress = isBusiness || Boolean(setting.addressLookup);
  const picker = (
    <PlacePicker
      value={place}
      onChange={onPlace}
      setting={setting}
      saysNothing={isBusiness}
      of="home"
      error={placeError}
    />
  );
  const addressField = (
    <AddressField
      setting={setting}
      pin={place}
      onFound={(found, point) => {
        onAddress(found);
        onPlace({ ...point, areaLabel: null });
      }}
      label={isBusiness ? <Trans>Business address</Trans> : <Trans>Address</Trans>}
      hint={
        isBusiness ? (
          <Trans>Street address and town, so people can find you.</Trans>
        ) : (
          <Trans>Only you see it, and the people you share it with after a claim.</Trans>
        )
      }
      {...(!isBusiness && { optional: true })}
      autoComplete="street-address"
      maxLength={MAX_PLACE_LENGTH}
      value={address}
      onChange={(event) => onAddress(event.target.value)}
      error={addressError}
    />
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{isBusiness ? t`Your business's location` : t`Your location`}</legend>
      {isBusiness && (
        <Notice>
          <Trans>
            Once an organizer has verified your business, everyone here sees its address, with the pin exactly
            where you put it. Until then they see its neighborhood. Never give a home address.
          </Trans>
        </Notice>
      )}
      {startsWithAddress ? (
        <>
          {addressField}
          {picker}
        </>
      ) : (
        <>
          {picker}
          {addressField}
        </>
      )}
    </fieldset>
  );
}

type OrganizationValues = Pick<ProfileValues, 'organizationName' | 'organizationType'>;

type OrganizationFieldsProps = {
  values: OrganizationValues;
  onChange: (change: Partial<OrganizationValues>) => void;
  errors: Partial<Record<keyof OrganizationValues, string>>;
};

export function OrganizationFields({ values, onChange, errors }: OrganizationFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label={<Trans>Organization name</Trans>}
        hint={<Trans>Everyone here sees it instead of your own name.</Trans>}
        autoComplete="organization"
        maxLength={MAX_TITLE_LENGTH}
        value={values.organizationName}
        onChange={(event) => onChange({ organizationName: event.target.value })}
        error={errors.organizationName}
      />
      <SelectField
        label={<Trans>Type of organization</Trans>}
        value={values.organizationType}
        onChange={(event) => {
          const chosen = ORGANIZATION_TYPES.find((one) => one === event.target.value);
          onChange({ organizationType: chosen ?? '' });
        }}
        placeholder={values.organizationType === '' ? t`Choose one` : undefined}
        options={ORGANIZATION_TYPES.map((type) => ({ value: type, label: organizationTypeName(type) }))}
        error={errors.organizationType}
      />
    </div>
  );
}

type LanguageFieldProps = {
  value: Language;
  onChange: (language: Language) => void;
  error?: string | undefined;
};

export function LanguageField({ value, onChange, error }: LanguageFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Language`}
      value={value}
      onChange={(event) => {
        const chosen = LANGUAGES.find((one) => one === event.target.value);
        if (chosen) onChange(chosen);
      }}
      options={LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))}
      error={error}
    />
  );
}
