import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeAuth } from '../better-auth.ts';
import type { AccountsParts } from '../../accounts.parts.ts';
import { makeHashingLimit } from '../password-hashing.ts';
import * as sessions from './sessions.store.ts';

/** Who asks to come in: their network address, the session they already carry, and what their browser is and brings. */
export type Visitor = {
  readonly address: string;
  readonly caller: Caller | null;
  readonly userAgent?: string | undefined;
  /** The `Cookie` header. */
  readonly cookie?: string | undefined;
};
/** A person who has come in, and the `Set-Cookie` lines that keep them in. */
export type SignedIn = { readonly user: User; readonly cookies: string[] };

type Entered = { readonly headers: Headers; readonly response: { readonly user: { readonly id: string } } };
export type SessionService = ReturnType<typeof makeSessionService>;

/** What all ways in and out share: the library, a turn for what hashes a password, sessions and their sockets. */
export function makeSessionService(parts: AccountsParts, presentUser: (personId: string) => Promise<User>) {
  const { db, closeSession } = parts;
  const auth = makeAuth(parts);
  const inTurn = makeHashingLimit();

  /** What the library may know of a request: the browser, for the name of the device. */
  const headersOf = ({ userAgent }: Visitor): Headers =>
    new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });

  /** Closes the live connections of sessions that have ended. */
  async function closeSessions(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) await closeSession(id);
  }

  async function endSession(sessionId: string): Promise<void> {
    await sessions.deleteSession(db, sessionId);
    await closeSessions([sessionId]);
  }

  /** The session one came with ends when another begins: nobody can have prepared the new one. */
  async function endOwn({ caller }: Visitor): Promise<void> {
    if (caller) await endSession(caller.sessionId);
  }

  async function comeIn(visitor: Visitor, enter: () => Promise<Entered>): Promise<SignedIn> {
    const { headers, response } = await enter();
    await endOwn(visitor);
    return { user: await presentUser(response.user.id), cookies: headers.getSetCookie() };
  }

  /** Lets in somebody who has shown otherwise who they are. */
  async function enterAs(visitor: Visitor, personId: string): Promise<SignedIn> {
    return comeIn(visitor, () =>
      auth.api.enterAs({ body: { personId }, headers: headersOf(visitor), returnHeaders: true }),
    );
  }

  /** The `Set-Cookie` lines that forget a session. */
  async function forgettingCookies(): Promise<string[]> {
    const { headers } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true });
    return headers.getSetCookie();
  }

  async function hashPassword(password: string): Promise<string> {
    const { password: hashing } = await auth.$context;
    return inTurn(() => hashing.hash(password));
  }

  async function isPassword(hash: string, password: string): Promise<boolean> {
    const { password: hashing } = await auth.$context;
    return inTurn(() => hashing.verify({ hash, password }));
  }

  return {
    auth,
    inTurn,
    headersOf,
    closeSessions,
    endSession,
    endOwn,
    comeIn,
    enterAs,
    forgettingCookies,
    hashPassword,
    isPassword,
  };
}
