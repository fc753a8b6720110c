import { AppError, errorText, signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceAccount } from '../../accounts.events.ts';
import { isEmailKnown, lockPerson, personById, type PersonRow } from '../../accounts.store.ts';
import {
  queueConfirmationMail,
  queueEmailChangedMail,
  queueEmailChangeMail,
} from '../../mail/account-mail-jobs.ts';
import { emailDigestOf } from '../better-auth.ts';
import { countEmailChange, countLinkMail } from '../../mail/link-mail-limit.ts';
import * as store from '../credentials.store.ts';
import { verifyPassword } from '../password-hashing.ts';
import { verifyOwnPassword } from '../session/own-sessions.ts';
import { type SignedIn, signInAs, type Visitor } from '../session/session-service.ts';
import { addressIn, invalidLink, linkOwner, consumeLink } from './email-links.internal.ts';

/** Mails a new link, unless the email is verified or one was mailed recently (`countLinkMail`). */
export async function sendVerificationMail(ctx: AppContext, caller: Caller): Promise<{ sentTo: string }> {
  const person = await personById(ctx.db, caller.userId);
  if (!person) throw signedOut();
  await inTransaction(ctx, async (tx) => {
    if (await countLinkMail(tx, 'verify', person.email)) await queueConfirmationMail(tx, person.id);
  });
  return { sentTo: person.email };
}

/**
 * Refuses a visitor who may not have created the account: an attacker may have signed up with another person's email,
 * and would share the account with its owner by the password the attacker chose.
 */
async function requireOwner(
  ctx: AppContext,
  { caller }: Visitor,
  personId: string,
  password: string | undefined,
): Promise<void> {
  if (caller?.userId === personId) return;
  const hash = await store.passwordOf(ctx.db, personId);
  if (hash === null) throw signedOut();
  if (password === undefined) throw unprocessable({ password: errorText('required.sign-up-password') });
  await ctx.rateLimits.spend('account-sign-in', personId);
  if (!(await verifyPassword(ctx, { known: personId }, { hash, password })))
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
    const newEmail = addressIn(token);
    if (newEmail === null) await store.confirmEmail(tx.db, person.id, tx.clock.now());
    else await replaceEmail(tx, person, newEmail);
    // other verification links would still sign in
    await store.deleteLinksOf(tx.db, person.id, 'verify');
    return person.id;
  });
  return signInAs(ctx, visitor, personId);
}

/** Refuses an address that has an account by now. */
async function replaceEmail(tx: TxContext, person: PersonRow, email: string): Promise<void> {
  if (await isEmailKnown(tx.db, email)) throw invalidLink();
  const digest = emailDigestOf(tx.settings.sessionSecret, email);
  await store.replaceEmail(tx.db, person.id, { email, digest, now: tx.clock.now() });
  // a link to choose a password may lie in the former mailbox
  await store.deleteLinksOf(tx.db, person.id, 'reset');
  await queueEmailChangedMail(tx, person.id, person.email);
  await announceAccount(tx, person.id);
}

/**
 * Mails a link to a new address, which replaces the caller's once it is opened. Answers the same for an address that has
 * an account. Only the link that was asked for last is valid. 422 on `currentPassword`; 429 `too-many` (`countEmailChange`).
 */
export async function changeEmail(
  ctx: AppContext,
  caller: Caller,
  { email, currentPassword }: { readonly email: string; readonly currentPassword?: string | undefined },
): Promise<{ sentTo: string }> {
  if (!(await verifyOwnPassword(ctx, caller, currentPassword)))
    throw unprocessable({ currentPassword: errorText('not-your-password') });
  await inTransaction(ctx, async (tx) => {
    await countEmailChange(tx, caller.userId, email);
    // the newest address is meant
    await store.deleteLinksOf(tx.db, caller.userId, 'verify');
    await queueEmailChangeMail(tx, caller.userId, email);
  });
  return { sentTo: email };
}

/** Refuses (403 `verify-email`) a person with an unverified email, if the community can send mail. */
export async function requireVerifiedEmail(ctx: AppContext, personId: string): Promise<void> {
  if (!ctx.settings.mail) return;
  const person = await personById(ctx.db, personId);
  if (person?.email_verified) return;
  throw new AppError(403, 'verify-email');
}
