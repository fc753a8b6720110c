import type { ProfileChange } from '@openlarder/domain/accounts/account-contract.ts';
import { profileBody } from '@openlarder/domain/accounts/account-schemas.ts';
import { HttpError, wordErrorText } from '#web/lib/http-error.ts';
import type { ProfileValues } from './profile-values.ts';

export type ProfileErrors = Partial<Record<keyof ProfileValues, string>>;

/** The form field at which an error of a contract field is shown. */
const SHOWN_AT: Readonly<Record<string, keyof ProfileValues>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  userType: 'userType',
  organizationName: 'organizationName',
  organizationType: 'organizationType',
  location: 'address',
  address: 'address',
  latitude: 'place',
  longitude: 'place',
  areaLabel: 'place',
  radiusKm: 'radiusKm',
  householdSize: 'householdSize',
  diets: 'diets',
  allergens: 'allergens',
  language: 'language',
};

function gather(entries: readonly (readonly [field: string, message: string])[]): ProfileErrors {
  const errors: ProfileErrors = {};
  for (const [field, message] of entries) {
    const name = SHOWN_AT[field];
    if (name) errors[name] ??= message;
  }
  return errors;
}

export function validationErrors(change: ProfileChange): ProfileErrors {
  const { error } = profileBody.safeParse(change);
  return gather((error?.issues ?? []).map(({ path, message }) => [String(path[0]), wordErrorText(message)]));
}

/** Field errors of a server response; empty if it failed for another reason. */
export const responseErrors = (error: unknown): ProfileErrors =>
  error instanceof HttpError ? gather(Object.entries(error.fields)) : {};
