import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import type { signInBody, signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { AppError, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { isAPIError } from 'better-auth/api';
import type * as z from 'zod/mini';
import type { AppContext } from '#server/platform/app-context.ts';
import { spendOnAccount } from '#server/platform/http/rate-limits.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { isEmailKnown } from '../accounts.store.ts';
import { queueConfirmationMail, queueKnownAddressMail } from '../mail/account-mail-jobs.ts';
import { authOf, makeAuth } from './better-auth.ts';
import * as credentials from './credentials.store.ts';
import { inHashingTurn } from './password-hashing.ts';
import { libraryHeaders, type SignedIn, startSession, type Visitor } from './session/session-service.ts';
import * as sessions from './session/sessions.store.ts';
import { signupCookie } from './session/signup-cookie.ts';

type NewPerson = z.output<typeof signUpBody>;
/** The mail's recipient, and the `Set-Cookie` line that recognizes this browser when the link is opened. */
type MailSent = { readonly sentTo: string; readonly cookies: string[] };

const emailTaken = (): AppError => unprocessable({ email: errorText('email-taken') });
const wrongPassword = (): AppError => new AppError(401, 'wrong-password');

const toLibraryBody = ({ email, password, firstName, lastName, userType, language }: NewPerson) => {
  const name = displayName({ firstName, lastName });
  return { email, password, name, firstName, lastName, userType, ...(language && { language }) };
};

/**
 * Creates an account. If the community can send mail, the link in a mail opens it, and a known email gets the same
 * response; else it signs in directly, and a known email is refused (422 on `email`): there is no other way to tell
 * its owner. At most 60 an hour from one network address (429).
 */
export async function signUp(
  ctx: AppContext,
  visitor: Visitor,
  person: NewPerson,
): Promise<SignedIn | MailSent> {
  await ctx.rateLimits.spend('address-sign-up', visitor.address);
  return ctx.settings.mail ? signUpByMail(ctx, visitor, person) : signUpAndSignIn(ctx, visitor, person);
}

/** Creates an account and signs in; 422 on `email` if it is known. */
export async function signUpAndSignIn(
  ctx: AppContext,
  visitor: Visitor,
  person: NewPerson,
): Promise<SignedIn> {
  const { email } = person;
  if (await isEmailKnown(ctx.db, email)) throw emailTaken();
  return startSession(ctx, visitor, () =>
    inHashingTurn(ctx, visitor.address, async () => {
      try {
        return await authOf(ctx).api.signUpEmail({
          body: toLibraryBody(person),
          headers: libraryHeaders(visitor),
          returnHeaders: true,
        });
      } catch (error) {
        // a concurrent sign-up with the same email
        if (isAPIError(error) && (await isEmailKnown(ctx.db, email))) throw emailTaken();
        throw error;
      }
    }),
  );
}

/**
 * Creates an account and mails the link that opens it; the owner of a known email gets another mail instead. The
 * library hashes the password either way, and a cookie is set. Five mails an hour to one email from one network
 * address, twenty from all (429).
 */
async function signUpByMail(ctx: AppContext, { address }: Visitor, person: NewPerson): Promise<MailSent> {
  const { email } = person;
  // an unused id for a known email, so that the cookie looks the same
  let personId = ctx.newId();
  await spendOnAccount(ctx.rateLimits, 'account-mail', { account: email, address });
  await inHashingTurn(ctx, address, async () => {
    try {
      await inTransaction(ctx, async (tx) => {
        const wasKnown = await isEmailKnown(tx.db, email);
        const auth = makeAuth(tx, { signsInNewPeople: false });
        const { user } = await auth.api.signUpEmail({ body: toLibraryBody(person) });
        const created = await credentials.personByEmail(tx.db, email);
        // for an email that has become known since, the library makes up a person
        if (wasKnown || created?.id !== user.id) return queueKnownAddressMail(tx, email);
        await queueConfirmationMail(tx, created.id);
        personId = created.id;
      });
    } catch (error) {
      // a concurrent sign-up with the same email
      if (!isAPIError(error) || !(await isEmailKnown(ctx.db, email))) throw error;
      await inTransaction(ctx, (tx) => queueKnownAddressMail(tx, email));
    }
  });
  return { sentTo: email, cookies: [signupCookie(ctx, personId)] };
}

/**
 * Signs in with a new session. An unknown email and a wrong password get the same response (401) after the same work;
 * ten tries in 15 minutes for one account from one network address, fifty from all (429).
 */
export async function signIn(
  ctx: AppContext,
  visitor: Visitor,
  body: z.output<typeof signInBody>,
): Promise<SignedIn> {
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  await spendOnAccount(ctx.rateLimits, 'account-sign-in', { account: body.email, address: visitor.address });
  return startSession(ctx, visitor, () =>
    inHashingTurn(ctx, visitor.address, () => enterWithPassword(ctx, visitor, body)),
  );
}

async function enterWithPassword(ctx: AppContext, visitor: Visitor, body: z.output<typeof signInBody>) {
  const before = await credentials.passwordByEmail(ctx.db, body.email);
  try {
    const entered = await authOf(ctx).api.signInEmail({
      body,
      headers: libraryHeaders(visitor),
      returnHeaders: true,
    });
    // a concurrent password change ended the existing sessions, but not this one
    const now = await credentials.lockedPasswordOf(ctx.db, entered.response.user.id);
    if (now === before) return entered;
    await sessions.deleteSessionByToken(ctx.db, entered.response.token);
  } catch (error) {
    if (!isAPIError(error) || error.statusCode !== 401) throw error;
  }
  throw wrongPassword();
}

/** Deletes expired sessions, links and provider sign-ins. */
export async function deleteExpiredSessionsAndLinks(ctx: AppContext): Promise<void> {
  await sessions.deleteExpiredSessions(ctx.db, ctx.clock.now());
  await credentials.deleteOldLinks(ctx.db, ctx.clock.now());
}
