import * as contract from '@openlarder/domain/places/place-contract.ts';
import * as schemas from '@openlarder/domain/places/place-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { areaNames } from './place-names.ts';
import * as places from './places.service.ts';

export const placesModule: FeatureModule = {
  name: 'places',
  routes(http, ctx) {
    bindEndpoint(http, contract.getArea, schemas.getAreaSpec, async ({ caller, query }) =>
      reply(200, { areaLabel: await places.areaLabelAt(ctx, caller, query) }),
    );
  },
  tasks: {
    'forget-former-places': { run: (ctx) => places.deleteOldFormerPlaces(ctx), schedule: '53 4 * * *' },
  },
  // an invalid PLACES_FILE stops the start
  start: (ctx) => void areaNames(ctx),
};
