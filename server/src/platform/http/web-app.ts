import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendErrorReply } from './http-errors.ts';
import { type PageSources, pagePolicy } from './security-headers.ts';

/** Answers with the web app's page; the browser decides which screen it shows. */
export type SendPage = (reply: FastifyReply) => FastifyReply;

/** The page has these where the style nonce goes, where it reads whether there may be a session, and for its name. */
const NONCE_MARK = '__STYLE_NONCE__';
const SESSION_MARK = '__SESSION__';
const NAME_MARK = '__APP_NAME__';
/** What stands on the page only where every one of its conditions holds. */
const IF_MARK = /<if ([a-z -]+)>([^]*?)<\/if>/g;

const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * `sessionCookie` is the name of the cookie that carries a session: without it the page need not ask who is there,
 * with it the page names what it will need of those behind the door. It is the cookie's presence alone that counts,
 * so nothing of a person stands on the page. `appName` does, so that it can be said before any call is answered.
 */
export function makePageSender(
  webDir: string,
  sources: PageSources,
  sessionCookie: string,
  appName: string,
): SendPage {
  let page: string | undefined;
  const variants = new Map<string, string>();
  const variantOf = (conditions: readonly string[]): string => {
    page ??= readFileSync(path.join(webDir, 'index.html'), 'utf8').replaceAll(NAME_MARK, () =>
      asHtml(appName),
    );
    const name = conditions.join(' ');
    let variant = variants.get(name);
    if (variant === undefined) {
      variant = page.replaceAll(IF_MARK, (_, needed: string, inside: string) =>
        needed.split(' ').every((one) => conditions.includes(one)) ? inside : '',
      );
      variants.set(name, variant);
    }
    return variant;
  };
  return (reply) => {
    const { url, headers } = reply.request;
    const session = headers.cookie?.includes(`${sessionCookie}=`) ? 'maybe' : 'none';
    const conditions = [
      session === 'maybe' ? 'session' : 'no-session',
      ...(url === '/' ? ['first-page'] : []),
    ];
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .type('text/html; charset=utf-8')
        // one browser's page, which it asks for anew each time: signing in and out changes it
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Cookie')
        .header('content-security-policy', pagePolicy(sources, nonce))
        .send(variantOf(conditions).replaceAll(NONCE_MARK, nonce).replaceAll(SESSION_MARK, session))
    );
  };
}

/** Serves the built web app: its files for a year, its page for every path that is not a call. */
export async function serveWebApp(app: FastifyInstance, webDir: string, sendPage: SendPage): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.resolve(webDir),
    index: false,
    wildcard: false,
    preCompressed: true,
    // only what Vite names by its content may be kept for a year
    setHeaders(reply, file) {
      const named = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => sendPage(reply));
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|objects|assets|ws)(\/|$|\?)/.test(request.url);
    return isPage ? sendPage(reply) : sendErrorReply(reply, notFound());
  });
}
