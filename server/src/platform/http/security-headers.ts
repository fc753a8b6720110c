import type { FastifyInstance } from 'fastify';

/** Other hosts that the page may load images from (map tiles). */
export type PageSources = { readonly images: readonly string[] };

/** The sources for a community with its own tiles; `{s}` in the tile URL stands for any subdomain. */
export function pageSourcesOf(tileUrl: string | null): PageSources {
  if (tileUrl === null) return { images: [] };
  const { origin } = new URL(tileUrl.replaceAll('{s}', 'tiles'));
  return { images: [tileUrl.includes('{s}') ? origin.replace('tiles', '*') : origin] };
}

function contentSecurityPolicy(sources: PageSources, styleNonce?: string): string {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "script-src 'self'",
    styleNonce ? `style-src 'self' 'nonce-${styleNonce}'` : "style-src 'self'",
    "style-src-attr 'none'",
    ["img-src 'self' data: blob:", ...sources.images].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;
const ONE_YEAR_SECONDS = 31_536_000;

/** The headers of every reply; `secure` if the public URL is https. */
export function securityHeaders(sources: PageSources, secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(sources),
    ...HEADERS,
    ...(secure && { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` }),
  };
}

/** Sets the headers on every reply that runs hooks; a header that a route has set is kept. */
export function setSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
}

/** The policy of the page: the `<style>` elements that Radix inserts carry the nonce. */
export const pagePolicy = contentSecurityPolicy;
