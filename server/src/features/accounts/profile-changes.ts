import type { profileBody } from '@openlarder/domain/accounts/account-contract.ts';
import { displayName } from '@openlarder/domain/accounts/names.ts';
import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { PersonRow } from './accounts.store.ts';

export type ProfileBody = z.output<typeof profileBody>;
export type ProfilePlaces = Pick<
  Places,
  | 'setProfilePlace'
  | 'setBusinessPlace'
  | 'nameOwnArea'
  | 'leaveBusinessPlace'
  | 'profilePlace'
  | 'readExactSide'
  | 'writeExactSide'
>;
type Organization = Pick<PersonRow, 'organization_name' | 'organization_type'>;

export const profileOf = (personId: string) => ({ type: 'profile', id: personId }) as const;

/**
 * The organization once the change is made. A person becomes one with a name, a kind and an address at once, and is
 * none any more with a null name. Refuses with 422 a kind or a public address of no organization.
 */
function organizationAfter(person: Organization, body: ProfileBody): Organization {
  const name = body.organizationName === undefined ? person.organization_name : body.organizationName;
  if (name === null) {
    if (body.location !== undefined || body.organizationType !== undefined)
      throw unprocessable({ organizationName: 'Organization name must be at least 2 characters' });
    return { organization_name: null, organization_type: null };
  }
  if (person.organization_name === null) {
    const missing = {
      ...(body.organizationType === undefined && {
        organizationType: 'Please choose the kind of organization',
      }),
      ...(body.location === undefined && { location: 'Please provide a complete address' }),
    };
    if (Object.keys(missing).length > 0) throw unprocessable(missing);
  }
  return { organization_name: name, organization_type: body.organizationType ?? person.organization_type };
}

/** The person's own columns once the change is made; what is absent stays. */
export function columnsAfter(person: PersonRow, body: ProfileBody, now: Date) {
  const firstName = body.firstName ?? person.first_name;
  const lastName = body.lastName ?? person.last_name;
  return {
    ...organizationAfter(person, body),
    first_name: firstName,
    last_name: lastName,
    name: displayName({ firstName, lastName }),
    user_type: body.userType ?? person.user_type,
    radius_km: body.radiusKm ?? person.radius_km,
    diets: body.diets ?? person.diets,
    allergens: body.allergens ?? person.allergens,
    language: body.language ?? person.language,
    leaderboard_visible: body.leaderboardVisible ?? person.leaderboard_visible,
    updated_at: now,
  };
}

/** The coordinate of a change, or null without one. Refuses half of one with 422 on `longitude`. */
function pointOf({ latitude, longitude }: ProfileBody): GeoPoint | null {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  if (latitude === undefined && longitude === undefined) return null;
  throw unprocessable({ longitude: 'A place is a latitude with a longitude' });
}

/**
 * Changes where a person is. Nothing but `location` makes a place public; so that no home becomes public, or a business
 * goes dark unawares, a business's place is changed by `location` alone (422 on it otherwise).
 */
export async function changePlace(
  tx: Tx,
  places: ProfilePlaces,
  personId: string,
  body: ProfileBody,
  now: Date,
): Promise<void> {
  const point = pointOf(body);
  const { address, areaLabel, location } = body;
  if (body.organizationName === null) await places.leaveBusinessPlace(tx, personId);
  if (location !== undefined) return places.setBusinessPlace(tx, personId, { address: location, point });
  if (point === null && address === undefined && !areaLabel) return;
  const own = (await places.profilePlace(tx, [personId])).get(personId);
  if (own?.isPublic)
    throw unprocessable({ location: 'Please give the address of your business, which everybody sees' });
  const known = (await places.readExactSide(tx, [profileOf(personId)], personId, now)).get(personId);
  if (point) {
    const home = { point, areaLabel, address: address ?? known?.address ?? '' };
    await places.setProfilePlace(tx, personId, home);
    return;
  }
  if (address !== undefined) {
    const side = { point: null, instructions: '', phone: null, ...known, address };
    await places.writeExactSide(tx, profileOf(personId), personId, side);
  }
  if (areaLabel) await places.nameOwnArea(tx, personId, areaLabel);
}
