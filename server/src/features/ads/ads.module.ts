import * as contract from '@openlarder/domain/ads/ad-contract.ts';
import * as schemas from '@openlarder/domain/ads/ad-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import * as ads from './ads.service.ts';

function bindAdRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    listAds: ({ query }) => ads.listAds(ctx, query),
    recordImpression: async ({ caller, params, body, request }) => {
      const { location: placement, impressionId } = body;
      const seen = { placement, impressionId, address: request.ip, viewerId: caller?.userId ?? null };
      return { impressionId: await ads.recordImpression(ctx, params.adId, seen) };
    },
    recordClick: ({ params, body, request }) =>
      ads.recordClick(ctx, params.adId, { impressionId: body?.impressionId, address: request.ip }),
  });
}

export const adsModule: FeatureModule = {
  routes: bindAdRoutes,
};
