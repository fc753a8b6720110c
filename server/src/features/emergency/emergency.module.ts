import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { emergencyFrames, emergencyTopics } from './emergency.live.ts';
import { bindEmergencyRoutes } from './emergency.routes.ts';
import * as emergency from './emergency.service.ts';

export const emergencyModule: FeatureModule = {
  name: 'emergency',
  routes: bindEmergencyRoutes,
  // each run looks for all requests that are due: the next one makes up for a missed minute
  tasks: {
    settle_requests: { run: emergency.expireRequests, schedule: '* * * * *' },
    send_waves_of_alerts: { run: emergency.sendDueWaves, schedule: '* * * * *' },
    forget_request_addresses: { run: emergency.forgetAddresses, schedule: '41 * * * *' },
    // does nothing but once a month
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
