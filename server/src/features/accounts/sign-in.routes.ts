import type { IncomingHttpHeaders } from 'node:http';
import * as contract from '@openlarder/domain/accounts/sign-in-contract.ts';
import * as schemas from '@openlarder/domain/accounts/sign-in-schemas.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { requestSiteOf } from '#server/platform/http/same-origin.ts';
import type { Accounts } from './accounts.service.ts';
import type { SignedIn, Visitor } from './auth/session/session-service.ts';
import { PROVIDER_CALLBACK_PATH } from './auth/oidc/oidc-sign-in.ts';

export type SignInRouteParts = {
  readonly accounts: Accounts;
  /** Origins that are ours. */
  readonly origins: ReadonlySet<string>;
  /** Answers with the web app's page. */
  readonly sendPage: (reply: FastifyReply) => FastifyReply;
};

/** Whoever uses the device next finds nothing of the last person. */
const CLEARED = '"cache", "storage"';

const visitorOf = ({ ip, caller, headers }: FastifyRequest): Visitor => ({
  address: ip,
  caller,
  userAgent: headers['user-agent'],
  cookie: headers.cookie,
});

/** How people come in, are known again, and go. */
export function bindSignInRoutes(
  app: FastifyInstance,
  { accounts, origins, sendPage }: SignInRouteParts,
): void {
  const signedIn = ({ user, cookies }: SignedIn) => reply(200, user, { 'set-cookie': cookies });

  bindEndpoint(app, contract.signUp, schemas.signUpSpec, async ({ body, request }) => {
    const signedUp = await accounts.signUp(visitorOf(request), body);
    if (!('sentTo' in signedUp)) return signedIn(signedUp);
    const { sentTo, cookies } = signedUp;
    return reply(202, { sentTo }, { 'set-cookie': cookies });
  });
  bindEndpoint(app, contract.signIn, schemas.signInSpec, async ({ body, request }) =>
    signedIn(await accounts.signIn(visitorOf(request), body)),
  );
  bindEndpoint(
    app,
    contract.requestPasswordReset,
    schemas.requestPasswordResetSpec,
    async ({ body, request }) => reply(202, await accounts.requestPasswordReset(visitorOf(request), body)),
  );
  bindEndpoint(app, contract.resetPassword, schemas.resetPasswordSpec, async ({ body, request }) => {
    await accounts.resetPassword(visitorOf(request), body);
    return reply(204, null);
  });
  bindEndpoint(
    app,
    contract.sendVerificationMail,
    schemas.sendVerificationMailSpec,
    async ({ caller, request }) =>
      reply(202, await accounts.sendVerificationMail(visitorOf(request), caller)),
  );
  bindEndpoint(app, contract.verifyEmail, schemas.verifyEmailSpec, async ({ body, request }) =>
    signedIn(await accounts.verifyEmail(visitorOf(request), body)),
  );
  bindEndpoint(app, contract.changePassword, schemas.changePasswordSpec, async ({ caller, body }) => {
    await accounts.changePassword(caller, body);
    return reply(204, null);
  });
  bindEndpoint(app, contract.listSessions, schemas.listSessionsSpec, async ({ caller }) =>
    reply(200, await accounts.listSessions(caller)),
  );
  bindEndpoint(app, contract.endSession, schemas.endSessionSpec, async ({ caller, params }) => {
    const cookies = await accounts.endOwnSession(caller, params.id);
    return reply(204, null, cookies.length > 0 ? { 'set-cookie': cookies } : {});
  });
  bindEndpoint(app, contract.signOutEverywhere, schemas.signOutEverywhereSpec, async ({ caller }) => {
    const cookies = await accounts.signOutEverywhere(caller);
    return reply(204, null, { 'set-cookie': cookies, 'clear-site-data': CLEARED });
  });
  bindEndpoint(
    app,
    contract.signInWithProvider,
    schemas.signInWithProviderSpec,
    async ({ body, request }) => {
      const { url, cookies } = await accounts.startProviderSignIn(visitorOf(request), body);
      return reply(200, { url }, { 'set-cookie': cookies });
    },
  );

  // the provider sends the browser here
  app.get<{ Querystring: Record<string, string | string[]> }>(
    PROVIDER_CALLBACK_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const { location, cookies } = await accounts.finishProviderSignIn(
        visitorOf(request),
        once(request.query),
        request.headers.cookie,
      );
      return reply.header('set-cookie', cookies).header('cache-control', 'no-store').redirect(location, 303);
    },
  );
  app.get('/api/login', { schema: { hide: true } }, async (_request, reply) => sendPage(reply));
  // A page of another site can send somebody here, so only our own pages and the address bar sign out at once.
  app.get('/api/logout', { schema: { hide: true } }, async (request, reply) => {
    if (!isMeant(request.headers, origins)) return sendPage(reply);
    return reply
      .header('set-cookie', await accounts.signOut(request.caller))
      .header('cache-control', 'no-store')
      .header('clear-site-data', CLEARED)
      .redirect('/', 303);
  });
}

/** What an address says once; a parameter that is there twice is not there. */
function once(query: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Browsers that do not yet say which site sent them say which page did. */
function isMeant(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  if (headers['sec-fetch-site'] !== undefined) return requestSiteOf(headers, origins) !== 'foreign';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && origins.has(new URL(referer).origin);
}
