import { safeReturnTo } from '@openlarder/domain/accounts/return-to.ts';
import type { signInWithProviderSpec } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { AppError, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { betterAuth } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type * as z from 'zod/mini';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import { withTimeout } from '#server/platform/concurrency-limit.ts';
import type { AccountMailJobs } from '../../mail/account-mail-jobs.ts';
import { authOptions } from '../better-auth.ts';
import type { AccountsParts } from '../../accounts.parts.ts';
import type { SessionService, Visitor } from '../session/session-service.ts';
import {
  ANSWERS_WITHIN_MS,
  claimsOf,
  discover,
  type Discovered,
  discoveryUrlOf,
  personFrom,
  userInfo,
} from './oidc-provider.ts';

/** Ours alone: people know the provider by the name in `GET /api/community`. */
const PROVIDER = 'oidc';
/** Where the provider sends people back to; it has to be registered there. */
export const PROVIDER_CALLBACK_PATH = `/api/auth/oauth2/callback/${PROVIDER}`;
const SIGN_IN_PATH = '/api/login';
/** The library's word for an e-mail that has an account here which nobody has shown to be the same person's. */
const NOT_LINKED = 'account_not_linked';

type Oidc = NonNullable<Settings['oidc']>;
/** What comes back with a person, as far as it is ours to hear. */
export type ProviderAnswer = Readonly<Record<string, string>>;
type SentOn = { readonly location: string; readonly cookies: string[] };

const providerAway = (): AppError =>
  new AppError(
    503,
    'provider-away',
    'We cannot reach the sign-in service right now. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  );

/** The provider as the library takes it: everything from discovery, PKCE, and a nonce bound to the ID token. */
function configOf(oidc: Oidc, publicUrl: string, found: Discovered): GenericOAuthConfig {
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    providerId: PROVIDER,
    discoveryUrl: discoveryUrlOf(oidc.issuer),
    requireIdTokenVerification: true,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    // the first is what a provider takes that does not say
    authentication: !methods || methods.includes('client_secret_basic') ? 'basic' : 'post',
    redirectURI: publicUrl + PROVIDER_CALLBACK_PATH,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    async getUserInfo({ idToken, accessToken }) {
      // without one nothing binds the answer to this visit
      if (!idToken) return null;
      const claims = claimsOf(idToken);
      if (typeof claims['email'] === 'string' || !found.userinfo_endpoint || !accessToken)
        return { ...claims, emailVerified: false };
      const more = await userInfo(found.userinfo_endpoint, accessToken);
      if (more['sub'] !== claims['sub']) return null;
      return { ...more, ...claims, emailVerified: false };
    },
    mapProfileToUser: personFrom,
  };
}

/**
 * Signing in with the community's identity provider. The library keeps the state in the database and in a cookie of
 * this browser, checks the ID token, and links an e-mail that has an account already only where both the provider
 * and we know it to be confirmed: else whoever was first to type somebody's address would share their account.
 */
export function makeOidcSignIn(
  parts: AccountsParts,
  sessionService: SessionService,
  mailJobs: AccountMailJobs,
) {
  const { db, oidc, publicUrl, mail, rateLimits, warn } = parts;
  const { headersOf, endOwn } = sessionService;

  async function openLibrary(provider: Oidc) {
    const found = await discover(provider.issuer);
    const options = authOptions(parts);
    const library = betterAuth({
      ...options,
      plugins: [genericOAuth({ config: [configOf(provider, publicUrl, found)] })],
      onAPIError: { errorURL: publicUrl + SIGN_IN_PATH },
      databaseHooks: {
        ...options.databaseHooks,
        user: {
          create: {
            ...options.databaseHooks.user.create,
            after: async (person) => {
              if (!mail || person.emailVerified) return;
              await inTransaction(db, (tx) => mailJobs.queueConfirmation(tx, person.id));
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

  let opening: ReturnType<typeof openLibrary> | null = null;
  /** The provider is asked when the first person wants it, and again until it has answered. */
  async function openedLibrary() {
    if (!oidc) throw notFound();
    opening ??= openLibrary(oidc);
    try {
      return await withTimeout(ANSWERS_WITHIN_MS, opening);
    } catch (error) {
      opening = null;
      warn?.(error instanceof Error ? error.message : 'the identity provider cannot be reached');
      throw providerAway();
    }
  }

  /** Where the browser goes to sign in. 404 without a provider, 503 when it does not answer. */
  async function startProviderSignIn(
    visitor: Visitor,
    { returnTo }: z.output<typeof signInWithProviderSpec.body>,
  ): Promise<{ url: string; cookies: string[] }> {
    if (!oidc) throw notFound();
    await rateLimits.spend('address-sign-in', visitor.address);
    const library = await openedLibrary();
    const wanted = safeReturnTo(returnTo);
    const { headers, response } = await library.api.signInSocial({
      body: {
        provider: PROVIDER,
        callbackURL: wanted,
        errorCallbackURL: `${SIGN_IN_PATH}?${new URLSearchParams({ returnTo: wanted }).toString()}`,
        disableRedirect: true,
      },
      headers: headersOf(visitor),
      returnHeaders: true,
    });
    if (!response.url) throw providerAway();
    return { url: response.url, cookies: headers.getSetCookie() };
  }

  /**
   * Takes in whom the provider sends back: signed in and on to where they wanted, or to the sign-in page with
   * `error=provider`, and `reason=known-address` for an e-mail whose account here is not shown to be theirs.
   */
  async function finishProviderSignIn(
    visitor: Visitor,
    answer: ProviderAnswer,
    cookie: string | undefined,
  ): Promise<SentOn> {
    if (!oidc) throw notFound();
    await rateLimits.spend('address-sign-in', visitor.address);
    const headers = headersOf(visitor);
    if (cookie !== undefined) headers.set('cookie', cookie);
    let response: Response;
    try {
      const library = await openedLibrary();
      response = await withTimeout(
        ANSWERS_WITHIN_MS * 2,
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
      warn?.('the way back from the identity provider failed');
      return { location: refused(null), cookies: [] };
    }
    const cookies = response.headers.getSetCookie();
    const location = response.headers.get('location');
    const goesOn = location !== null && safeReturnTo(location) === location;
    if (!goesOn) return { location: refused(location), cookies };
    await endOwn(visitor);
    return { location, cookies };
  }

  /** The sign-in page for somebody who was refused, from where the library would have sent them. */
  function refused(location: string | null): string {
    const said =
      location !== null && URL.canParse(location, publicUrl)
        ? new URL(location, publicUrl).searchParams
        : null;
    const query = new URLSearchParams({ error: 'provider' });
    if (said?.get('error') === NOT_LINKED) query.set('reason', 'known-address');
    const returnTo = safeReturnTo(said?.get('returnTo'));
    if (returnTo !== '/') query.set('returnTo', returnTo);
    return `${SIGN_IN_PATH}?${query.toString()}`;
  }

  return { startProviderSignIn, finishProviderSignIn };
}
