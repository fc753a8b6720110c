import * as contract from '@openlarder/domain/map/map-contract.ts';
import * as schemas from '@openlarder/domain/map/map-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { waitForLiveRow } from '#server/platform/http/live-row-header.ts';
import * as map from './map.service.ts';

function bindMapRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(app, contract, schemas, {
    listClusters: async ({ caller, query, request }) => {
      await waitForLiveRow(request, ctx.eventLog.catchUp);
      const { north, south, east, west, radius, categories, urgencyLevels } = query;
      const { category = null, diets, withoutAllergens, freshness, when = null, withinKm = null } = query;
      const { q = null, donorId = null } = query;
      const { clusters, total } = await map.listClusters(
        ctx,
        caller,
        { north, south, east, west },
        { radiusM: radius, categories, urgencyLevels },
        { category, diets, withoutAllergens, freshness, when, withinKm, q, donorId },
      );
      return reply(200, clusters, { 'x-total-count': String(total) });
    },
  });
}

export const mapModule: FeatureModule = {
  routes: bindMapRoutes,
  follower: map.mapIndex,
  start: (ctx) => map.mapIndex(ctx).start(),
  isReady: (ctx) => map.mapIndex(ctx).isRead(),
  stop: (ctx) => map.mapIndex(ctx).stop(),
};
