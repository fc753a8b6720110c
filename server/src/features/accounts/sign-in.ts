import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { displayName } from '@openlarder/domain/accounts/names.ts';
import type { signInBody, signUpBody } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { AppError, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { isAPIError } from 'better-auth/api';
import type * as z from 'zod/mini';
import type { Caller, SessionReader } from '#server/platform/sessions.ts';
import { makeAuth, sessionCookieName } from './accounts.auth.ts';
import type { AccountsParts } from './accounts.service.ts';
import * as store from './accounts.store.ts';
import { makePasswordGate } from './password-gate.ts';
import { sessionToken } from './session-cookie.ts';

/** Who asks to come in: their network address, and the session they already carry. */
type Visitor = { readonly address: string; readonly caller: Caller | null };
/** A person who has come in, and the `Set-Cookie` lines that keep them in. */
type SignedIn = { readonly user: User; readonly cookies: string[] };

const emailTaken = (): AppError =>
  unprocessable({ email: 'There is already an account with this e-mail. Please sign in.' });

/** How people come in and go. */
export function makeSignIn(parts: AccountsParts, presentUser: (personId: string) => Promise<User>) {
  const { db, clock, sessionSecret, publicUrl, rateLimits, closeSession } = parts;
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

  /** Forgets sessions that have run out. */
  async function forgetExpiredSessions(): Promise<void> {
    await store.deleteExpiredSessions(db, clock.now());
  }

  return { readSession, signUp, signIn, signOut, forgetExpiredSessions };
}
