import * as contract from '@openlarder/domain/community/community-contract.ts';
import * as schemas from '@openlarder/domain/community/community-schemas.ts';
import * as places from '#server/features/places/places.service.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';

/** The settings that the browser may know. */
export const communityModule: FeatureModule = {
  name: 'community',
  routes(http, ctx) {
    const { settings, demoAccounts } = ctx;
    bindEndpoint(http, contract.getCommunity, schemas.getCommunitySpec, async () =>
      reply(200, {
        appName: settings.appName,
        language: settings.language,
        timeZone: settings.timeZone,
        mapCentre: places.mapCentre(ctx),
        mapTiles: settings.mapTiles,
        sendsMail: settings.mail !== null,
        identityProvider: settings.oidc && { name: settings.oidc.name },
        demoAccounts: [...demoAccounts],
      }),
    );
  },
};
