import * as contract from '@openlarder/domain/community/setup-contract.ts';
import * as schemas from '@openlarder/domain/community/setup-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { requireSetupLink } from '#server/features/accounts/auth/sign-up/first-organizer.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { cameByOwnName } from '#server/platform/http/own-name.ts';
import { openSetup, setUp } from './set-up.ts';
import { townNear, townsNamed } from './towns.ts';

export function bindSetupRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.openSetup, schemas.openSetupSpec, async ({ body }) =>
    reply(200, await openSetup(ctx, body.token)),
  );
  bindEndpoint(http, contract.findTowns, schemas.findTownsSpec, async ({ body: { token, name, near } }) => {
    await requireSetupLink(ctx, token);
    return reply(200, near ? await townNear(near) : await townsNamed(name));
  });
  bindEndpoint(http, contract.setUp, schemas.setUpSpec, async ({ body, request }) => {
    const { ip, caller, headers } = request;
    const visitor = {
      address: ip,
      caller,
      userAgent: headers['user-agent'],
      cookie: headers.cookie,
      byOwnName: cameByOwnName(headers, ctx.settings),
    };
    const { cookies, mailProblem } = await setUp(ctx, visitor, body);
    return reply(200, { mailProblem }, { 'set-cookie': cookies });
  });
  // open to visitors without a session, whose link it is
  http.get('/setup', async (_request, page) => page.sendPage());
}
