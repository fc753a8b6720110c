import type { IncomingHttpHeaders } from 'node:http';
import * as contract from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import { provenanceOf } from '#server/platform/same-origin.ts';
import type { Accounts } from './accounts.service.ts';
import type { SignedIn, Visitor } from './entrance.ts';
import { PROVIDER_CALLBACK_PATH } from './identity-provider.ts';

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
  const letIn = (reply: FastifyReply, { user, cookies }: SignedIn) => {
    reply.header('set-cookie', cookies);
    return answer(200, user);
  };

  bindEndpoint(app, contract.signUp, async ({ body, request, reply }) => {
    const signedUp = await accounts.signUp(visitorOf(request), body);
    if (!('sentTo' in signedUp)) return letIn(reply, signedUp);
    const { sentTo, cookies } = signedUp;
    reply.header('set-cookie', cookies);
    return answer(202, { sentTo });
  });
  bindEndpoint(app, contract.signIn, async ({ body, request, reply }) =>
    letIn(reply, await accounts.signIn(visitorOf(request), body)),
  );
  bindEndpoint(app, contract.requestPasswordReset, async ({ body, request }) =>
    answer(202, await accounts.askForReset(visitorOf(request), body)),
  );
  bindEndpoint(app, contract.resetPassword, async ({ body, request }) => {
    await accounts.choosePassword(visitorOf(request), body);
    return answer(204, null);
  });
  bindEndpoint(app, contract.sendVerificationMail, async ({ caller, request }) =>
    answer(202, await accounts.askForConfirmation(visitorOf(request), caller)),
  );
  bindEndpoint(app, contract.verifyEmail, async ({ body, request, reply }) =>
    letIn(reply, await accounts.confirmAddress(visitorOf(request), body)),
  );
  bindEndpoint(app, contract.changePassword, async ({ caller, body }) => {
    await accounts.changeOwnPassword(caller, body);
    return answer(204, null);
  });
  bindEndpoint(app, contract.listSessions, async ({ caller }) =>
    answer(200, await accounts.listSessions(caller)),
  );
  bindEndpoint(app, contract.endSession, async ({ caller, params, reply }) => {
    const cookies = await accounts.endOwnSession(caller, params.id);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    return answer(204, null);
  });
  bindEndpoint(app, contract.signOutEverywhere, async ({ caller, reply }) => {
    reply.header('set-cookie', await accounts.signOutEverywhere(caller));
    return answer(204, null, { 'clear-site-data': CLEARED });
  });
  bindEndpoint(app, contract.signInWithProvider, async ({ body, request, reply }) => {
    const { url, cookies } = await accounts.startWithProvider(visitorOf(request), body);
    reply.header('set-cookie', cookies);
    return answer(200, { url });
  });

  // the provider sends the browser here
  app.get<{ Querystring: Record<string, string | string[]> }>(
    PROVIDER_CALLBACK_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const { location, cookies } = await accounts.returnFromProvider(
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
  if (headers['sec-fetch-site'] !== undefined) return provenanceOf(headers, origins) !== 'foreign';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && origins.has(new URL(referer).origin);
}
