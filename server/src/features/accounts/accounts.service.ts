import type {
  profileBody,
  signInBody,
  signUpBody,
  User,
} from '@openlarder/domain/accounts/account-contract.ts';
import { organizationTypeSchema } from '@openlarder/domain/accounts/account-contract.ts';
import { displayName } from '@openlarder/domain/accounts/names.ts';
import { AppError, signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { isAPIError } from 'better-auth/api';
import type * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import type { Places } from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Caller, SessionReader } from '#server/platform/sessions.ts';
import { type AuthParts, makeAuth, sessionCookieName } from './accounts.auth.ts';
import * as store from './accounts.store.ts';
import { makePasswordGate } from './password-gate.ts';
import { fullNames, summaries } from './people.ts';
import { sessionToken } from './session-cookie.ts';

export type AccountsParts = AuthParts & {
  readonly rateLimits: RateLimits;
  readonly places: Pick<Places, 'setProfilePlace' | 'profilePlace' | 'readExactSide' | 'writeExactSide'>;
  /** Closes the live connections of a session that has ended. */
  readonly closeSession: (sessionId: string) => Promise<void> | void;
};

export type Accounts = ReturnType<typeof makeAccounts>;

/** Who asks to come in: their network address, and the session they already carry. */
type Visitor = { readonly address: string; readonly caller: Caller | null };
/** A person who has come in, and the `Set-Cookie` lines that keep them in. */
type SignedIn = { readonly user: User; readonly cookies: string[] };

const emailTaken = (): AppError =>
  unprocessable({ email: 'There is already an account with this e-mail. Please sign in.' });

/** People, how they come in and go, and what they say about themselves. */
export function makeAccounts(parts: AccountsParts) {
  const { db, clock, sessionSecret, publicUrl, rateLimits, places, closeSession } = parts;
  const auth = makeAuth(parts);
  const inTurn = makePasswordGate();
  const cookieName = sessionCookieName(publicUrl);

  /** Whose session a request's cookies name: one read a request, so that a session that has ended is noticed at once. */
  const readSession: SessionReader = async (headers) => {
    const token = sessionToken(headers.cookie, cookieName, sessionSecret);
    if (!token) return null;
    const session = await store.sessionByToken(db, token, clock.now());
    return session ? { userId: session.person_id, sessionId: session.id } : null;
  };

  async function presentUser(personId: string): Promise<User> {
    const person = await store.personById(db, personId);
    if (!person) throw signedOut();
    const exact = await places.readExactSide(db, [profileOf(personId)], personId, clock.now());
    const publicSides = await places.profilePlace(db, [personId]);
    return presented(person, exact.get(personId), publicSides.get(personId)?.areaLabel);
  }

  /** The session one came with ends when another begins: nobody can have prepared the new one. */
  async function endSession(sessionId: string): Promise<void> {
    await store.deleteSession(db, sessionId);
    await closeSession(sessionId);
  }

  async function comeIn(
    visitor: Visitor,
    enter: () => Promise<{ headers: Headers; response: { user: { id: string } } }>,
  ): Promise<SignedIn> {
    const { headers, response } = await inTurn(enter);
    if (visitor.caller) await endSession(visitor.caller.sessionId);
    return { user: await presentUser(response.user.id), cookies: headers.getSetCookie() };
  }

  /**
   * Makes an account and signs in. A known e-mail is said plainly (422 on `email`): without mail nobody could be told
   * otherwise. At most 60 an hour by one address (429).
   */
  async function signUp(visitor: Visitor, body: z.output<typeof signUpBody>): Promise<SignedIn> {
    await rateLimits.spend('address-sign-up', visitor.address);
    const { email, password, firstName, lastName, userType } = body;
    if (await store.isEmailKnown(db, email)) throw emailTaken();
    const name = displayName({ firstName, lastName });
    return comeIn(visitor, async () => {
      try {
        return await auth.api.signUpEmail({
          body: { email, password, name, firstName, lastName, userType },
          returnHeaders: true,
        });
      } catch (error) {
        // two at the same time with one e-mail: the second finds it taken
        if (isAPIError(error) && (await store.isEmailKnown(db, email))) throw emailTaken();
        throw error;
      }
    });
  }

  /**
   * Signs in with a new session. An unknown e-mail and a wrong password have the same answer (401), after the same
   * work; ten tries in 15 minutes an account (429).
   */
  async function signIn(visitor: Visitor, body: z.output<typeof signInBody>): Promise<SignedIn> {
    await rateLimits.spend('address-sign-in', visitor.address);
    await rateLimits.spend('account-sign-in', body.email);
    return comeIn(visitor, async () => {
      try {
        return await auth.api.signInEmail({ body, returnHeaders: true });
      } catch (error) {
        if (isAPIError(error) && error.statusCode === 401)
          throw new AppError(401, 'wrong-password', 'That e-mail and password do not match.');
        throw error;
      }
    });
  }

  /** Ends the session and its live connections; gives back the `Set-Cookie` lines that forget it. */
  async function signOut(caller: Caller | null, cookieHeader: string | undefined): Promise<string[]> {
    if (caller) await endSession(caller.sessionId);
    const { headers } = await auth.api.signOut({
      headers: new Headers(cookieHeader ? { cookie: cookieHeader } : {}),
      returnHeaders: true,
    });
    return headers.getSetCookie();
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

  /** Forgets sessions that have run out. */
  async function forgetExpiredSessions(): Promise<void> {
    await store.deleteExpiredSessions(db, clock.now());
  }

  return {
    readSession,
    signUp,
    signIn,
    signOut,
    getUser,
    updateProfile,
    forgetExpiredSessions,
    summaries,
    fullNames,
  };
}

const profileOf = (personId: string) => ({ type: 'profile', id: personId }) as const;

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
    userType: person.user_type,
    organizationName: person.organization_name,
    organizationType: organizationType.success ? organizationType.data : null,
    location: exact?.address || null,
    latitude: exact?.point?.latitude ?? null,
    longitude: exact?.point?.longitude ?? null,
    areaLabel: areaLabel ?? null,
    radiusKm: person.radius_km,
    language: person.language,
    leaderboardVisible: person.leaderboard_visible,
    verified: person.verified,
    isAdmin: person.is_admin,
    createdAt: person.created_at.toISOString(),
  };
}
