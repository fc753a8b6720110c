import { i18n } from '@lingui/core';
import type { ProfileChange, User } from '@openlarder/domain/accounts/account-contract.ts';
import type { OrganizationType, UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { type Language, SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import { supportedLanguage } from '#web/lib/languages.ts';
import type { PickedPlace } from '#web/features/places/PlacePicker.tsx';

export type ProfileValues = {
  firstName: string;
  lastName: string;
  userType: UserType;
  organizationName: string;
  organizationType: OrganizationType | '';
  /** A home's address is for its owner only; a verified business's is public. */
  address: string;
  place: PickedPlace | null;
  radiusKm: number;
  /** As typed; empty if unknown. */
  householdSize: string;
  diets: Diet[];
  allergens: Allergen[];
  language: Language;
};

/** The map pin with its area label as far as known; null without a pin. */
export function pickedPlaceOf({ latitude, longitude, areaLabel }: User): PickedPlace | null {
  return latitude === null || longitude === null ? null : { latitude, longitude, areaLabel };
}

/** The chosen language, else that of the page. */
const languageOf = (chosen: string | null): Language =>
  supportedLanguage([chosen ?? i18n.locale]) ?? SOURCE_LANGUAGE;

export function profileValues(user: User): ProfileValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    userType: user.userType,
    organizationName: user.organizationName ?? '',
    organizationType: user.organizationType ?? '',
    address: user.location ?? '',
    place: pickedPlaceOf(user),
    radiusKm: user.radiusKm,
    householdSize: user.householdSize === null ? '' : String(user.householdSize),
    diets: [...user.diets],
    allergens: [...user.allergens],
    language: languageOf(user.language),
  };
}

const sameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag) => other.includes(tag));

/** The part of a change about the place; a business's address is sent as the public `location`. */
export function placeChange(user: User, address: string, place: PickedPlace | null): ProfileChange {
  const change: ProfileChange = {};
  if (address.trim() !== (user.location ?? '')) {
    if (user.organizationName) change.location = address;
    else change.address = address;
  }
  const isMoved = place !== null && (place.latitude !== user.latitude || place.longitude !== user.longitude);
  if (isMoved) {
    change.latitude = place.latitude;
    change.longitude = place.longitude;
    // A business's pin and its public address are sent together.
    if (user.organizationName) change.location = address;
  }
  const label = place?.areaLabel ?? null;
  const isNamed = label !== null && (isMoved || label !== user.areaLabel);
  if (!user.organizationName && isNamed) change.areaLabel = label;
  return change;
}

export function profileChange(user: User, values: ProfileValues): ProfileChange {
  const before = profileValues(user);
  const change: ProfileChange = placeChange(user, values.address, values.place);
  if (values.firstName.trim() !== before.firstName) change.firstName = values.firstName;
  if (values.lastName.trim() !== before.lastName) change.lastName = values.lastName;
  if (values.radiusKm !== before.radiusKm) change.radiusKm = values.radiusKm;
  if (values.householdSize.trim() !== before.householdSize)
    change.householdSize = values.householdSize.trim() === '' ? null : Number(values.householdSize);
  if (!sameTags(values.diets, before.diets)) change.diets = values.diets;
  if (!sameTags(values.allergens, before.allergens)) change.allergens = values.allergens;
  if (values.language !== before.language) change.language = values.language;
  if (!user.organizationName) {
    if (values.userType !== before.userType) change.userType = values.userType;
    return change;
  }
  if (values.organizationName.trim() !== before.organizationName)
    change.organizationName = values.organizationName;
  if (values.organizationType !== before.organizationType && values.organizationType !== '')
    change.organizationType = values.organizationType;
  return change;
}
