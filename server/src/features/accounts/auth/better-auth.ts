import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod/mini';
import { createHmac, randomUUID } from 'node:crypto';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { deviceName } from './session/device-name.ts';

/** How long a session lasts: a phone used once a season stays signed in. */
const SESSION_DAYS = 90;
const DAY_SECONDS = DAY_MS / 1000;
/** How long a sign-in at the identity provider may take; the library keeps its state as long. */
const PROVIDER_STATE_SECONDS = (10 * MINUTE_MS) / 1000;

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** The session cookie's name; with `__Host-` browsers refuse one set by another host or over plain http. */
export function sessionCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-openlarder' : 'openlarder';
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/**
 * The library's options: it stores people, sessions and credentials in our tables. Its own routes are never mounted:
 * our endpoints call it, with their schemas and their errors. In a transaction its work is part of it.
 */
export function authOptions(ctx: AppContext) {
  const { db, clock, log } = ctx;
  const { sessionSecret, publicUrl } = ctx.settings;
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
    // our endpoints limit rates by network address and by account
    rateLimit: { enabled: false },
    // details, which may contain an email, are dropped
    logger: { level: 'error', log: (_level, message) => log.warn({ from: 'accounts' }, message) },
    plugins: [enterAsPlugin()],
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
        language: { type: 'string', required: false },
        leaderboardVisible: {
          type: 'boolean',
          fieldName: 'leaderboard_visible',
          required: false,
          input: false,
          returned: false,
        },
        emailDigest: {
          type: 'string',
          fieldName: 'email_digest',
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
      // a returning person is recognized by the provider's id only
      updateAccountOnSignIn: false,
      storeStateStrategy: 'database',
    },
    verification: {
      modelName: 'verification',
      fields: { expiresAt: 'expires_at', ...stamps },
      storeIdentifier: 'hashed',
      // an hourly task deletes expired rows, by the injected clock
      disableCleanup: true,
    },
    // the library uses the system time; these use the injected clock
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: {
              ...user,
              ...stampedNow(),
              emailDigest: emailDigestOf(sessionSecret, user.email),
              // recipients are not on boards unless they choose to be
              leaderboardVisible: user['userType'] !== 'recipient',
            },
          }),
        },
      },
      account: {
        create: {
          // the provider's tokens grant more than is needed: none is stored
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
        // not ordered by time as others: the moment of joining would tell who a person without a name is
        generateId: () => randomUUID(),
        // it inspects all tables once, on its own connection; a test covers them instead
        validateSchema: !db.isTransaction,
      },
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookieName(publicUrl), attributes: cookieAttributes },
        state: {
          name: `${sessionCookieName(publicUrl)}-away`,
          attributes: { ...cookieAttributes, maxAge: PROVIDER_STATE_SECONDS },
        },
      },
      // network addresses are not stored
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions;
}

export function makeAuth(ctx: AppContext) {
  return betterAuth(authOptions(ctx));
}

/** The library of the app, outside of any transaction. */
export const authOf = perApp((ctx) => makeAuth(ctx));

/**
 * Creates the library's session and cookie for a person who has proven their identity otherwise. Like all of the
 * library's endpoints it is called directly and never mounted.
 */
const enterAsPlugin = () =>
  ({
    id: 'enter-as',
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

/** The keyed digest of an email that keeps blocks and pauses after an account is closed. */
export const emailDigestOf = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`returns:${email.toLowerCase()}`).digest('base64url');
