import type { signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { conflict, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type * as z from 'zod/mini';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { isEmailKnown } from '../../accounts.store.ts';
import { lockFirstOrganizer, whoIsThere } from '../../lifecycle/account-lifecycle.store.ts';
import { setAdmin } from '../../lifecycle/account-status.ts';
import { requireAllowedNames } from '../../profile/allowed-names.ts';
import { vouchFor } from '../../trust/trust.ts';
import { hashPassword, requireHardToGuess } from '../password-hashing.ts';
import { consumeLink, invalidLink, issueLink, linkOwner } from '../recovery/email-links.internal.ts';
import { type SignedIn, signInAs, type Visitor } from '../session/session-service.ts';
import { createPerson } from './sign-up-by-mail.ts';

/**
 * Makes the link by which the first organizer sets up the community, and returns its URL, the only place that has the
 * token. Null if there is an organizer; with `onlyIfEmpty` if there is anyone.
 */
export async function createSetupLink(ctx: AppContext, { onlyIfEmpty = false } = {}): Promise<string | null> {
  const { hasOrganizer, isEmpty } = await whoIsThere(ctx.db);
  if (hasOrganizer || (onlyIfEmpty && !isEmpty)) return null;
  return inTransaction(ctx, (tx) => issueLink(tx, 'setup', tx.newId()));
}

/** 409 `setup-done` once there is an organizer, whatever the token; `link-over` for one that is not valid. */
export async function requireSetupLink(ctx: AppContext, token: string): Promise<void> {
  if ((await whoIsThere(ctx.db)).hasOrganizer) throw conflict('setup-done');
  if ((await linkOwner(ctx, 'setup', token)) === null) throw invalidLink();
}

type Organizer = Pick<z.output<typeof signUpBody>, 'email' | 'password' | 'firstName' | 'lastName'> & {
  readonly token: string;
};

/**
 * Begins the account of the first organizer, vouched for, with what `alsoDo` writes, and signs in. Of concurrent callers,
 * by whichever links, one gets through.
 */
export async function beginAsOrganizer(
  ctx: AppContext,
  visitor: Visitor,
  { token, ...organizer }: Organizer,
  alsoDo: (tx: TxContext) => Promise<void>,
): Promise<SignedIn> {
  const { email, firstName, lastName } = organizer;
  await ctx.rateLimits.spend('address-sign-up', visitor.address);
  await requireSetupLink(ctx, token);
  requireHardToGuess('password', organizer.password);
  await requireAllowedNames(ctx, { firstName, lastName, organizationName: null }, null);
  const password = await hashPassword(ctx, visitor, organizer.password);
  const id = await inTransaction(ctx, async (tx) => {
    await lockFirstOrganizer(tx.db);
    await requireSetupLink(tx, token);
    await consumeLink(tx, 'setup', token);
    if (await isEmailKnown(tx.db, email)) throw unprocessable({ email: errorText('email-taken') });
    await alsoDo(tx);
    const personId = await createPerson(tx, {
      email,
      language: null,
      firstName,
      lastName,
      userType: 'donor',
      password,
      emailVerified: false,
    });
    await setAdmin(tx, personId, true);
    await vouchFor(tx, personId);
    return personId;
  });
  return signInAs(ctx, visitor, id);
}
