import { SIGN_UP_CODE_TRIES, VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import type {
  enterSignUpCodeBody,
  openSignUpLinkSpec,
  signUpBody,
} from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type * as z from 'zod/mini';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { errorCode } from '#server/platform/startup-error.ts';
import { isEmailKnown } from '../../accounts.store.ts';
import { queueSignUpMail } from '../../mail/account-mail-jobs.ts';
import { countLinkMail } from '../../mail/link-mail-limit.ts';
import { isSecure, makeAuth, sessionCookieName } from '../better-auth.ts';
import { hashPassword, requireHardToGuess } from '../password-hashing.ts';
import { codeDigestOf, invalidLink, linkOwner, consumeLink } from '../recovery/email-links.internal.ts';
import {
  sessionToken,
  type SignedIn,
  signedToken,
  signInAs,
  type Visitor,
} from '../session/session-service.ts';
import * as store from './pending-sign-ups.store.ts';

/** PostgreSQL's code for a row that is there already. */
const UNIQUE_VIOLATION = '23505';

/** The mail's recipient, and the `Set-Cookie` line that recognizes this browser when the mail is opened. */
export type MailSent = { readonly sentTo: string; readonly cookies: string[] };

/**
 * Stores a sign-up until its mail is opened; another one with the same email in the same browser replaces it. It is
 * mailed unless a mail went there recently (`countLinkMail`): the link of the last one works then, and its code in the
 * browser that asked for that mail. Whether the email is known is checked when the mail is made, not here: response, work
 * and cookie are the same.
 */
export async function signUpByMail(
  ctx: AppContext,
  { address, cookie }: Visitor,
  { email, password, firstName, lastName, userType, language }: z.output<typeof signUpBody>,
): Promise<MailSent> {
  const hash = await hashPassword(ctx, { address }, password);
  const now = ctx.clock.now();
  const given = {
    email,
    password: hash,
    first_name: firstName,
    last_name: lastName,
    user_type: userType,
    language: language ?? null,
    expires_at: new Date(now.getTime() + VERIFY_LINK_HOURS * HOUR_MS),
  };
  const id = await inTransaction(ctx, async (tx) => {
    const before = pendingIdOfCookie(ctx, cookie);
    const isReplaced = before !== null && (await store.replace(tx.db, before, given, now));
    const pendingId = isReplaced ? before : tx.newId();
    if (!isReplaced)
      await store.insert(tx.db, {
        ...given,
        id: pendingId,
        code_digest: null,
        tries_left: SIGN_UP_CODE_TRIES,
        created_at: now,
      });
    if (await countLinkMail(tx, 'sign-up', email)) await queueSignUpMail(tx, pendingId);
    return pendingId;
  });
  return { sentTo: email, cookies: [signUpCookie(ctx, id)] };
}

/**
 * Begins the account of a mailed link, and signs in. A browser that signed up with this email begins what was typed there,
 * whichever sign-up was mailed. In any other the owner of the email chooses the password (422 on `password` without one):
 * a stranger may have typed the email, and would share the account. 409 `link-over`.
 */
export async function openSignUpLink(
  ctx: AppContext,
  visitor: Visitor,
  { token, password }: z.output<typeof openSignUpLinkSpec.body>,
): Promise<SignedIn> {
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  if (password !== undefined) requireHardToGuess('password', password);
  const linked = await linkOwner(ctx, 'sign-up', token);
  if (linked === null) throw invalidLink();
  const own = await ownPendingId(ctx, visitor.cookie, linked);
  if (own === null && password === undefined)
    throw unprocessable({ password: errorText('required.new-password') });
  const hash =
    own !== null || password === undefined ? null : await hashPassword(ctx, { known: linked }, password);
  const id = own ?? linked;
  return begin(ctx, visitor, id, async (tx, pending) => {
    const isTaken = (await consumeLink(tx, 'sign-up', token)) !== null;
    return isTaken ? { ...pending, password: hash ?? pending.password } : null;
  });
}

/**
 * Begins the account by the mailed code, in the browser that signed up, and signs in. 422 on `code` if it is wrong, and
 * always for an email that has an account; 409 `link-over` without a sign-up or after five tries.
 */
export async function enterSignUpCode(
  ctx: AppContext,
  visitor: Visitor,
  { code }: z.output<typeof enterSignUpCodeBody>,
): Promise<SignedIn> {
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  const id = pendingIdOfCookie(ctx, visitor.cookie);
  const counted = id && (await store.countAttempt(ctx.db, id, ctx.clock.now()));
  if (!id || !counted) throw invalidLink();
  const digest = codeDigestOf(ctx, id, code);
  if (counted.code_digest !== digest) throw unprocessable({ code: errorText('wrong-sign-up-code') });
  return begin(ctx, visitor, id, (_tx, pending) =>
    Promise.resolve(pending.code_digest === digest ? pending : null),
  );
}

/** Creates the person of a sign-up whose proof still holds, ends the others of its email, and signs in. */
async function begin(
  ctx: AppContext,
  visitor: Visitor,
  id: string,
  prove: (tx: TxContext, pending: store.PendingSignUp) => Promise<store.PendingSignUp | null>,
): Promise<SignedIn> {
  try {
    const personId = await inTransaction(ctx, async (tx) => {
      const pending = await store.lock(tx.db, id, tx.clock.now());
      const proven = pending && (await prove(tx, pending));
      if (!proven) throw invalidLink();
      await store.complete(tx.db, proven);
      const { first_name: firstName, last_name: lastName, user_type: userType, ...rest } = proven;
      return createPerson(tx, { ...rest, firstName, lastName, userType, emailVerified: true });
    });
    return await signInAs(ctx, visitor, personId);
  } catch (error) {
    // an account was created by the identity provider concurrently
    throw errorCode(error) === UNIQUE_VIOLATION ? invalidLink() : error;
  }
}

type NewPerson = Pick<store.PendingSignUp, 'email' | 'language'> & {
  readonly firstName: string;
  readonly lastName: string;
  readonly userType: store.PendingSignUp['user_type'];
  /** Hashed. */
  readonly password: string;
  readonly emailVerified: boolean;
};

/**
 * Creates a person as the library's own sign-up does, from an already hashed password; returns the id. 409 `link-over` if the email has an account.
 */
export async function createPerson(
  tx: TxContext,
  { email, language, firstName, lastName, userType, password, emailVerified }: NewPerson,
): Promise<string> {
  // an account was created by the identity provider concurrently
  if (await isEmailKnown(tx.db, email)) throw invalidLink();
  const { internalAdapter } = await makeAuth(tx).$context;
  const person = { email, emailVerified, firstName, lastName, userType };
  const { id } = await internalAdapter.createUser(
    { ...person, name: displayName(person), ...(language !== null && { language }) },
    { method: 'email-password' },
  );
  await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password });
  return id;
}

