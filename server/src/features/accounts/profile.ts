import type { profileBody, User } from '@openlarder/domain/accounts/account-contract.ts';
import { organizationTypeSchema } from '@openlarder/domain/accounts/account-contract.ts';
import { displayName } from '@openlarder/domain/accounts/names.ts';
import { signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/sessions.ts';
import type { AccountsParts } from './accounts.service.ts';
import * as store from './accounts.store.ts';

const profileOf = (personId: string) => ({ type: 'profile', id: personId }) as const;

/** What people say about themselves, and how they see it. */
export function makeProfile({ db, clock, places }: Pick<AccountsParts, 'db' | 'clock' | 'places'>) {
  async function presentUser(personId: string): Promise<User> {
    const person = await store.personById(db, personId);
    if (!person) throw signedOut();
    const exact = await places.readExactSide(db, [profileOf(personId)], personId, clock.now());
    const publicSides = await places.profilePlace(db, [personId]);
    return presented(person, exact.get(personId), publicSides.get(personId)?.areaLabel);
  }

  /** The caller, to themself. */
  async function getUser(caller: Caller): Promise<User> {
    return presentUser(caller.userId);
  }

  async function changePlace(
    tx: Tx,
    personId: string,
    { latitude, longitude, address, areaLabel }: z.output<typeof profileBody>,
  ): Promise<void> {
    if (latitude === undefined && longitude === undefined && address === undefined) return;
    if ((latitude === undefined) !== (longitude === undefined))
      throw unprocessable({ longitude: 'A place is a latitude with a longitude' });
    const before = await places.readExactSide(tx, [profileOf(personId)], personId, clock.now());
    const known = before.get(personId);
    if (latitude !== undefined && longitude !== undefined) {
      const place = { point: { latitude, longitude }, areaLabel, address: address ?? known?.address ?? '' };
      await places.setProfilePlace(tx, personId, place);
      return;
    }
    const side = { point: null, instructions: '', phone: null, ...known, address: address ?? '' };
    await places.writeExactSide(tx, profileOf(personId), personId, side);
  }

  /** Changes what the caller says about themself; absent fields stay. Refuses half a place (422 on `longitude`). */
  async function updateProfile(caller: Caller, body: z.output<typeof profileBody>): Promise<User> {
    await inTransaction(db, async (tx) => {
      const person = await store.lockPerson(tx, caller.userId);
      if (!person) throw signedOut();
      const firstName = body.firstName ?? person.first_name;
      const lastName = body.lastName ?? person.last_name;
      await store.updatePerson(tx, caller.userId, {
        first_name: firstName,
        last_name: lastName,
        name: displayName({ firstName, lastName }),
        radius_km: body.radiusKm ?? person.radius_km,
        updated_at: clock.now(),
      });
      await changePlace(tx, caller.userId, body);
    });
    return presentUser(caller.userId);
  }

  return { presentUser, getUser, updateProfile };
}

function presented(
  person: store.PersonRow,
  exact: { point: { latitude: number; longitude: number } | null; address: string } | undefined,
  areaLabel: string | undefined,
): User {
  const organizationType = organizationTypeSchema.safeParse(person.organization_type);
  return {
    id: person.id,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    emailVerified: person.email_verified,
    hasPassword: true,
    userType: person.user_type,
    organizationName: person.organization_name,
    organizationType: organizationType.success ? organizationType.data : null,
    location: exact?.address || null,
    latitude: exact?.point?.latitude ?? null,
    longitude: exact?.point?.longitude ?? null,
    areaLabel: areaLabel ?? null,
    radiusKm: person.radius_km,
    diets: person.diets,
    allergens: person.allergens,
    language: person.language,
    leaderboardVisible: person.leaderboard_visible,
    verified: person.verified,
    isAdmin: person.is_admin,
    createdAt: person.created_at.toISOString(),
  };
}
