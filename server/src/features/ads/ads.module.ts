import * as contract from '@openlarder/domain/ads/ad-contract.ts';
import * as schemas from '@openlarder/domain/ads/ad-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as ads from './ads.service.ts';

function bindAdRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.listAds, schemas.listAdsSpec, async ({ query }) =>
    reply(200, await ads.listAds(ctx, query)),
  );
  bindEndpoint(
    http,
    contract.recordImpression,
    schemas.recordImpressionSpec,
    async ({ caller, params, body, request }) => {
      const { location: placement, impressionId } = body;
      const seen = { placement, impressionId, address: request.ip, viewerId: caller?.userId ?? null };
      return reply(200, { impressionId: await ads.recordImpression(ctx, params.adId, seen) });
    },
  );
  bindEndpoint(http, contract.recordClick, schemas.recordClickSpec, async ({ params, body, request }) => {
    await ads.recordClick(ctx, params.adId, { impressionId: body?.impressionId, address: request.ip });
    return reply(204, null);
  });
}

export const adsModule: FeatureModule = {
  routes: bindAdRoutes,
};
