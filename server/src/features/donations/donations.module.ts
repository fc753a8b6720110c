import * as contract from '@openlarder/domain/donations/donation-contract.ts';
import * as schemas from '@openlarder/domain/donations/donation-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as donations from './donations.service.ts';
import { createPaymentIntent } from './payments/begin-payment.ts';
import { refreshDonation } from './payments/fetch-payment.internal.ts';
import { reconcilePayments } from './payments/reconcile.ts';
import { bindWebhook } from './payments/webhook.ts';

export const donationsModule: FeatureModule = {
  async routes(http, ctx) {
    bindDonationRoutes(http, ctx);
    await bindWebhook(http, ctx);
  },
  tasks: {
    reconcile_donations: {
      run: async (ctx) => ctx.settings.payments && reconcilePayments(ctx),
      schedule: '11 4 * * *',
    },
  },
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
    async ({ caller, body, idempotency }) =>
      reply(200, await createPaymentIntent(ctx, caller, body, idempotency)),
  );
  bindEndpoint(http, contract.refreshDonation, schemas.refreshDonationSpec, async ({ caller, params }) =>
    reply(200, await refreshDonation(ctx, caller, params.id)),
  );
}
