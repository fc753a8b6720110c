import * as contract from '@openlarder/domain/recognition/recognition-contract.ts';
import * as schemas from '@openlarder/domain/recognition/recognition-schemas.ts';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import * as handoverHooks from '#server/features/handovers/handovers.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import { countAnsweredRequests, recognizeHandover, undoHandover } from './ledger/recognize-handover.ts';
import * as recognition from './recognition.service.ts';

export const recognitionModule: FeatureModule = {
  routes(http, ctx) {
    const { listBadges, listUserBadges } = contract;
    bindEndpoints(http, { listBadges, listUserBadges }, schemas, {
      listBadges: ({ caller }) => recognition.listBadges(ctx, caller),
      listUserBadges: ({ caller }) => recognition.listUserBadges(ctx, caller),
    });
  },
  tasks: {
    // does its work once a day, in the first hour; the later runs make up for a night in which the app was down
    count_answered_requests: { run: countAnsweredRequests, schedule: '9 * * * *' },
  },
  hooks: [
    accountHooks.onAccountClosed.handler(recognition.closePerson),
    accountHooks.onBoardVisibility.handler(recognition.updateBoardVisibility),
    accountHooks.personExport.handler({ name: 'recognition', read: recognition.exportPerson }),
    handoverHooks.handoverCompleted.handler(recognizeHandover),
    handoverHooks.handoverUndone.handler(undoHandover),
  ],
};
