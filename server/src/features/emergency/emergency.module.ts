import * as contract from '@openlarder/domain/emergency/request-contract.ts';
import * as schemas from '@openlarder/domain/emergency/request-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { emergencyFrames, emergencyTopics } from './emergency.live.ts';
import * as emergency from './emergency.service.ts';

function bindEmergencyRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.listActiveRequests, schemas.listActiveRequestsSpec, async ({ caller }) =>
    reply(200, await emergency.listActive(ctx, caller)),
  );
  bindEndpoint(http, contract.listRequests, schemas.listRequestsSpec, async ({ caller, query }) =>
    reply(200, await emergency.listRequests(ctx, caller, query.side)),
  );
  bindEndpoint(http, contract.getRequestLimits, schemas.getRequestLimitsSpec, async ({ caller }) =>
    reply(200, await emergency.requestLimits(ctx, caller)),
  );
  bindEndpoint(
    http,
    contract.appealRequestLimit,
    schemas.appealRequestLimitSpec,
    async ({ caller, body }) => {
      await emergency.appealRequestLimit(ctx, caller, body.words);
      return reply(204, null);
    },
  );
  bindEndpoint(http, contract.getRequestArea, schemas.getRequestAreaSpec, async ({ caller, query }) =>
    reply(200, await emergency.previewArea(ctx, caller, query)),
  );
  bindEndpoint(http, contract.getRequest, schemas.getRequestSpec, async ({ caller, params }) =>
    reply(200, await emergency.getRequest(ctx, caller, params.id)),
  );
  bindEndpoint(
    http,
    contract.createRequest,
    schemas.createRequestSpec,
    async ({ caller, body, idempotency, request }) =>
      reply(201, await emergency.createRequest(ctx, caller, body, request.ip, idempotency)),
  );
  bindEndpoint(
    http,
    contract.matchRequest,
    schemas.matchRequestSpec,
    async ({ caller, params, body, idempotency }) => {
      const help = { listingId: body?.listingId ?? null, servings: body?.servings ?? null };
      return reply(201, await emergency.matchRequest(ctx, caller, params.id, help, idempotency));
    },
  );
  bindEndpoint(http, contract.releaseRequest, schemas.releaseRequestSpec, async ({ caller, params, body }) =>
    reply(200, await emergency.releaseRequest(ctx, caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(http, contract.fulfilRequest, schemas.fulfilRequestSpec, async ({ caller, params, body }) =>
    reply(200, await emergency.fulfilRequest(ctx, caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(http, contract.cancelRequest, schemas.cancelRequestSpec, async ({ caller, params, body }) =>
    reply(200, await emergency.cancelRequest(ctx, caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(
    http,
    contract.revealRequestAddress,
    schemas.revealRequestAddressSpec,
    async ({ caller, params, body }) =>
      reply(200, await emergency.revealRequestAddress(ctx, caller, params.id, body ?? {})),
  );
  bindEndpoint(http, contract.blockRequester, schemas.blockRequesterSpec, async ({ caller, params }) => {
    await emergency.blockRequester(ctx, caller, params.id);
    return reply(204, null);
  });
}

export const emergencyModule: FeatureModule = {
  name: 'emergency',
  routes: bindEmergencyRoutes,
  // each run looks for all requests that are due: the next one makes up for a missed minute
  tasks: {
    settle_requests: { run: emergency.expireRequests, schedule: '* * * * *' },
    send_waves_of_alerts: { run: emergency.sendDueWaves, schedule: '* * * * *' },
    forget_request_addresses: { run: emergency.forgetAddresses, schedule: '41 * * * *' },
    // does its work once a month
    build_request_areas: { run: emergency.buildAreasOfMonth, schedule: '7 * * * *' },
  },
  topics: emergencyTopics,
  frames: emergencyFrames,
  hooks: [
    accountHooks.onAccountClosed.handler(emergency.closePerson),
    accountHooks.anonymousPeople.handler(emergency.anonymousRequesters),
    accountHooks.personExport.handler({ name: 'emergency', read: emergency.exportPerson }),
    handoverOwner.handler(emergency.matchHandovers),
    moderationHooks.blockAnonymous.handler(emergency.blockNeighbor),
    moderationHooks.blockHelper.handler(emergency.blockHelper),
    moderationHooks.onPersonPaused.handler(emergency.cancelPendingRequestsOf),
    moderationHooks.moderationDelete.handler({ kind: 'request', delete: emergency.deleteRequest }),
    moderationHooks.reportEvidence.handler({ subjectType: 'request', find: emergency.evidenceOfRequest }),
    moderationHooks.reportedConversation.handler({
      subjectType: 'request',
      find: emergency.requestConversationId,
    }),
  ],
};
