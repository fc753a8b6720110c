import type { ProfileChange } from '@openlarder/domain/accounts/account-contract.ts';
import { profileBody } from '@openlarder/domain/accounts/account-schemas.ts';
import { HttpError } from '#web/lib/http-error.ts';
import type { ProfileValues } from './profile-values.ts';

/** One sentence at each field of the form that has to be mended. */
export type ProfileFaults = Partial<Record<keyof ProfileValues, string>>;

/** Where a fault of the contract's field is shown. */
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
  diets: 'diets',
  allergens: 'allergens',
  language: 'language',
};

function gather(told: readonly (readonly [field: string, message: string])[]): ProfileFaults {
  const faults: ProfileFaults = {};
  for (const [field, message] of told) {
    const name = SHOWN_AT[field];
    if (name) faults[name] ??= message;
  }
  return faults;
}

/** The faults of what is to be sent, by the contract's own rules. */
export function faultsOf(change: ProfileChange): ProfileFaults {
  const { error } = profileBody.safeParse(change);
  return gather((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

/** The fields that the server named; empty when it refused for another reason. */
export const toldFaults = (error: unknown): ProfileFaults =>
  error instanceof HttpError ? gather(Object.entries(error.fields)) : {};
