import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import { AppError, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { betterAuth } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { withTimeout } from '#server/platform/concurrency-limit.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import { queueConfirmationMail } from '../../mail/account-mail-jobs.ts';
import { authOptions } from '../better-auth.ts';
import { presentUser } from '../../profile/profile.ts';
import { endPreviousSession, libraryHeaders, readSession, type Visitor } from '../session/session-service.ts';
import {
  PROVIDER_TIMEOUT_MS,
  decodeIdToken,
  discover,
  type Discovered,
  discoveryUrlOf,
  personFromClaims,
  userInfo,
} from './oidc-provider.internal.ts';

/** Internal id; the name that people see is in `GET /api/community`. */
const PROVIDER = 'oidc';
/** The redirect URI, which has to be registered at the provider. */
export const PROVIDER_CALLBACK_PATH = `/api/auth/oauth2/callback/${PROVIDER}`;
const SIGN_IN_PATH = '/api/login';
const HOME_PATH = '/';
const COUNTER_PATH = '/?tab=profile';
/** The library's error for an email whose account is not proven to be the same person's. */
const NOT_LINKED = 'account_not_linked';

type Oidc = NonNullable<Settings['oidc']>;
/** The query parameters of the callback. */
export type ProviderAnswer = Readonly<Record<string, string>>;
type Redirect = { readonly location: string; readonly cookies: string[] };

const providerAway = (): AppError => new AppError(503, 'provider-away', { retryAfterSeconds: 5 });

/** The library's configuration of the provider: discovery, PKCE, and a nonce bound to the ID token. */
function configOf(ctx: AppContext, oidc: Oidc, found: Discovered): GenericOAuthConfig {
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    providerId: PROVIDER,
    discoveryUrl: discoveryUrlOf(oidc.issuer),
    requireIdTokenVerification: true,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    // the default if discovery does not list the methods
    authentication: !methods || methods.includes('client_secret_basic') ? 'basic' : 'post',
    redirectURI: ctx.settings.publicUrl + PROVIDER_CALLBACK_PATH,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    async getUserInfo({ idToken, accessToken }) {
      // without an ID token nothing binds the response to this sign-in
      if (!idToken) return null;
      const claims = decodeIdToken(idToken);
      if (typeof claims['email'] === 'string' || !found.userinfo_endpoint || !accessToken)
        return { ...claims, emailVerified: false };
      const more = await userInfo(found.userinfo_endpoint, accessToken);
      if (more['sub'] !== claims['sub']) return null;
      return { ...more, ...claims, emailVerified: false };
    },
    mapProfileToUser: (claims) => personFromClaims(ctx, claims),
  };
}

/**
 * The library with the provider. It keeps the state in the database and in a cookie of this browser, verifies the ID
 * token, and links an email with an existing account only if it is verified on both sides: else an attacker who signs
 * up with another person's email would share their account.
 */
async function openLibrary(ctx: AppContext, provider: Oidc) {
  const { publicUrl, mail } = ctx.settings;
  const found = await discover(provider.issuer);
  const options = authOptions(ctx);
  const library = betterAuth({
    ...options,
    plugins: [genericOAuth({ config: [configOf(ctx, provider, found)] })],
    onAPIError: { errorURL: publicUrl + SIGN_IN_PATH },
    databaseHooks: {
      ...options.databaseHooks,
      user: {
        create: {
          ...options.databaseHooks.user.create,
          after: async (person) => {
            if (!mail || person.emailVerified) return;
            await inTransaction(ctx, (tx) => queueConfirmationMail(tx, person.id));
          },
        },
      },
    },
  });
  const { socialProviders } = await library.$context;
  if (!socialProviders.some(({ id }) => id === PROVIDER))
    throw new Error('the identity provider is not usable');
  return library;
}

