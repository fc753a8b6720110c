import * as contract from '@openlarder/domain/impact/impact-contract.ts';
import * as schemas from '@openlarder/domain/impact/impact-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as impact from './impact.service.ts';

const asCsv = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
});

export const impactModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoint(http, contract.getUserImpact, schemas.getUserImpactSpec, async ({ caller }) =>
      reply(200, await impact.userImpact(ctx, caller)),
    );
    bindEndpoint(http, contract.exportUserImpact, schemas.exportUserImpactSpec, async ({ caller }) =>
      reply(200, await impact.userImpactCsv(ctx, caller), asCsv('impact')),
    );
    bindEndpoint(http, contract.exportHandoverLog, schemas.exportHandoverLogSpec, async ({ caller, query }) =>
      reply(
        200,
        await impact.handoverLog(ctx, caller, query),
        asCsv(`handovers-${query.from}-${query.until}`),
      ),
    );
    bindEndpoint(http, contract.getCommunityStats, schemas.getCommunityStatsSpec, async () =>
      reply(200, await impact.communityStats(ctx)),
    );
  },
};
