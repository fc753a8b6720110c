import type { IncomingHttpHeaders } from 'node:http';
import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { signIn, signUp } from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import { provenanceOf } from '#server/platform/same-origin.ts';
import type { Accounts } from './accounts.service.ts';

export type AccountRouteParts = {
  readonly accounts: Accounts;
  /** Origins that are ours. */
  readonly origins: ReadonlySet<string>;
  /** Answers with the web app's page. */
  readonly sendPage: (reply: FastifyReply) => FastifyReply;
};

export function bindAccountRoutes(
  app: FastifyInstance,
  { accounts, origins, sendPage }: AccountRouteParts,
): void {
  bindEndpoint(app, signUp, async ({ body, caller, request, reply }) => {
    const { user, cookies } = await accounts.signUp({ address: request.ip, caller }, body);
    reply.header('set-cookie', cookies);
    return answer(200, user);
  });
  bindEndpoint(app, signIn, async ({ body, caller, request, reply }) => {
    const { user, cookies } = await accounts.signIn({ address: request.ip, caller }, body);
    reply.header('set-cookie', cookies);
    return answer(200, user);
  });
  bindEndpoint(app, getUser, async ({ caller }) => answer(200, await accounts.getUser(caller)));
  bindEndpoint(app, updateProfile, async ({ caller, body }) =>
    answer(200, await accounts.updateProfile(caller, body)),
  );

  app.get('/api/login', { schema: { hide: true } }, async (_request, reply) => sendPage(reply));
  // A page of another site can send somebody here, so only our own pages and the address bar sign out at once.
  app.get('/api/logout', { schema: { hide: true } }, async (request, reply) => {
    if (!isMeant(request.headers, origins)) return sendPage(reply);
    const cookies = await accounts.signOut(request.caller, request.headers.cookie);
    return reply
      .header('set-cookie', cookies)
      .header('cache-control', 'no-store')
      .header('clear-site-data', '"cache", "storage"')
      .redirect('/', 303);
  });
}

/** Browsers that do not yet say which site sent them say which page did. */
function isMeant(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  if (headers['sec-fetch-site'] !== undefined) return provenanceOf(headers, origins) !== 'foreign';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && origins.has(new URL(referer).origin);
}
