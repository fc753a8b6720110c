import path from 'node:path';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import * as contract from '@openlarder/domain/places/place-contract.ts';
import * as schemas from '@openlarder/domain/places/place-schemas.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import { lookUpAddress } from './address-lookup.ts';
import { cityMap, cityMapPath } from './city-map.ts';
import { correctPlaceTimes } from './daily-place.ts';
import { readAhead } from './area-names.ts';
import { areaLabelAt, requireSameGrid } from './public-location.ts';
import { namesInFile } from './place-names.ts';

export const placesModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoints(http, contract, schemas, {
      getArea: async ({ caller, query }) => ({ areaLabel: await areaLabelAt(ctx, caller, query) }),
      lookUpAddress: async ({ caller, body }) => {
        await ctx.rateLimits.spend('person-lookup', caller.userId);
        return lookUpAddress(ctx, body.typed, body.language);
      },
    });
    http.get('/map/*', async ({ url }, response) => {
      const city = await cityMap(ctx);
      if (!city || url !== cityMapPath(city)) throw notFound();
      response.type('application/vnd.pmtiles');
      const { dir, base } = path.parse(city.file);
      // its address changes with the file
      return response.sendFile(base, dir, { maxAge: '365d', immutable: true });
    });
  },
  tasks: { correct_place_times: { run: correctPlaceTimes, schedule: '23 * * * *' } },
  // an invalid PLACES_FILE fails the start
  async start(ctx) {
    namesInFile(ctx);
    await requireSameGrid(ctx);
    await cityMap(ctx);
    void readAhead(ctx);
  },
};
