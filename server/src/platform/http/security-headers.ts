import type { FastifyInstance } from 'fastify';

/**
 * Other hosts that the page may load images from (map tiles), the hashes of scripts in the page itself, and whether it
 * may load the card provider's script.
 */
export type PageSources = {
  readonly images: readonly string[];
  readonly scripts?: readonly string[];
  readonly payments?: boolean;
};

/** Where the card provider's script, its frames, its calls and its pictures come from, as it documents them. */
const CARD_PROVIDER = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  image: 'https://*.stripe.com',
} as const;

/** The sources for a community with its own tiles; `{s}` in the tile URL stands for any subdomain. */
export function pageSourcesOf(tileUrl: string | null): PageSources {
  if (tileUrl === null) return { images: [] };
  const { origin } = new URL(tileUrl.replaceAll('{s}', 'tiles'));
  return { images: [tileUrl.includes('{s}') ? origin.replace('tiles', '*') : origin] };
}

function contentSecurityPolicy(sources: PageSources, styleNonce?: string): string {
  const provider = (source: keyof typeof CARD_PROVIDER): string =>
    sources.payments ? ` ${CARD_PROVIDER[source]}` : '';
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...(sources.scripts ?? [])].join(' ') + provider('script'),
    ...(sources.payments ? [`frame-src${provider('frame')}`] : []),
    styleNonce ? `style-src 'self' 'nonce-${styleNonce}'` : "style-src 'self'",
    "style-src-attr 'none'",
    ["img-src 'self' data: blob:", ...sources.images].join(' ') + provider('image'),
    "font-src 'self'",
    `connect-src 'self'${provider('connect')}`,
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

/** What the page that takes payments may let the provider's frame do: ask the browser's own wallet. */
export const PAYMENT_PERMISSIONS = HEADERS['permissions-policy'].replace(
  'payment=(self)',
  'payment=(self "https://js.stripe.com")',
);

/** The policy of the page: the `<style>` elements that Radix inserts carry the nonce. */
export const pagePolicy = contentSecurityPolicy;
