import * as contract from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import * as schemas from '@openlarder/domain/expiry-alerts/expiry-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { alertExpiring, tellNeighbors } from './alert-expiring.ts';
import { expiryAlertMailTexts } from './expiry-alerts-mail-texts.ts';
import * as expiry from './expiry-alerts.service.ts';

function bindExpiryRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.listExpiryAlerts, schemas.listExpiryAlertsSpec, async ({ caller }) =>
    reply(200, await expiry.listExpiryAlerts(ctx, caller)),
  );
  bindEndpoint(http, contract.acknowledgeExpiryAlert, schemas.acknowledgeExpiryAlertSpec, async (call) => {
    await expiry.acknowledgeExpiryAlert(ctx, call.caller, call.params.id);
    return reply(204, null);
  });
  bindEndpoint(http, contract.listExpiringSoon, schemas.listExpiringSoonSpec, async ({ caller, query }) => {
    const { lat, lng } = query;
    const near = lat !== undefined && lng !== undefined ? { latitude: lat, longitude: lng } : null;
    return reply(200, await expiry.listExpiringSoon(ctx, caller, near));
  });
  bindEndpoint(http, contract.tellNeighbors, schemas.tellNeighborsSpec, async ({ caller, params }) =>
    reply(200, await tellNeighbors(ctx, caller, params.id)),
  );
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
