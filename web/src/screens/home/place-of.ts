import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** Where somebody said they are, if they did. */
export const placeOf = ({ latitude, longitude }: Pick<User, 'latitude' | 'longitude'>): GeoPoint | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
