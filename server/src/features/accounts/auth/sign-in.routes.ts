import type { IncomingHttpHeaders } from 'node:http';
import * as contract from '@openlarder/domain/accounts/sign-in-contract.ts';
import * as schemas from '@openlarder/domain/accounts/sign-in-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { requestSiteOf } from '#server/platform/http/same-origin.ts';
import { finishProviderSignIn, PROVIDER_CALLBACK_PATH, startProviderSignIn } from './oidc/oidc-sign-in.ts';
import { changeEmail, sendVerificationMail, verifyEmail } from './recovery/email-verification.ts';
import { requestPasswordReset, resetPassword } from './recovery/password-reset.ts';
import { changePassword, endOwnSession, listSessions, signOutEverywhere } from './session/own-sessions.ts';
import { type SignedIn, signOut, visitorOf } from './session/session-service.ts';
import { signIn, signUp } from './sign-in.ts';
import { enterSignUpCode, openSignUpLink } from './sign-up/sign-up-by-mail.ts';
import { acceptInvitation } from '../trust/trust.ts';

/** Clears the browser's data for the next person on the device. */
const CLEARED = '"cache", "storage"';

export function bindSignInRoutes(http: FastifyInstance, ctx: AppContext): void {
  const origins = new Set(ctx.settings.origins);
  const signedIn = ({ user, cookies }: SignedIn) => reply(200, user, { 'set-cookie': cookies });

  bindEndpoints(http, contract, schemas, {
    signUp: async ({ body, request }) => {
      const signedUp = await signUp(ctx, visitorOf(ctx, request), body);
      if (!('sentTo' in signedUp)) return signedIn(signedUp);
      const { sentTo, cookies } = signedUp;
      return reply(202, { sentTo }, { 'set-cookie': cookies });
    },
    openSignUpLink: async ({ body, request }) =>
      signedIn(await openSignUpLink(ctx, visitorOf(ctx, request), body)),
    enterSignUpCode: async ({ body, request }) =>
      signedIn(await enterSignUpCode(ctx, visitorOf(ctx, request), body)),
    signIn: async ({ body, request }) => signedIn(await signIn(ctx, visitorOf(ctx, request), body)),
    requestPasswordReset: ({ body }) => requestPasswordReset(ctx, body),
    resetPassword: ({ body, request }) => resetPassword(ctx, visitorOf(ctx, request), body),
    sendVerificationMail: ({ caller }) => sendVerificationMail(ctx, caller),
    acceptInvitation: ({ caller, body }) => acceptInvitation(ctx, caller, body.token),
    verifyEmail: async ({ body, request }) => signedIn(await verifyEmail(ctx, visitorOf(ctx, request), body)),
    changeEmail: ({ caller, body }) => changeEmail(ctx, caller, body),
    changePassword: async ({ caller, body, request }) => {
      const cookies = await changePassword(ctx, caller, request.headers.cookie, body);
      return reply(204, null, { 'set-cookie': cookies });
    },
    listSessions: ({ caller }) => listSessions(ctx, caller),
    endSession: async ({ caller, params }) => {
      const cookies = await endOwnSession(ctx, caller, params.id);
      return reply(204, null, cookies.length > 0 ? { 'set-cookie': cookies } : {});
    },
    signOutEverywhere: async ({ caller }) => {
      const cookies = await signOutEverywhere(ctx, caller);
      return reply(204, null, { 'set-cookie': cookies, 'clear-site-data': CLEARED });
    },
    signInWithProvider: async ({ body, request }) => {
      const { url, cookies } = await startProviderSignIn(ctx, visitorOf(ctx, request), body);
      return reply(200, { url }, { 'set-cookie': cookies });
    },
  });

  // the provider redirects the browser here
  http.get<{ Querystring: Record<string, string | string[]> }>(
    PROVIDER_CALLBACK_PATH,
    async (request, fastifyReply) => {
      const { location, cookies } = await finishProviderSignIn(
        ctx,
        visitorOf(ctx, request),
        singleValues(request.query),
        request.headers.cookie,
      );
      return fastifyReply
        .header('set-cookie', cookies)
        .header('cache-control', 'no-store')
        .redirect(location, 303);
    },
  );
  http.get('/api/login', async (_request, fastifyReply) => fastifyReply.sendPage());
  // a page of another site can link here: only our own pages and the address bar sign out directly
  http.get('/api/logout', async (request, fastifyReply) => {
    if (!isIntended(request.headers, origins)) return fastifyReply.sendPage();
    return fastifyReply
      .header('set-cookie', await signOut(ctx, request.caller))
      .header('cache-control', 'no-store')
      .header('clear-site-data', CLEARED)
      .redirect('/', 303);
  });
}

/** The query without repeated parameters. */
function singleValues(query: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Whether the person asked for it: by `Sec-Fetch-Site`, or by `Referer` in older browsers. */
function isIntended(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  if (headers['sec-fetch-site'] !== undefined) return requestSiteOf(headers, origins) !== 'foreign';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && origins.has(new URL(referer).origin);
}
