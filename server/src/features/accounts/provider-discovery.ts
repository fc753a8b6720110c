import * as z from 'zod/mini';
import { isLoopback } from '#server/platform/loopback.ts';
import type { Claims } from './provider-claims.ts';

/** Longer, and whoever waits has given up. */
export const ANSWERS_WITHIN_MS = 10_000;
const MOST_BYTES = 256 * 1024;

/** By https; on this machine also by http. */
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
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  const text = await response.text();
  if (text.length > MOST_BYTES) throw new Error('the identity provider answered at great length');
  return JSON.parse(text);
}

/** What the provider says of itself. Throws when it does not answer, or speaks for another issuer. */
export async function discover(issuer: string): Promise<Discovered> {
  const found = z.parse(discoverySchema, await getJson(discoveryUrlOf(issuer)));
  if (found.issuer.replace(/\/$/, '') !== issuer)
    throw new Error('the identity provider speaks for another issuer than OIDC_ISSUER');
  return found;
}

const claimsSchema = z.record(z.string(), z.unknown());

/** The claims within an ID token, whose signature somebody else has checked. */
export function claimsOf(idToken: string): Claims {
  const [, payload = ''] = idToken.split('.');
  return z.parse(claimsSchema, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}

/** What the provider tells of whom the access token is for. */
export async function userInfo(endpoint: string, accessToken: string): Promise<Claims> {
  return z.parse(claimsSchema, await getJson(endpoint, { authorization: `Bearer ${accessToken}` }));
}
