import * as contract from '@openlarder/domain/donations/donation-contract.ts';
import * as schemas from '@openlarder/domain/donations/donation-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
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
  bindEndpoints(http, contract, schemas, {
    listDonations: ({ caller }) => donations.listDonations(ctx, caller),
    getDonationStats: ({ caller }) => donations.donationStats(ctx, caller),
    getCommunityDonations: () => donations.communityDonations(ctx),
    createPaymentIntent: ({ caller, body, idempotency }) =>
      createPaymentIntent(ctx, caller, body, idempotency),
    refreshDonation: ({ caller, params }) => refreshDonation(ctx, caller, params.id),
  });
}
