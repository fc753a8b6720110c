import * as contract from '@openlarder/domain/community/community-contract.ts';
import * as schemas from '@openlarder/domain/community/community-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { cameByOwnName } from '#server/platform/http/own-name.ts';
import * as community from './community.service.ts';

export const communityModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoint(http, contract.getCommunity, schemas.getCommunitySpec, async ({ request }) =>
      reply(
        200,
        await community.getCommunity(ctx, { byOwnName: cameByOwnName(request.headers, ctx.settings) }),
      ),
    );
  },
};
