import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { onAccountClosed, onBoardVisibility } from '../accounts.hooks.ts';
import { verifyOwnPassword } from '../auth/session/own-sessions.ts';
import { signOut } from '../auth/session/session-service.ts';
import { deleteStanding } from '../accounts.store.ts';
import * as store from './account-lifecycle.store.ts';

/**
 * Closes a person's account in a transaction that has not locked any of their rows. Returns false if it is unknown or
 * closed already.
 */
export async function closePersonAccount(tx: TxContext, personId: string): Promise<boolean> {
  const endAll = async (): Promise<void> => {
    for (const close of onAccountClosed.handlersOf(tx)) await close(tx, personId);
  };
  // the first run takes the locks in their order, the person last; the second ends what was added in between
  await endAll();
  const { isClosed, isOnBoards } = await store.lockForClosure(tx.db, personId);
  if (isClosed) return false;
  await endAll();
  await places.closePerson(tx, personId);
  await store.deleteCredentialsAndSessions(tx.db, personId);
  await deleteStanding(tx.db, personId);
  if (isOnBoards) for (const move of onBoardVisibility.handlersOf(tx)) await move(tx, personId, false);
  await store.anonymizePerson(tx.db, personId, tx.clock.now());
  return true;
}

/**
 * Closes the caller's account: ends everything open, notifies the others and deletes personal data. 422 on `password`
 * if they have one and it is missing or wrong. Returns the `Set-Cookie` lines that clear the session cookie.
 */
export async function closeAccount(
  ctx: AppContext,
  caller: Caller,
  password: string | undefined,
): Promise<string[]> {
  if (!(await verifyOwnPassword(ctx, caller, password)))
    throw unprocessable({
      password: errorText(password === undefined ? 'required.password' : 'not-your-password'),
    });
  await inTransaction(ctx, (tx) => closePersonAccount(tx, caller.userId));
  return signOut(ctx, caller);
}
