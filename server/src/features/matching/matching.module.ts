import * as contract from '@openlarder/domain/matching/matching-contract.ts';
import * as schemas from '@openlarder/domain/matching/matching-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import * as matching from './matching.service.ts';
import { listRecommendations } from './recommendations.ts';

function bindMatchingRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    listRecommendations: async (call) => {
      const { lat, lng, limit } = call.query;
      const near = lat !== undefined && lng !== undefined ? { latitude: lat, longitude: lng } : null;
      const { recommendations, total } = await listRecommendations(ctx, call.caller, { near, limit });
      return reply(200, recommendations, { 'x-total-count': String(total) });
    },
    dismissMatch: ({ caller, params }) => matching.dismissMatch(ctx, caller, params.id),
    restoreMatch: ({ caller, params }) => matching.restoreMatch(ctx, caller, params.id),
  });
}

export const matchingModule: FeatureModule = {
  routes: bindMatchingRoutes,
  hooks: [
    onAccountClosed.handler(matching.closePerson),
    personExport.handler({ name: 'matching', read: matching.exportPerson }),
  ],
};
