import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendErrorReply } from './http-errors.ts';
import { type PageSources, pagePolicy } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the web app's page; the browser decides which screen it shows. */
    sendPage(): FastifyReply;
  }
}

export type PageOptions = {
  /** The built web app. */
  readonly webDir: string;
  readonly sources: PageSources;
  /** The name of the cookie that carries a session. */
  readonly sessionCookie: string;
  readonly appName: string;
};

/** Placeholders in the page for the style nonce, the session flag, the name of the app and the title. */
const NONCE_MARK = '__STYLE_NONCE__';
const SESSION_MARK = '__SESSION__';
const NAME_MARK = '__APP_NAME__';
const TITLE_MARK = '__TITLE__';
/** The cookie by which the web app remembers on a device that its person keeps it discreet. */
const DISCREET_COOKIE = 'discreet=1';
const [ICON, DISCREET_ICON] = ['/favicon.svg', '/plain.svg'];
/** In every language, until the web app sets its own. */
const DISCREET_TITLE = '…';
/** A part of the page for replies that meet all of its conditions. */
const IF_MARK = /<if ([a-z -]+)>([^]*?)<\/if>/g;

const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Gives every reply `sendPage`. The page says whether the request carries a session cookie, so that the browser does
 * not ask who is signed in for nothing and begins to load what a signed-in person needs. Only the presence of the
 * cookie counts: the page holds nothing of a person, and it is not cached for others. A device that is remembered to keep
 * it discreet gets a title and an icon that say nothing, before any script runs.
 */
export function decorateWithPage(
  app: FastifyInstance,
  { webDir, sources, sessionCookie, appName }: PageOptions,
): void {
  let page: string | undefined;
  const variants = new Map<string, string>();
  const variantOf = (conditions: readonly string[]): string => {
    const name = asHtml(appName);
    page ??= readFileSync(path.join(webDir, 'index.html'), 'utf8').replaceAll(NAME_MARK, () => name);
    const key = conditions.join(' ');
    let variant = variants.get(key);
    if (variant === undefined) {
      variant = page.replaceAll(IF_MARK, (_, needed: string, inside: string) =>
        needed.split(' ').every((one) => conditions.includes(one)) ? inside : '',
      );
      const isDiscreet = conditions.includes('discreet');
      variant = variant.replace(TITLE_MARK, () => (isDiscreet ? DISCREET_TITLE : name));
      if (isDiscreet) variant = variant.replace(ICON, DISCREET_ICON);
      variants.set(key, variant);
    }
    return variant;
  };
  app.decorateReply('sendPage', function sendPage(this: FastifyReply) {
    const { url, headers } = this.request;
    const session = headers.cookie?.includes(`${sessionCookie}=`) ? 'maybe' : 'none';
    const isDiscreet = session === 'maybe' && headers.cookie?.split('; ').includes(DISCREET_COOKIE);
    const conditions = [
      session === 'maybe' ? 'session' : 'no-session',
      ...(isDiscreet ? ['discreet'] : []),
      ...(url === '/' ? ['first-page'] : []),
    ];
    const nonce = randomBytes(16).toString('base64');
    return (
      this.type('text/html; charset=utf-8')
        // must be revalidated: signing in and out changes it
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Cookie')
        .header('content-security-policy', pagePolicy(sources, nonce))
        .send(variantOf(conditions).replaceAll(NONCE_MARK, nonce).replaceAll(SESSION_MARK, session))
    );
  });
}

/**
 * Serves the built web app: assets with a year of caching, and the page for every path that is not a call.
 */
export async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.resolve(webDir),
    index: false,
    wildcard: false,
    // the page's placeholders are filled in
    globIgnore: ['**/index.html*'],
    preCompressed: true,
    // only assets, whose names contain a hash, may be cached for a year
    setHeaders(reply, file) {
      const named = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.sendPage());
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|objects|assets|ws)(\/|$|\?)/.test(request.url);
    return isPage ? reply.sendPage() : sendErrorReply(reply, notFound());
  });
}
