import * as contract from '@openlarder/domain/volunteers/volunteer-contract.ts';
import * as schemas from '@openlarder/domain/volunteers/volunteer-schemas.ts';
import { onAccountClosed, personExport } from '#server/features/accounts/accounts.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import * as volunteers from './volunteers.service.ts';

export const volunteersModule: FeatureModule = {
  routes(http, ctx) {
    bindEndpoints(http, contract, schemas, {
      getHelpOffer: ({ caller }) => volunteers.getHelpOffer(ctx, caller),
      putHelpOffer: ({ caller, body }) => volunteers.putHelpOffer(ctx, caller, body),
    });
  },
  hooks: [
    onAccountClosed.handler(volunteers.closePerson),
    personExport.handler({ name: 'volunteers', read: volunteers.exportPerson }),
  ],
};
