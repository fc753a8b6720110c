import * as contract from '@openlarder/domain/emergency/request-contract.ts';
import * as schemas from '@openlarder/domain/emergency/request-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
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
  bindEndpoints(http, contract, schemas, {
    listActiveRequests: ({ caller }) => listActive(ctx, caller),
    listRequests: ({ caller, query }) => listRequests(ctx, caller, query.side),
    getRequestLimits: ({ caller }) => requestLimits(ctx, caller),
    appealRequestLimit: ({ caller, body }) => appealRequestLimit(ctx, caller, body.words),
    getRequestArea: ({ caller, query }) => previewArea(ctx, caller, query),
    getRequest: ({ caller, params }) => getRequest(ctx, caller, params.id),
    createRequest: ({ caller, body, idempotency, request }) =>
      createRequest(ctx, caller, body, request.ip, idempotency),
    matchRequest: async ({ caller, params, body, idempotency }) => {
      const help = { listingId: body?.listingId ?? null, servings: body?.servings ?? null };
      return matchRequest(ctx, caller, params.id, help, idempotency);
    },
    cancelRequest: ({ caller, params, body }) => cancelRequest(ctx, caller, params.id, body?.reason ?? null),
    blockRequester: ({ caller, params }) => blockRequester(ctx, caller, params.id),
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
