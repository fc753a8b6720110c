import type { Session } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { notFound, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { AccountMailJobs } from '../../mail/account-mail-jobs.ts';
import type { AccountsParts } from '../../accounts.parts.ts';
import * as credentials from '../credentials.store.ts';
import type { SessionService } from './session-service.ts';
import * as store from './sessions.store.ts';

const wrongPassword = () => unprocessable({ currentPassword: 'That is not your password.' });

/** Where the caller is signed in, and what ends that. */
export function makeOwnSessions(
  { db, clock, newId, rateLimits }: AccountsParts,
  { closeSessions, forgettingCookies, hashPassword, isPassword }: SessionService,
  mailJobs: AccountMailJobs,
) {
  async function listSessions(caller: Caller): Promise<Session[]> {
    const rows = await store.sessionsOf(db, caller.userId, clock.now());
    return rows.map(({ id, device, created_at }) => ({
      id,
      device,
      createdAt: created_at.toISOString(),
      isCurrent: id === caller.sessionId,
    }));
  }

  /** Ends one of the caller's sessions, this one too; 404 for anybody else's. Gives the cookies to set. */
  async function endOwnSession(caller: Caller, sessionId: string): Promise<string[]> {
    if (!(await store.deleteOwnSession(db, caller.userId, sessionId))) throw notFound();
    await closeSessions([sessionId]);
    return sessionId === caller.sessionId ? forgettingCookies() : [];
  }

  /** Ends them all, with their live connections; gives the cookies that forget this one. */
  async function signOutEverywhere(caller: Caller): Promise<string[]> {
    await closeSessions(await inTransaction(db, (tx) => store.deleteSessionsOf(tx, caller.userId)));
    return forgettingCookies();
  }

  /**
   * Whether this is the caller's password; true for somebody who has none. Ten tries in 15 minutes (429).
   */
  async function isOwnPassword(caller: Caller, password: string | undefined): Promise<boolean> {
    const hash = await credentials.passwordOf(db, caller.userId);
    if (hash === null) return true;
    await rateLimits.spend('account-sign-in', caller.userId);
    return password !== undefined && isPassword(hash, password);
  }

  /** Sets another password and ends the caller's other sessions. 422 on `currentPassword` when that is wrong. */
  async function changePassword(
    caller: Caller,
    { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  ): Promise<void> {
    const known = await credentials.passwordOf(db, caller.userId);
    if (known === null || !(await isOwnPassword(caller, currentPassword))) throw wrongPassword();
    const hash = await hashPassword(newPassword);
    const ended = await inTransaction(db, async (tx) => {
      // it may have been changed elsewhere meanwhile
      if ((await credentials.lockedPasswordOf(tx, caller.userId)) !== known) throw wrongPassword();
      await credentials.setPassword(tx, caller.userId, { id: newId(), hash, now: clock.now() });
      await credentials.deleteLinksOf(tx, caller.userId, 'reset');
      await mailJobs.queuePasswordChanged(tx, caller.userId);
      return store.deleteSessionsOf(tx, caller.userId, caller.sessionId);
    });
    await closeSessions(ended);
  }

  return { listSessions, endOwnSession, signOutEverywhere, isOwnPassword, changePassword };
}
