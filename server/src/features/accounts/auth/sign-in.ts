import { displayName } from '@openlarder/domain/accounts/names.ts';
import type { signInBody, signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { AppError, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { isAPIError } from 'better-auth/api';
import type * as z from 'zod/mini';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { spendOnAccount } from '#server/platform/http/rate-limits.ts';
import type { Caller, SessionReader } from '#server/platform/http/caller.ts';
import type { AccountMailJobs } from '../mail/account-mail-jobs.ts';
import { makeAuth, sessionCookieName } from './better-auth.ts';
import type { AccountsParts } from '../accounts.parts.ts';
import { isEmailKnown } from '../accounts.store.ts';
import * as credentials from './credentials.store.ts';
import type { SessionService, SignedIn, Visitor } from './session/session-service.ts';
import { makeSignupCookie } from './session/signup-cookie.ts';
import { sessionToken } from './session/session-cookie.ts';
import * as sessions from './session/sessions.store.ts';

type NewPerson = z.output<typeof signUpBody>;
/** Where the mail went, and the `Set-Cookie` line by which this browser is known again when its link is opened. */
type ToldByMail = { readonly sentTo: string; readonly cookies: string[] };
/** Signed in, or told by mail how it goes on. */
type SignedUp = SignedIn | ToldByMail;

const emailTaken = (): AppError =>
  unprocessable({ email: 'There is already an account with this e-mail. Please sign in.' });
const wrongPassword = (): AppError =>
  new AppError(401, 'wrong-password', 'That e-mail and password do not match.');

/** When a session was last used is known to a quarter of an hour: one write in so much time, and no more. */
const SEEN_EVERY_MS = 15 * MINUTE_MS;

/** How people come in with a password, and go. */
export function makeSignIn(parts: AccountsParts, sessionService: SessionService, mailJobs: AccountMailJobs) {
  const { db, clock, newId, sessionSecret, publicUrl, rateLimits, mail } = parts;
  const { auth, inTurn, headersOf, comeIn, endSession, forgettingCookies } = sessionService;
  const cookieName = sessionCookieName(publicUrl);
  const signupCookie = makeSignupCookie(parts);

  /** Whose session a request's cookies name: one read a request, so that a session that has ended is noticed at once. */
  const readSession: SessionReader = async (headers) => {
    const token = sessionToken(headers.cookie, cookieName, sessionSecret);
    if (!token) return null;
    const now = clock.now();
    const session = await sessions.sessionByToken(db, token, now);
    if (!session) return null;
    const before = new Date(now.getTime() - SEEN_EVERY_MS);
    if (session.updated_at <= before) await sessions.recordUse(db, session.id, now, before);
    return { userId: session.person_id, sessionId: session.id };
  };

  /** Which of these sessions have ended, or run out. */
  const findEndedSessions = (ids: readonly string[]): Promise<string[]> =>
    sessions.endedSessions(db, ids, clock.now());

  const asLibraryKnows = ({ email, password, firstName, lastName, userType }: NewPerson) => {
    const name = displayName({ firstName, lastName });
    return { email, password, name, firstName, lastName, userType };
  };

  /**
   * Makes an account. Where the community can send mail, a mail says how it goes on, whoever has the address; else
   * it signs in at once, and a known e-mail is said plainly (422 on `email`): nobody could be told otherwise. At
   * most 60 an hour by one address (429).
   */
  async function signUp(visitor: Visitor, person: NewPerson): Promise<SignedUp> {
    await rateLimits.spend('address-sign-up', visitor.address);
    return mail ? signUpByMail(visitor, person) : signUpAndSignIn(visitor, person);
  }

  /** Makes an account and signs in; 422 on `email` when it is known. */
  async function signUpAndSignIn(visitor: Visitor, person: NewPerson): Promise<SignedIn> {
    const { email } = person;
    if (await isEmailKnown(db, email)) throw emailTaken();
    return comeIn(visitor, () =>
      inTurn(async () => {
        try {
          return await auth.api.signUpEmail({
            body: asLibraryKnows(person),
            headers: headersOf(visitor),
            returnHeaders: true,
          });
        } catch (error) {
          // two at the same time with one e-mail: the second finds it taken
          if (isAPIError(error) && (await isEmailKnown(db, email))) throw emailTaken();
          throw error;
        }
      }),
    );
  }

  /**
   * Makes an account and mails the link that opens it; the owner of an address that has one is told so instead. The
   * library hashes the password either way, and the browser is given a cookie. Five mails an hour
   * to one address from one network address, twenty from all (429).
   */
  async function signUpByMail({ address }: Visitor, person: NewPerson): Promise<ToldByMail> {
    const { email } = person;
    // nobody's, where the address is known: it looks the same
    let personId = newId();
    await spendOnAccount(rateLimits, 'account-mail', { account: email, address });
    await inTurn(async () => {
      try {
        await inTransaction(db, async (tx) => {
          const wasKnown = await isEmailKnown(tx, email);
          const within = makeAuth({ ...parts, db: tx, signsInNewPeople: false });
          await within.api.signUpEmail({ body: asLibraryKnows(person) });
          if (wasKnown) return mailJobs.queueKnownAddress(tx, email);
          const made = await credentials.personByEmail(tx, email);
          if (!made) return;
          await mailJobs.queueConfirmation(tx, made.id);
          personId = made.id;
        });
      } catch (error) {
        // two at the same time with one e-mail: the second finds it known
        if (!isAPIError(error) || !(await isEmailKnown(db, email))) throw error;
        await inTransaction(db, (tx) => mailJobs.queueKnownAddress(tx, email));
      }
    });
    return { sentTo: email, cookies: [signupCookie.remember(personId)] };
  }

  /**
   * Signs in with a new session. An unknown e-mail and a wrong password have the same answer (401), after the same
   * work; ten tries in 15 minutes an account by one network address, fifty by all (429).
   */
  async function signIn(visitor: Visitor, body: z.output<typeof signInBody>): Promise<SignedIn> {
    await rateLimits.spend('address-sign-in', visitor.address);
    await spendOnAccount(rateLimits, 'account-sign-in', { account: body.email, address: visitor.address });
    return comeIn(visitor, () => inTurn(() => enterWithPassword(visitor, body)));
  }

  async function enterWithPassword(visitor: Visitor, body: z.output<typeof signInBody>) {
    const before = await credentials.passwordByEmail(db, body.email);
    try {
      const entered = await auth.api.signInEmail({ body, headers: headersOf(visitor), returnHeaders: true });
      // whoever changed the password meanwhile ended the sessions that were there, and this one was not yet
      const now = await credentials.lockedPasswordOf(db, entered.response.user.id);
      if (now === before) return entered;
      await sessions.deleteSessionByToken(db, entered.response.token);
    } catch (error) {
      if (!isAPIError(error) || error.statusCode !== 401) throw error;
    }
    throw wrongPassword();
  }

  /** Ends the session and its live connections; gives back the `Set-Cookie` lines that forget it. */
  async function signOut(caller: Caller | null): Promise<string[]> {
    if (caller) await endSession(caller.sessionId);
    return forgettingCookies();
  }

  /** Forgets sessions, links and ways to the identity provider that have run out. */
  async function deleteExpiredSessionsAndLinks(): Promise<void> {
    await sessions.deleteExpiredSessions(db, clock.now());
    await credentials.deleteOldLinks(db, clock.now());
  }

  return {
    readSession,
    findEndedSessions,
    signUp,
    signUpAndSignIn,
    signIn,
    signOut,
    deleteExpiredSessionsAndLinks,
  };
}
