import * as z from 'zod/mini';
import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import { emailSchema } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { MAX_NAME_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { isLoopback } from '#server/platform/settings/variable-kinds.ts';
import { printableLine } from '#server/platform/mail/mail-page.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { isAllowedName } from '../../profile/allowed-names.ts';

export const PROVIDER_TIMEOUT_MS = 10_000;
const MOST_BYTES = 256 * 1024;

/** https, or http on the loopback interface. */
const safeUrl = z.string().check(
  z.refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
  }),
);
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: safeUrl,
  token_endpoint: safeUrl,
  jwks_uri: safeUrl,
  userinfo_endpoint: z.optional(safeUrl),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
});
export type Discovered = z.output<typeof discoverySchema>;

export const discoveryUrlOf = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;

async function getJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  const text = await response.text();
  if (text.length > MOST_BYTES) throw new Error('the identity provider answered at great length');
  return JSON.parse(text);
}

/** Fetches the discovery document. Throws if the provider does not respond or names another issuer. */
export async function discover(issuer: string): Promise<Discovered> {
  const found = z.parse(discoverySchema, await getJson(discoveryUrlOf(issuer)));
  if (found.issuer.replace(/\/$/, '') !== issuer)
    throw new Error('the identity provider speaks for another issuer than OIDC_ISSUER');
  return found;
}

const claimsSchema = z.record(z.string(), z.unknown());

/** Decodes the claims of an ID token whose signature the library has verified. */
export function decodeIdToken(idToken: string): Claims {
  const [, payload = ''] = idToken.split('.');
  return z.parse(claimsSchema, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}

/** Fetches the user info of an access token. */
export async function userInfo(endpoint: string, accessToken: string): Promise<Claims> {
  return z.parse(claimsSchema, await getJson(endpoint, { authorization: `Bearer ${accessToken}` }));
}

type Claims = Readonly<Record<string, unknown>>;

const NAMELESS = 'Neighbor';

const said = (value: unknown): string =>
  typeof value === 'string'
    ? Array.from(printableLine(value.toWellFormed())).slice(0, MAX_NAME_LENGTH).join('').trim()
    : '';

/** First and last name: from the given name, else the full name, else the user name. */
function namesFrom(claims: Claims): { firstName: string; lastName: string } {
  const firstName = said(claims['given_name']);
  if (firstName) return { firstName, lastName: said(claims['family_name']) };
  const [first = '', ...rest] = said(claims['name']).split(' ');
  if (first) return { firstName: first, lastName: rest.join(' ') };
  return { firstName: said(claims['preferred_username']) || NAMELESS, lastName: '' };
}

/**
 * Maps claims to the fields of an account: always a recipient, without a picture. The email is verified only if the
 * claim is exactly true; an invalid email is null. A name that nobody may choose, or that looks like a verified
 * organization's, is replaced.
 */
export async function personFromClaims(ctx: AppContext, claims: Claims) {
  const email = z.safeParse(emailSchema, claims['email']);
  const given = namesFrom(claims);
  const names = (await isAllowedName(ctx, given)) ? given : { firstName: NAMELESS, lastName: '' };
  return {
    email: email.success ? email.data : null,
    emailVerified: email.success && claims['email_verified'] === true,
    name: displayName(names),
    ...names,
    userType: 'recipient',
  };
}
