import { AppError, errorText, signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { lockPerson, personById } from '../../accounts.store.ts';
import { queueConfirmationMail } from '../../mail/account-mail-jobs.ts';
import * as store from '../credentials.store.ts';
import { verifyPassword } from '../password-hashing.ts';
import { type SignedIn, signInAs, type Visitor } from '../session/session-service.ts';
import { invalidLink, linkOwner, consumeLink } from './email-links.internal.ts';

/** Mails a new link, unless the email is verified. Five an hour (429). */
export async function sendVerificationMail(
  ctx: AppContext,
  visitor: Visitor,
  caller: Caller,
): Promise<{ sentTo: string }> {
  const person = await personById(ctx.db, caller.userId);
  if (!person) throw signedOut();
  await ctx.rateLimits.spend('address-mail', visitor.address);
  await ctx.rateLimits.spend('account-mail', person.email);
  await inTransaction(ctx, (tx) => queueConfirmationMail(tx, person.id));
  return { sentTo: person.email };
}

/**
 * Refuses a visitor who may not have created the account: an attacker may have signed up with another person's email,
 * and would share the account with its owner by the password the attacker chose.
 */
async function requireOwner(
  ctx: AppContext,
  { address, caller }: Visitor,
  personId: string,
  password: string | undefined,
): Promise<void> {
  if (caller?.userId === personId) return;
  const hash = await store.passwordOf(ctx.db, personId);
  if (hash === null) throw signedOut();
  if (password === undefined) throw unprocessable({ password: errorText('required.sign-up-password') });
  await ctx.rateLimits.spend('account-sign-in', personId);
  if (!(await verifyPassword(ctx, address, { hash, password })))
    throw unprocessable({ password: errorText('not-your-password') });
}

/**
 * Verifies the email that the link was mailed to, and signs in. 409 `link-over`; 422 on `password`, or 401 for an
 * account without one, in a browser in which the owner is not signed in: the link stays valid then.
 */
export async function verifyEmail(
  ctx: AppContext,
  visitor: Visitor,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
): Promise<SignedIn> {
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  const linked = await linkOwner(ctx, 'verify', token);
  if (linked === null) throw invalidLink();
  await requireOwner(ctx, visitor, linked, password);
  const personId = await inTransaction(ctx, async (tx) => {
    const owner = await consumeLink(tx, 'verify', token);
    const person = owner && (await lockPerson(tx.db, owner));
    if (!person || person.closed_at) throw invalidLink();
    await store.confirmEmail(tx.db, person.id, tx.clock.now());
    // other verification links would still sign in
    await store.deleteLinksOf(tx.db, person.id, 'verify');
    return person.id;
  });
  return signInAs(ctx, visitor, personId);
}

/** Refuses (403 `verify-email`) a person with an unverified email, if the community can send mail. */
export async function requireVerifiedEmail(ctx: AppContext, personId: string): Promise<void> {
  if (!ctx.settings.mail) return;
  const person = await personById(ctx.db, personId);
  if (person?.email_verified) return;
  throw new AppError(403, 'verify-email');
}
