import * as contract from '@openlarder/domain/impact/impact-contract.ts';
import * as schemas from '@openlarder/domain/impact/impact-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import * as impact from './impact.service.ts';

const asCsv = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
});

export const impactModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoints(http, contract, schemas, {
      getUserImpact: ({ caller }) => impact.userImpact(ctx, caller),
      exportUserImpact: async ({ caller }) =>
        reply(200, await impact.userImpactCsv(ctx, caller), asCsv('impact')),
      exportHandoverLog: async ({ caller, query }) =>
        reply(
          200,
          await impact.handoverLog(ctx, caller, query),
          asCsv(`handovers-${query.from}-${query.until}`),
        ),
      getCommunityStats: () => impact.communityStats(ctx),
    });
  },
};
