import * as contract from '@openlarder/domain/activity/activity-contract.ts';
import * as schemas from '@openlarder/domain/activity/activity-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as activity from './activity.service.ts';

export const activityModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoint(http, contract.listActivity, schemas.listActivitySpec, async ({ caller, query }) =>
      reply(200, await activity.communityActivity(ctx, caller, query.limit)),
    );
    bindEndpoint(
      http,
      contract.listUserActivity,
      schemas.listUserActivitySpec,
      async ({ caller, params, query }) =>
        reply(200, await activity.ownActivity(ctx, caller, { userId: params.userId, limit: query.limit })),
    );
  },
};
