import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { requestClaimHook } from '#server/features/claims/claims.hooks.ts';
import * as messagingHooks from '#server/features/messaging/messaging.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { emergencyFrames, emergencyTopics } from './emergency.live.ts';
import { bindEmergencyRoutes } from './emergency.routes.ts';
import * as emergency from './emergency.service.ts';
import { endMatchWithClaim } from './requests/end-request.ts';
import { lockRequest } from './requests/request-locks.ts';

export const emergencyModule: FeatureModule = {
  name: 'emergency',
  routes: bindEmergencyRoutes,
  // each run looks for all requests that are due: the next one makes up for a missed minute
  tasks: {
    settle_requests: { run: emergency.expireRequests, schedule: '* * * * *' },
    send_waves_of_alerts: { run: emergency.sendDueWaves, schedule: '* * * * *' },
  },
  topics: emergencyTopics,
  frames: emergencyFrames,
  hooks: [
    accountHooks.onAccountClosed.handler(emergency.closePerson),
    accountHooks.personExport.handler({ name: 'emergency', read: emergency.exportPerson }),
    requestClaimHook.handler({
      async lockRequest(tx, requestId) {
        await lockRequest(tx, requestId);
      },
      onClaimEnded: endMatchWithClaim,
    }),
    messagingHooks.hasOpenHandover.handler(emergency.hasOpenMatch),
    moderationHooks.onPersonBlocked.handler(emergency.endMatchesBetween),
    moderationHooks.onPersonPaused.handler(emergency.cancelPendingRequestsOf),
    moderationHooks.moderationDelete.handler({ kind: 'request', delete: emergency.deleteRequest }),
    moderationHooks.reportEvidence.handler({ subjectType: 'request', find: emergency.evidenceOfRequest }),
    moderationHooks.reportedConversation.handler({
      subjectType: 'request',
      find: emergency.requestConversationId,
    }),
  ],
};
