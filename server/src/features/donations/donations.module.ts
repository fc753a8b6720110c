import * as contract from '@openlarder/domain/donations/donation-contract.ts';
import * as schemas from '@openlarder/domain/donations/donation-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as donations from './donations.service.ts';

export const donationsModule: FeatureModule = {
  name: 'donations',
  routes: bindDonationRoutes,
  hooks: [
    onAccountClosed.handler(donations.closePerson),
    personExport.handler({ name: 'donations', read: donations.exportPerson }),
  ],
};

function bindDonationRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.listDonations, schemas.listDonationsSpec, async ({ caller }) =>
    reply(200, await donations.listDonations(ctx, caller)),
  );
  bindEndpoint(http, contract.getDonationStats, schemas.getDonationStatsSpec, async ({ caller }) =>
    reply(200, await donations.donationStats(ctx, caller)),
  );
  bindEndpoint(http, contract.getCommunityDonations, schemas.getCommunityDonationsSpec, async () =>
    reply(200, await donations.communityDonations(ctx)),
  );
  bindEndpoint(
    http,
    contract.createPaymentIntent,
    schemas.createPaymentIntentSpec,
    async ({ caller, body }) => reply(200, await donations.createPaymentIntent(ctx, caller, body)),
  );
}
