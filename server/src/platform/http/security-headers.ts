import type { FastifyInstance } from 'fastify';

/** Hosts beyond our own that the page may load pictures from, built from settings (map tiles). */
export type PageSources = { readonly images: readonly string[] };

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

/** Every answer carries these; a route that has set a header of its own keeps it. */
export function setSecurityHeaders(app: FastifyInstance, sources: PageSources, secure: boolean): void {
  const policy = contentSecurityPolicy(sources);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    for (const [name, value] of Object.entries(HEADERS))
      if (!reply.hasHeader(name)) reply.header(name, value);
    if (secure) reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`);
  });
}

/** The page's own policy: Radix inserts a few `<style>` elements, and they carry the nonce. */
export const pagePolicy = contentSecurityPolicy;
