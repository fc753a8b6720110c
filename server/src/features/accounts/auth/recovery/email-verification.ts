import { AppError, signedOut, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { AccountMailJobs } from '../../mail/account-mail-jobs.ts';
import type { AccountsParts } from '../../accounts.parts.ts';
import { lockPerson, personById } from '../../accounts.store.ts';
import * as store from '../credentials.store.ts';
import type { SessionService, SignedIn, Visitor } from '../session/session-service.ts';
import type { EmailLinks } from './email-links.ts';
import { makeSignupCookie } from '../session/signup-cookie.ts';
import { linkOver } from './password-reset.ts';

/** How people show that an address is theirs, and where that is asked for. */
export function makeEmailVerification(
  parts: AccountsParts,
  { enterAs, isPassword }: SessionService,
  links: EmailLinks,
  mailJobs: AccountMailJobs,
) {
  const { db, clock, rateLimits, mail } = parts;
  const signupCookie = makeSignupCookie(parts);

  /** Mails the link again; nothing goes out to an address that is confirmed. Five an hour (429). */
  async function sendVerificationMail(visitor: Visitor, caller: Caller): Promise<{ sentTo: string }> {
    const person = await personById(db, caller.userId);
    if (!person) throw signedOut();
    await rateLimits.spend('address-mail', visitor.address);
    await rateLimits.spend('account-mail', person.email);
    await inTransaction(db, (tx) => mailJobs.queueConfirmation(tx, person.id));
    return { sentTo: person.email };
  }

  /**
   * Refuses whoever has opened the mail and need not be who made the account: somebody else may have signed up with
   * their address, and would share the account from then on by the password they chose.
   */
  async function requireOwner(
    { caller, cookie }: Visitor,
    personId: string,
    password: string | undefined,
  ): Promise<void> {
    if (caller?.userId === personId || signupCookie.personIn(cookie) === personId) return;
    const hash = await store.passwordOf(db, personId);
    if (hash === null) throw signedOut();
    if (password === undefined)
      throw unprocessable({ password: 'Please enter the password you chose when you signed up' });
    await rateLimits.spend('account-sign-in', personId);
    if (!(await isPassword(hash, password))) throw unprocessable({ password: 'That is not your password.' });
  }

  /**
   * Confirms the address that the link was mailed to, and signs in. 409 `link-over`; 422 on `password`, or 401 for an
   * account without one, in a browser that is not known to be the owner's. The link still stands then.
   */
  async function verifyEmail(
    visitor: Visitor,
    { token, password }: { readonly token: string; readonly password?: string | undefined },
  ): Promise<SignedIn> {
    await rateLimits.spend('address-sign-in', visitor.address);
    const linked = await links.ownerOf('verify', token);
    if (linked === null) throw linkOver();
    await requireOwner(visitor, linked, password);
    const personId = await inTransaction(db, async (tx) => {
      const owner = await links.take(tx, 'verify', token);
      const person = owner && (await lockPerson(tx, owner));
      if (!person || person.closed_at) throw linkOver();
      await store.confirmEmail(tx, person.id, clock.now());
      // others of its kind would sign in as well, and have nothing more to confirm
      await store.deleteLinksOf(tx, person.id, 'verify');
      return person.id;
    });
    return enterAs(visitor, personId);
  }

  /** Refuses (403 `verify-email`) whoever has not confirmed their address, where the community can send mail. */
  async function requireVerifiedEmail(dbOrTx: DbOrTx, personId: string): Promise<void> {
    if (!mail) return;
    const person = await personById(dbOrTx, personId);
    if (person?.email_verified) return;
    throw new AppError(
      403,
      'verify-email',
      'Please confirm your e-mail address first: open the link in our mail.',
    );
  }

  /** Counts a person's address as confirmed, for whoever knows otherwise that it is. */
  async function markEmailVerified(personId: string): Promise<void> {
    await store.confirmEmail(db, personId, clock.now());
  }

  return { sendVerificationMail, verifyEmail, requireVerifiedEmail, markEmailVerified };
}
