import * as contract from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import * as schemas from '@openlarder/domain/expiry-alerts/expiry-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import { alertExpiring, tellNeighbors } from './alert-expiring.ts';
import { expiryAlertMailTexts } from './expiry-alerts-mail-texts.ts';
import * as expiry from './expiry-alerts.service.ts';

function bindExpiryRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    listExpiryAlerts: ({ caller }) => expiry.listExpiryAlerts(ctx, caller),
    acknowledgeExpiryAlert: (call) => expiry.acknowledgeExpiryAlert(ctx, call.caller, call.params.id),
    listExpiringSoon: async ({ caller, query }) => {
      const { lat, lng } = query;
      const near = lat !== undefined && lng !== undefined ? { latitude: lat, longitude: lng } : null;
      return expiry.listExpiringSoon(ctx, caller, near);
    },
    tellNeighbors: ({ caller, params }) => tellNeighbors(ctx, caller, params.id),
  });
}

export const expiryAlertsModule: FeatureModule = {
  routes: bindExpiryRoutes,
  tasks: {
    alert_expiring: { run: alertExpiring, schedule: '* * * * *' },
  },
  // alerted people fetch what they may see now
  hooks: [
    notificationMails.handler({ texts: expiryAlertMailTexts }),
    onAccountClosed.handler(expiry.closePerson),
    // a key of the exported file
    personExport.handler({ name: 'expiry', read: expiry.exportPerson }),
  ],
};
