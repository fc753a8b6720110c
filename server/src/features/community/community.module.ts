import * as contract from '@openlarder/domain/community/community-contract.ts';
import * as schemas from '@openlarder/domain/community/community-schemas.ts';
import * as setupContract from '@openlarder/domain/community/setup-contract.ts';
import * as setupSchemas from '@openlarder/domain/community/setup-schemas.ts';
import { SPECIFIED_CLAIMS } from '@openlarder/domain/kernel/community-claims.ts';
import { communityTown } from '#server/features/places/area-names.ts';
import { cityMap, cityMapPath } from '#server/features/places/city-map.ts';
import { type CommunityPlace, communityPlace } from '#server/features/places/community-place.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { mailTrouble } from '#server/platform/mail/mail-state.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import { visitorOf } from '../accounts/auth/session/session-service.ts';
import { demoAccounts, isDemo } from '../accounts/auth/sign-in.ts';
import type { FastifyInstance } from 'fastify';
import { requireSetupLink } from '../accounts/auth/sign-up/first-organizer.ts';
import { openSetup, setUp } from './setup/set-up.ts';
import { townNear, townsNamed } from './setup/towns.ts';

export const communityModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoints(http, contract, schemas, {
      getCommunity: ({ request }) => getCommunity(ctx, visitorOf(ctx, request)),
    });
    bindSetupRoutes(http, ctx);
  },
};

/** The demo is in Manhattan, within the specified default bounds of the map. */
const DEMO_PLACE: CommunityPlace = {
  center: { latitude: 40.766, longitude: -73.975 },
  bounds: { north: 40.7831, south: 40.7489, east: -73.9441, west: -74.0059 },
};
const DEMO_TOWN = 'New York';
/** A mailbox that does not exist: `.example` is a reserved domain. */
const DEMO_MAILBOX = 'volunteers@demo.example';

/** The settings that the browser may know; the accounts of the demo only by one of our own names. */
async function getCommunity(
  ctx: AppContext,
  visitor: { readonly byOwnName: boolean },
): Promise<contract.Community> {
  const { settings } = ctx;
  const { country, currency } = regionOf(settings);
  const place = isDemo(ctx) ? DEMO_PLACE : await communityPlace(ctx);
  return {
    appName: settings.appName,
    language: settings.language,
    timeZone: settings.timeZone,
    country,
    currency,
    mapCentre: place.center,
    mapBounds: place.bounds,
    town: isDemo(ctx) ? DEMO_TOWN : communityTown(ctx),
    reachKm: settings.reachKm,
    mapTiles: settings.mapTiles ? { format: 'raster', ...settings.mapTiles } : await cityMapTiles(ctx),
    addressLookup: settings.geocoderUrl === null ? null : { host: new URL(settings.geocoderUrl).host },
    sendsMail: settings.mail !== null,
    mailIsLate: settings.mail !== null && (await mailTrouble(ctx.db)) !== null,
    identityProvider: settings.oidc && { name: settings.oidc.name },
    // only the demo, where nothing is real, makes the claims of the specification by itself
    claims: settings.communityClaims ?? (isDemo(ctx) ? SPECIFIED_CLAIMS : null),
    payments: settings.payments && { publishableKey: settings.payments.publishableKey },
    takesTestCards: !settings.payments && isDemo(ctx),
    volunteerEmail: settings.volunteerEmail ?? (isDemo(ctx) ? DEMO_MAILBOX : null),
    operator: settings.operator,
    imprint: settings.imprint,
    privacyNote: settings.privacyNote,
    demoAccounts: [...demoAccounts(ctx, visitor)],
  };
}

async function cityMapTiles(ctx: AppContext): Promise<contract.Community['mapTiles']> {
  const city = await cityMap(ctx);
  return city && { format: 'archive', url: cityMapPath(city), attribution: city.attribution };
}

function bindSetupRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, setupContract, setupSchemas, {
    openSetup: ({ body }) => openSetup(ctx, body.token),
    findTowns: async ({ body: { token, name, near } }) => {
      await requireSetupLink(ctx, token);
      return near ? await townNear(near) : await townsNamed(name);
    },
    setUp: async ({ body, request }) => {
      const { cookies, mailProblem } = await setUp(ctx, visitorOf(ctx, request), body);
      return reply(200, { mailProblem }, { 'set-cookie': cookies });
    },
  });
  // open to visitors without a session, whose link it is
  http.get('/setup', async (_request, page) => page.sendPage());
}
