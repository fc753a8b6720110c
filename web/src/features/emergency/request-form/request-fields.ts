import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { MIN_HOUSEHOLD } from '@openlarder/domain/accounts/account-fields.ts';
import { DEFAULT_REQUEST_RADIUS_KM } from '@openlarder/domain/emergency/request-fields.ts';
import type { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import type { RequestAddress } from '../request-address.ts';
import type * as z from 'zod/mini';

type RequestValues = Omit<z.input<typeof createRequestBody>, 'expiresAt'>;
type MayBeUnsaid = 'latitude' | 'longitude';
/** The form's values: those of the request body, complete except for an unknown map position. */
export type RequestFields = {
  [Name in Exclude<keyof RequestValues, MayBeUnsaid>]-?: Exclude<RequestValues[Name], undefined>;
} & Partial<Pick<RequestValues, MayBeUnsaid>> & {
    /** Whether `householdSize` is known from the person, in the form or in their profile. It is not sent. */
    isCounted: boolean;
  };

/** The fields from top to bottom: the first one with an error gets the focus. */
export const REQUEST_FIELDS = [
  'title',
  'urgencyLevel',
  'householdSize',
  'description',
  'dietaryRestrictions',
  'specialNeeds',
  'preferredCategories',
  'pickupLocation',
  'latitude',
  'longitude',
  'meetingPoint',
  'radiusKm',
  'showsFirstName',
] as const satisfies readonly (keyof RequestFields)[];

type SavedPlace = Pick<User, 'location' | 'latitude' | 'longitude'>;

export function defaultFields(place: SavedPlace & Partial<Pick<User, 'householdSize'>>): RequestFields {
  return {
    title: '',
    description: '',
    urgencyLevel: 'emergency',
    householdSize: place.householdSize ?? MIN_HOUSEHOLD,
    isCounted: (place.householdSize ?? null) !== null,
    specialNeeds: '',
    dietaryRestrictions: [],
    pickupLocation: place.location ?? '',
    meetingPoint: '',
    radiusKm: DEFAULT_REQUEST_RADIUS_KM,
    preferredCategories: [],
    showsFirstName: false,
    ...(place.latitude !== null &&
      place.longitude !== null && { latitude: place.latitude, longitude: place.longitude }),
  };
}

/**
 * The values of an earlier request, to repeat it. Its meeting point was for that time only, and its place is not
 * stored: it is what this browser remembers of it, else the person's own.
 */
export function fieldsFromRequest(
  request: EmergencyRequest,
  own: SavedPlace,
  kept: RequestAddress | null,
): RequestFields {
  const place =
    kept?.requestId === request.id
      ? { location: kept.address, latitude: kept.latitude, longitude: kept.longitude }
      : own;
  const { title, description, urgencyLevel, householdSize, specialNeeds } = request;
  return {
    ...defaultFields(place),
    title,
    description,
    urgencyLevel,
    householdSize,
    isCounted: true,
    specialNeeds,
    dietaryRestrictions: [...request.dietaryRestrictions],
    radiusKm: request.radiusKm,
    preferredCategories: [...request.preferredCategories],
    showsFirstName: request.showsFirstName,
  };
}
