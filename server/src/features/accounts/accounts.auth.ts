import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import type { Db } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';

/** How long one stays signed in: a phone that is used once a season still is. */
const SESSION_DAYS = 90;
const DAY_SECONDS = DAY_MS / 1000;

export type AuthParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Signs the session cookie; 32 characters or more. */
  readonly sessionSecret: string;
  /** Where people reach us, such as `https://food.example`. */
  readonly publicUrl: string;
  /** Hears the library's fixed sentences; their details, which may hold an e-mail address, are dropped. */
  readonly warn?: (message: string) => void;
};

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** The session cookie's name; with `__Host-` browsers refuse one that another host or plain http has set. */
export function sessionCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-openlarder' : 'openlarder';
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/**
 * How the library keeps people, sessions and credentials in our tables. Its own routes are never mounted: our bound
 * endpoints call it, with their schemas and their errors.
 */
export function authOptions({ db, clock, newId, sessionSecret, publicUrl, warn }: AuthParts) {
  return {
    baseURL: publicUrl,
    secret: sessionSecret,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // spent by our endpoints, by address and by account
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => warn?.(message) },
    emailAndPassword: {
      enabled: true,
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
    },
    verification: { modelName: 'verification', fields: { expiresAt: 'expires_at', ...stamps } },
    // the library takes the time from the machine; here it is the clock that was passed in
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, createdAt: clock.now(), updatedAt: clock.now() } }),
        },
      },
      session: {
        create: {
          before: async (session) => ({
            data: {
              ...session,
              createdAt: clock.now(),
              updatedAt: clock.now(),
              expiresAt: new Date(clock.now().getTime() + SESSION_DAYS * DAY_MS),
            },
          }),
        },
      },
    },
    advanced: {
      database: { generateId: () => newId() },
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(publicUrl),
          attributes: { secure: isSecure(publicUrl), httpOnly: true, sameSite: 'lax', path: '/' },
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