const LASTS_SECONDS = (VERIFY_LINK_HOURS * HOUR_MS) / 1000;

/** Its secret differs from the session cookie's, so that neither cookie is accepted for the other. */
const nameAndSecret = ({ settings: { publicUrl, sessionSecret } }: AppContext) =>
  ({ name: `${sessionCookieName(publicUrl)}-new`, secret: `newcomer:${sessionSecret}` }) as const;

/**
 * The `Set-Cookie` line that remembers a pending sign-up in this browser, until its mail expires. It does not sign in
 * and identifies no person: together with the mailed link or code it proves that the person who opens the mail also
 * chose the password.
 */
function signUpCookie(ctx: AppContext, pendingId: string): string {
  const { name, secret } = nameAndSecret(ctx);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(ctx.settings.publicUrl) ? '; Secure' : ''}`;
  return `${name}=${signedToken(pendingId, secret)}; Max-Age=${LASTS_SECONDS}; ${attributes}`;
}

/** The pending sign-up of this browser, if it has the email of the mailed one. */
async function ownPendingId(
  ctx: AppContext,
  cookie: string | undefined,
  mailedId: string,
): Promise<string | null> {
  const own = pendingIdOfCookie(ctx, cookie);
  if (own === null || own === mailedId) return own;
  const now = ctx.clock.now();
  const [mine, mailed] = await Promise.all([store.byId(ctx.db, own, now), store.byId(ctx.db, mailedId, now)]);
  return mine && mine.email === mailed?.email ? own : null;
}

/** The latest pending sign-up of the browser with this `Cookie` header; null if there is none. */
function pendingIdOfCookie(ctx: AppContext, cookie: string | undefined): string | null {
  const { name, secret } = nameAndSecret(ctx);
  return sessionToken(cookie, name, secret);
}