/** The library, opened on the first sign-in, and again until the provider has responded. */
const opened = perApp((ctx) => {
  let opening: ReturnType<typeof openLibrary> | null = null;
  return async (provider: Oidc) => {
    opening ??= openLibrary(ctx, provider);
    try {
      return await withTimeout(PROVIDER_TIMEOUT_MS, opening);
    } catch (error) {
      opening = null;
      warn(ctx, error instanceof Error ? error.message : 'the identity provider cannot be reached');
      throw providerAway();
    }
  };
});

const warn = ({ log }: AppContext, message: string): void => log.warn({ from: 'accounts' }, message);

/** Returns the URL at which the browser signs in. 404 without a provider, 503 if it does not respond. */
export async function startProviderSignIn(
  ctx: AppContext,
  visitor: Visitor,
  { returnTo }: { readonly returnTo?: string | undefined },
): Promise<{ url: string; cookies: string[] }> {
  const { oidc } = ctx.settings;
  if (!oidc) throw notFound();
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  const library = await opened(ctx)(oidc);
  const wanted = safeReturnTo(returnTo);
  const { headers, response } = await library.api.signInSocial({
    body: {
      provider: PROVIDER,
      callbackURL: wanted,
      errorCallbackURL: `${SIGN_IN_PATH}?${new URLSearchParams({ returnTo: wanted }).toString()}`,
      disableRedirect: true,
    },
    headers: libraryHeaders(visitor),
    returnHeaders: true,
  });
  if (!response.url) throw providerAway();
  return { url: response.url, cookies: headers.getSetCookie() };
}

/**
 * Handles the provider's callback: signs in and redirects to the requested page, or to the sign-in page with
 * `error=provider`, and `reason=known-address` for an email whose account is not proven to be theirs.
 */
export async function finishProviderSignIn(
  ctx: AppContext,
  visitor: Visitor,
  answer: ProviderAnswer,
  cookie: string | undefined,
): Promise<Redirect> {
  const { oidc, publicUrl } = ctx.settings;
  if (!oidc) throw notFound();
  await ctx.rateLimits.spend('address-sign-in', visitor.address);
  const headers = libraryHeaders(visitor);
  if (cookie !== undefined) headers.set('cookie', cookie);
  let response: Response;
  try {
    const library = await opened(ctx)(oidc);
    response = await withTimeout(
      PROVIDER_TIMEOUT_MS * 2,
      library.api.callbackOAuth({
        method: 'GET',
        params: { id: PROVIDER },
        query: answer,
        headers,
        asResponse: true,
      }),
    );
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    warn(ctx, 'the way back from the identity provider failed');
    return { location: refusedPath(null, publicUrl), cookies: [] };
  }
  const cookies = response.headers.getSetCookie();
  const location = response.headers.get('location');
  const isSignedIn = location !== null && safeReturnTo(location) === location;
  if (!isSignedIn) return { location: refusedPath(location, publicUrl), cookies };
  await endPreviousSession(ctx, visitor);
  return { location: location === HOME_PATH ? await firstPage(ctx, cookies) : location, cookies };
}

/** Home; an organization begins with its counter, as after each other sign-in. */
async function firstPage(ctx: AppContext, cookies: readonly string[]): Promise<string> {
  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const caller = await readSession(ctx, { cookie });
  const user = caller && (await presentUser(ctx, caller.userId));
  return user?.organizationName ? COUNTER_PATH : HOME_PATH;
}

/** The sign-in page for a refused sign-in; `location` is the library's redirect. */
function refusedPath(location: string | null, publicUrl: string): string {
  const given =
    location !== null && URL.canParse(location, publicUrl) ? new URL(location, publicUrl).searchParams : null;
  const query = new URLSearchParams({ error: 'provider' });
  if (given?.get('error') === NOT_LINKED) query.set('reason', 'known-address');
  const returnTo = safeReturnTo(given?.get('returnTo'));
  if (returnTo !== '/') query.set('returnTo', returnTo);
  return `${SIGN_IN_PATH}?${query.toString()}`;
}
