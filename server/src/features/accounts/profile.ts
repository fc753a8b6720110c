import { organizationTypeSchema, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/sessions.ts';
import type { AccountsParts } from './accounts.parts.ts';
import * as store from './accounts.store.ts';
import { passwordOf } from './credentials.store.ts';
import { changePlace, columnsAfter, type ProfileBody, profileOf } from './profile-changes.ts';

/** What people say about themselves, and how they see it. */
export function makeProfile({ db, clock, places }: Pick<AccountsParts, 'db' | 'clock' | 'places'>) {
  async function presentUser(personId: string, dbOrTx: DbOrTx = db): Promise<User> {
    const person = await store.personById(dbOrTx, personId);
    if (!person) throw signedOut();
    const exact = await places.readExactSide(dbOrTx, [profileOf(personId)], personId, clock.now());
    const publicSides = await places.profilePlace(dbOrTx, [personId]);
    const hasPassword = (await passwordOf(dbOrTx, personId)) !== null;
    return {
      ...presented(person, exact.get(personId), publicSides.get(personId)?.areaLabel),
      hasPassword,
    };
  }

  /** The caller, to themself. */
  async function getUser(caller: Caller, dbOrTx: DbOrTx = db): Promise<User> {
    return presentUser(caller.userId, dbOrTx);
  }

  /**
   * Changes what the caller says about themself; absent fields stay. 422 names what cannot be: half a place, an
   * organization without its kind or address, an address of none. 409 `too-many-places` (see places).
   */
  async function updateProfile(caller: Caller, body: ProfileBody): Promise<User> {
    await inTransaction(db, async (tx) => {
      const person = await store.lockPerson(tx, caller.userId);
      if (!person || person.closed_at) throw signedOut();
      const now = clock.now();
      await store.updatePerson(tx, caller.userId, columnsAfter(person, body, now));
      await changePlace(tx, places, caller.userId, body, now);
    });
    return presentUser(caller.userId);
  }

  return { presentUser, getUser, updateProfile };
}

function presented(
  person: store.PersonRow,
  exact: { point: { latitude: number; longitude: number } | null; address: string } | undefined,
  areaLabel: string | undefined,
): Omit<User, 'hasPassword'> {
  const organizationType = organizationTypeSchema.safeParse(person.organization_type);
  return {
    id: person.id,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    emailVerified: person.email_verified,
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
    paused: person.paused_at !== null,
    createdAt: person.created_at.toISOString(),
  };
}
