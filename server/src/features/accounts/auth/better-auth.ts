import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/sign-in-rules.ts';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod/mini';
import { createHmac } from 'node:crypto';
import type { DbOrTx } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import { deviceName } from './session/device-name.ts';

/** How long one stays signed in: a phone that is used once a season still is. */
const SESSION_DAYS = 90;
const DAY_SECONDS = DAY_MS / 1000;
/** How long one may take at the identity provider; the library keeps what it remembers of it as long. */
const AWAY_SECONDS = (10 * MINUTE_MS) / 1000;

export type AuthParts = {
  /** A transaction makes the library's work part of it. */
  readonly db: DbOrTx;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Keys the digest of an address by which somebody who comes back is known: it outlives sessions. */
  readonly placeSecret: string;
  /** Signs the session cookie; 32 characters or more. */
  readonly sessionSecret: string;
  /** Where people reach us, such as `https://food.example`. */
  readonly publicUrl: string;
  /** Whether making an account signs in: unless told. */
  readonly signsInNewPeople?: boolean;
  /** Hears the library's fixed sentences; their details, which may hold an e-mail address, are dropped. */
  readonly warn?: (message: string) => void;
};

/** Whether people come by https, and cookies go by that alone. */
export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** The session cookie's name; with `__Host-` browsers refuse one that another host or plain http has set. */
export function sessionCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-openlarder' : 'openlarder';
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/**
 * How the library keeps people, sessions and credentials in our tables. Its own routes are never mounted: our bound
 * endpoints call it, with their schemas and their errors.
 */
export function authOptions(parts: AuthParts) {
  const { db, clock, newId, sessionSecret, placeSecret, publicUrl, signsInNewPeople = true, warn } = parts;
  const stampedNow = () => ({ createdAt: clock.now(), updatedAt: clock.now() });
  const cookieAttributes = {
    secure: isSecure(publicUrl),
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
  } as const;
  return {
    baseURL: publicUrl,
    secret: sessionSecret,
    database: { db, type: 'postgres', transaction: !db.isTransaction },
    telemetry: { enabled: false },
    // spent by our endpoints, by address and by account
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => warn?.(message) },
    plugins: [enterAsPlugin()],
    emailAndPassword: {
      enabled: true,
      autoSignIn: signsInNewPeople,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    user: {
      modelName: 'person',
      fields: { emailVerified: 'email_verified', ...stamps },
      additionalFields: {
        firstName: { type: 'string', fieldName: 'first_name' },
        lastName: { type: 'string', fieldName: 'last_name' },
        userType: { type: 'string', fieldName: 'user_type' },
        returnKey: {
          type: 'string',
          fieldName: 'return_key',
          required: false,
          input: false,
          returned: false,
        },
      },
    },
    session: {
      modelName: 'session',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...stamps,
      },
      additionalFields: { device: { type: 'string', required: false, input: false } },
      expiresIn: SESSION_DAYS * DAY_SECONDS,
    },
    account: {
      modelName: 'credential',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'person_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...stamps,
      },
      // whoever comes back from the provider is known by its name for them alone
      updateAccountOnSignIn: false,
      storeStateStrategy: 'database',
    },
    verification: {
      modelName: 'verification',
      fields: { expiresAt: 'expires_at', ...stamps },
      storeIdentifier: 'hashed',
      // an hourly job does it, by the clock that was passed in
      disableCleanup: true,
    },
    // the library takes the time from the machine; here it is the clock that was passed in
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: { ...user, ...stampedNow(), returnKey: returnKeyOf(placeSecret, user.email) },
          }),
        },
      },
      account: {
        create: {
          // the provider's tokens open more than is needed here: none is kept
          before: async (account) => ({
            data: { ...account, ...stampedNow(), accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
      session: {
        create: {
          before: async ({ userAgent, ...session }) => ({
            data: {
              ...session,
              ...stampedNow(),
              userAgent: null,
              device: deviceName(userAgent),
              expiresAt: new Date(clock.now().getTime() + SESSION_DAYS * DAY_MS),
            },
          }),
        },
      },
    },
    advanced: {
      database: {
        generateId: () => newId(),
        // it looks at all tables once, on a connection of its own; a test does it for all of them
        validateSchema: !db.isTransaction,
      },
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookieName(publicUrl), attributes: cookieAttributes },
        state: {
          name: `${sessionCookieName(publicUrl)}-away`,
          attributes: { ...cookieAttributes, maxAge: AWAY_SECONDS },
        },
      },
      // from where somebody signs in is nobody's business
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions;
}

/** The library with our options. */
export function makeAuth(parts: AuthParts) {
  return betterAuth(authOptions(parts));
}

/**
 * Lets in a person who has shown otherwise who they are, with the library's own session and cookie. Like all of the
 * library's endpoints it is called from here and mounted nowhere.
 */
const enterAsPlugin = () =>
  ({
    id: 'person-door',
    endpoints: {
      enterAs: createAuthEndpoint(
        '/enter-as',
        { method: 'POST', body: z.object({ personId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.personId);
          if (!user) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return { user: { id: user.id } };
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

/**
 * What the owner of an address is known by once their account is closed: it says nothing to whoever reads the
 * database, and is another one than places use.
 */
export const returnKeyOf = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`returns:${email.toLowerCase()}`).digest('base64url');
