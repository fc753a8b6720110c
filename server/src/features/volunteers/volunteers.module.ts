import * as contract from '@openlarder/domain/volunteers/volunteer-contract.ts';
import * as schemas from '@openlarder/domain/volunteers/volunteer-schemas.ts';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as volunteers from './volunteers.service.ts';

export const volunteersModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoint(http, contract.getHelpOffer, schemas.getHelpOfferSpec, async ({ caller }) =>
      reply(200, await volunteers.getHelpOffer(ctx, caller)),
    );
    bindEndpoint(http, contract.putHelpOffer, schemas.putHelpOfferSpec, async ({ caller, body }) =>
      reply(200, await volunteers.putHelpOffer(ctx, caller, body)),
    );
  },
  hooks: [
    onAccountClosed.handler(volunteers.closePerson),
    personExport.handler({ name: 'volunteers', read: volunteers.exportPerson }),
  ],
};
