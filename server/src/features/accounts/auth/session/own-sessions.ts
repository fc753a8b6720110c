import type { Session } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { errorText, notFound, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { onPasswordChanged } from '../../accounts.hooks.ts';
import { queuePasswordChangedMail } from '../../mail/account-mail-jobs.ts';
import * as credentials from '../credentials.store.ts';
import { hashPassword, requireHardToGuess, verifyPassword } from '../password-hashing.ts';
import { knownDeviceCookies } from './known-device.ts';
import { clearingCookies } from './session-service.ts';
import * as store from './sessions.store.ts';

const wrongPassword = () => unprocessable({ currentPassword: errorText('not-your-password') });

/** The caller's sessions, newest first. */
export async function listSessions(ctx: AppContext, caller: Caller): Promise<Session[]> {
  const rows = await store.sessionsOf(ctx.db, caller.userId, ctx.clock.now());
  return rows.map(({ id, device, created_at }) => ({
    id,
    device,
    createdAt: created_at.toISOString(),
    isCurrent: id === caller.sessionId,
  }));
}

/** Ends one of the caller's sessions, also the current one; 404 for another person's. Returns the cookies to set. */
export async function endOwnSession(ctx: AppContext, caller: Caller, sessionId: string): Promise<string[]> {
  if (!(await store.deleteOwnSession(ctx.db, caller.userId, sessionId))) throw notFound();
  return sessionId === caller.sessionId ? clearingCookies(ctx) : [];
}

export async function signOutEverywhere(ctx: AppContext, caller: Caller): Promise<string[]> {
  await inTransaction(ctx, (tx) => store.deleteSessionsOf(tx.db, caller.userId));
  return clearingCookies(ctx);
}

/** Whether this is the caller's password; true if they have none. Ten tries in 15 minutes (429). */
export async function verifyOwnPassword(
  ctx: AppContext,
  caller: Caller,
  password: string | undefined,
): Promise<boolean> {
  const hash = await credentials.passwordOf(ctx.db, caller.userId);
  if (hash === null) return true;
  await ctx.rateLimits.spend('account-sign-in', caller.userId);
  return password !== undefined && verifyPassword(ctx, { known: caller.userId }, { hash, password });
}

/**
 * Changes the password, and ends the caller's other sessions and their private calendar address. 422 on
 * `currentPassword` if that is wrong. Returns the cookies to set.
 */
export async function changePassword(
  ctx: AppContext,
  caller: Caller,
  cookie: string | undefined,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<string[]> {
  requireHardToGuess('newPassword', newPassword);
  const known = await credentials.passwordOf(ctx.db, caller.userId);
  if (known === null || !(await verifyOwnPassword(ctx, caller, currentPassword))) throw wrongPassword();
  const hash = await hashPassword(ctx, { known: caller.userId }, newPassword);
  await inTransaction(ctx, async (tx) => {
    // refuses if it was changed concurrently
    if ((await credentials.lockedPasswordOf(tx.db, caller.userId)) !== known) throw wrongPassword();
    await credentials.setPassword(tx.db, caller.userId, { id: tx.newId(), hash, now: tx.clock.now() });
    await credentials.deleteLinksOf(tx.db, caller.userId, 'reset');
    await queuePasswordChangedMail(tx, caller.userId);
    for (const end of onPasswordChanged.handlersOf(tx)) await end(tx, caller.userId);
    await store.deleteSessionsOf(tx.db, caller.userId, caller.sessionId);
  });
  return knownDeviceCookies(ctx, cookie, caller.userId);
}
