import * as contract from '@openlarder/domain/activity/activity-contract.ts';
import * as schemas from '@openlarder/domain/activity/activity-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import * as activity from './activity.service.ts';

export const activityModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoints(http, contract, schemas, {
      listActivity: ({ caller, query }) => activity.communityActivity(ctx, caller, query.limit),
      listUserActivity: ({ caller, params, query }) =>
        activity.ownActivity(ctx, caller, { userId: params.userId, limit: query.limit }),
    });
  },
};
