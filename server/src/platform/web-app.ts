import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendRefusal } from './http-errors.ts';
import { type PageSources, pagePolicy } from './security-headers.ts';

/** Answers with the web app's page; the browser decides which screen it shows. */
export type SendPage = (reply: FastifyReply) => FastifyReply;

/** The page has these where the style nonce goes, where it reads whether there may be a session, and for its name. */
const NONCE_MARK = '__STYLE_NONCE__';
const SESSION_MARK = '__SESSION__';
const NAME_MARK = '__APP_NAME__';

const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * `sessionCookie` is the name of the cookie that carries a session: without it the page need not ask who is there.
 * `appName` stands in the page, so that it can be said before any call is answered.
 */
export function makeSendPage(
  webDir: string,
  sources: PageSources,
  sessionCookie: string,
  appName: string,
): SendPage {
  let page: string | undefined;
  return (reply) => {
    page ??= readFileSync(path.join(webDir, 'index.html'), 'utf8').replaceAll(NAME_MARK, () =>
      asHtml(appName),
    );
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(sources, nonce))
      .send(
        page
          .replaceAll(NONCE_MARK, nonce)
          .replaceAll(
            SESSION_MARK,
            reply.request.headers.cookie?.includes(`${sessionCookie}=`) ? 'maybe' : 'none',
          ),
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
    return isPage ? sendPage(reply) : sendRefusal(reply, notFound());
  });
}
