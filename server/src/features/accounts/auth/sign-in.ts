import type { signInBody, signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { AppError, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { isAPIError } from 'better-auth/api';
import type * as z from 'zod/mini';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import { type LimitName, rateLimitKeyOf } from '#server/platform/http/rate-limits.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { isEmailKnown } from '../accounts.store.ts';
import { requireAllowedNames } from '../profile/allowed-names.ts';
import { authOf } from './better-auth.ts';
import * as credentials from './credentials.store.ts';
import { hashPassword, requireHardToGuess, withHashingLimit } from './password-hashing.ts';
import { knownDeviceKey } from './session/known-device.ts';
import {
  libraryHeaders,
  signInAs,
  type SignedIn,
  startSession,
  type Visitor,
} from './session/session-service.ts';
import * as sessions from './session/sessions.store.ts';
import { createPerson, type MailSent, signUpByMail } from './sign-up/sign-up-by-mail.ts';
import { requireLanguage } from '#server/platform/texts/translate.ts';
import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';

/** The demo community, all of whose people have one public password. */
export type DemoPeople = {
  /** Those who sign in with one click. */
  readonly offered: readonly DemoAccount[];
  /** The emails of all. */
  readonly emails: ReadonlySet<string>;
  /** The emails of those who never sign in: the organizers of a demo that is open beyond this machine. */
  readonly withheld: ReadonlySet<string>;
};

const demo = perApp<{ people: DemoPeople | null }>(() => ({ people: null }));

/** Called only in a demo. */
export function setDemo(ctx: AppContext, people: DemoPeople): void {
  demo(ctx).people = people;
}

export const isDemo = (ctx: AppContext): boolean => demo(ctx).people !== null;

/** The accounts that the sign-in page offers to a visitor who came by one of our own names; none to others. */
export function demoAccounts(
  ctx: AppContext,
  { byOwnName }: { readonly byOwnName: boolean },
): readonly DemoAccount[] {
  return byOwnName ? (demo(ctx).people?.offered ?? []) : [];
}

/** Whether the account has the demo's public password and is not for this visitor. */
function isWithheld(ctx: AppContext, email: string, { byOwnName }: { readonly byOwnName: boolean }): boolean {
  const { people } = demo(ctx);
  if (!people?.emails.has(email)) return false;
  return !byOwnName || people.withheld.has(email);
}

type NewPerson = z.output<typeof signUpBody>;

const emailTaken = (): AppError => unprocessable({ email: errorText('email-taken') });
const wrongPassword = (): AppError => new AppError(401, 'wrong-password');

/**
 * Signs up. If the community can send mail, the account begins with the mail, and a known email gets the same response;
 * else it is created and signed in directly, and a known email is refused (422 on `email`): its owner cannot be
 * notified otherwise. 422 also on a name that nobody may choose. At most 60 an hour from one network address (429).
 */
export async function signUp(
  ctx: AppContext,
  visitor: Visitor,
  person: NewPerson,
): Promise<SignedIn | MailSent> {
  await ctx.rateLimits.spend('address-sign-up', visitor.address);
  requireHardToGuess('password', person.password);
  requireLanguage(person.language);
  await requireAllowedNames(ctx, { ...person, organizationName: null }, null);
  return ctx.settings.mail ? signUpByMail(ctx, visitor, person) : signUpAndSignIn(ctx, visitor, person);
}

/** Creates an account and signs in; 422 on `email` if it is known. */
export async function signUpAndSignIn(
  ctx: AppContext,
  visitor: Visitor,
  person: NewPerson,
): Promise<SignedIn> {
  const { email, language = null } = person;
  if (await isEmailKnown(ctx.db, email)) throw emailTaken();
  // before the transaction, which the database ends if a busy machine hashes for longer than it may idle
  const password = await hashPassword(ctx, visitor, person.password);
  const create = (tx: TxContext) => createPerson(tx, { ...person, language, password, emailVerified: false });
  const id = await inTransaction(ctx, create).catch(async (error: unknown) => {
    // a concurrent sign-up with the same email
    throw (await isEmailKnown(ctx.db, email)) ? emailTaken() : error;
  });
  return signInAs(ctx, visitor, id);
}

/**
 * Signs in with a new session. An unknown email and a wrong password get the same response (401) after the same work;
 * ten wrong tries in 15 minutes for one account from one network address, fifty from all (429). A device that knows the
 * account has ten tries of its own instead. A person of the demo is unknown to visitors for whom the demo is not open.
 */
export async function signIn(
  ctx: AppContext,
  visitor: Visitor,
  body: z.output<typeof signInBody>,
): Promise<SignedIn> {
  const deviceKey = await knownDeviceKey(ctx, visitor.cookie, body.email);
  const tries: readonly [LimitName, string][] = deviceKey
    ? []
    : [
        ['account-sign-in', `${body.email} ${rateLimitKeyOf(visitor.address)}`],
        ['account-sign-in-anywhere', body.email],
      ];
  if (deviceKey) await ctx.rateLimits.spend('device-sign-in', deviceKey);
  else await ctx.rateLimits.spend('address-sign-in', visitor.address);
  for (const [name, key] of tries) await ctx.rateLimits.spend(name, key);
  if (isWithheld(ctx, body.email, visitor)) {
    ctx.log.warn('refused to sign in an account of the demo: see DEMO and PUBLIC_URL in the README');
    throw wrongPassword();
  }
  const from = deviceKey ? { known: deviceKey } : { address: visitor.address };
  const signedIn = await startSession(ctx, visitor, () =>
    withHashingLimit(ctx, from, () => enterWithPassword(ctx, visitor, body)),
  );
  // who knows the password may sign in on as many devices as they have
  for (const [name, key] of tries) await ctx.rateLimits.giveBack(name, key);
  return signedIn;
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
    if (now === before?.password) return entered;
    await sessions.deleteSessionByToken(ctx.db, entered.response.token);
  } catch (error) {
    if (!isAPIError(error) || error.statusCode !== 401) throw error;
  }
  throw wrongPassword();
}
