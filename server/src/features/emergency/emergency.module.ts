import * as contract from '@openlarder/domain/emergency/request-contract.ts';
import * as schemas from '@openlarder/domain/emergency/request-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { sendDueWaves } from './alerts/alerts.ts';
import { previewArea } from './areas/area-of-point.ts';
import { buildAreasOfMonth } from './areas/build-areas.ts';
import { emergencyMailTexts } from './emergency-mail-texts.ts';
import { emergencyFrames, emergencyMessages } from './emergency.live.ts';
import { anonymousRequesters } from './matching/anonymous-requesters.ts';
import { forgetAddresses, matchHandovers } from './matching/match-handovers.ts';
import { matchRequest } from './matching/match-request.ts';
import { blockHelper, blockNeighbor, blockRequester } from './requests/block-requester.ts';
import { appealRequestLimit, createRequest, requestLimits } from './requests/create-request.ts';
import { cancelPendingRequestsOf, closePerson, expireRequests } from './requests/end-request.ts';
import { showDueRequests } from './requests/show-later.ts';
import { evidenceOfRequest, requestConversationId } from './requests/report-evidence.ts';
import { cancelRequest, deleteRequest } from './requests/request-actions.ts';
import { exportPerson, getRequest, listActive, listRequests } from './requests/request-queries.ts';

function bindEmergencyRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.listActiveRequests, schemas.listActiveRequestsSpec, async ({ caller }) =>
    reply(200, await listActive(ctx, caller)),
  );
  bindEndpoint(http, contract.listRequests, schemas.listRequestsSpec, async ({ caller, query }) =>
    reply(200, await listRequests(ctx, caller, query.side)),
  );
  bindEndpoint(http, contract.getRequestLimits, schemas.getRequestLimitsSpec, async ({ caller }) =>
    reply(200, await requestLimits(ctx, caller)),
  );
  bindEndpoint(
    http,
    contract.appealRequestLimit,
    schemas.appealRequestLimitSpec,
    async ({ caller, body }) => {
      await appealRequestLimit(ctx, caller, body.words);
      return reply(204, null);
    },
  );
  bindEndpoint(http, contract.getRequestArea, schemas.getRequestAreaSpec, async ({ caller, query }) =>
    reply(200, await previewArea(ctx, caller, query)),
  );
  bindEndpoint(http, contract.getRequest, schemas.getRequestSpec, async ({ caller, params }) =>
    reply(200, await getRequest(ctx, caller, params.id)),
  );
  bindEndpoint(
    http,
    contract.createRequest,
    schemas.createRequestSpec,
    async ({ caller, body, idempotency, request }) =>
      reply(201, await createRequest(ctx, caller, body, request.ip, idempotency)),
  );
  bindEndpoint(
    http,
    contract.matchRequest,
    schemas.matchRequestSpec,
    async ({ caller, params, body, idempotency }) => {
      const help = { listingId: body?.listingId ?? null, servings: body?.servings ?? null };
      return reply(201, await matchRequest(ctx, caller, params.id, help, idempotency));
    },
  );
  bindEndpoint(http, contract.cancelRequest, schemas.cancelRequestSpec, async ({ caller, params, body }) =>
    reply(200, await cancelRequest(ctx, caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(http, contract.blockRequester, schemas.blockRequesterSpec, async ({ caller, params }) => {
    await blockRequester(ctx, caller, params.id);
    return reply(204, null);
  });
}

export const emergencyModule: FeatureModule = {
  routes: bindEmergencyRoutes,
  // each run looks for all requests that are due: the next one makes up for a missed minute
  tasks: {
    settle_requests: { run: expireRequests, schedule: '* * * * *' },
    show_requests: { run: showDueRequests, schedule: '* * * * *' },
    send_waves_of_alerts: { run: sendDueWaves, schedule: '* * * * *' },
    forget_request_addresses: { run: forgetAddresses, schedule: '41 * * * *' },
    // does its work once a month
    build_request_areas: { run: buildAreasOfMonth, schedule: '7 * * * *' },
  },
  messages: emergencyMessages,
  frames: emergencyFrames,
  hooks: [
    notificationMails.handler({
      texts: emergencyMailTexts,
      nameOf: ({ kind, actorName }) =>
        kind === 'request_released' && actorName === null ? 'request_released_alone' : kind,
      paths: {
        request(id, kind) {
          if (kind === 'emergency_alert') return `/?tab=discover&filter=emergencies&request=${id}`;
          // there is no helper to talk to: the request can be made again
          return kind === 'request_expired' ? '/?tab=profile&room=requests' : `/?tab=messages&request=${id}`;
        },
      },
    }),
    accountHooks.onAccountClosed.handler(closePerson),
    accountHooks.anonymousPeople.handler(anonymousRequesters),
    accountHooks.personExport.handler({ name: 'emergency', read: exportPerson }),
    handoverOwner.handler(matchHandovers),
    moderationHooks.blockAnonymous.handler(blockNeighbor),
    moderationHooks.blockHelper.handler(blockHelper),
    moderationHooks.onPersonPaused.handler(cancelPendingRequestsOf),
    moderationHooks.moderationDelete.handler({ kind: 'request', delete: deleteRequest }),
    moderationHooks.reportEvidence.handler({ subjectType: 'request', find: evidenceOfRequest }),
    moderationHooks.reportedConversation.handler({
      subjectType: 'request',
      find: requestConversationId,
    }),
  ],
};
