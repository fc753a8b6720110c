import * as contract from '@openlarder/domain/accounts/account-contract.ts';
import * as schemas from '@openlarder/domain/accounts/account-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { bindSignInRoutes } from './auth/sign-in.routes.ts';
import { closeAccount } from './lifecycle/account-closure.ts';
import { hideLapsedAddresses } from './lifecycle/account-status.ts';
import { exportAccount } from './lifecycle/person-export.ts';
import { accountMailTasks } from './mail/account-mail-jobs.ts';
import { getUser, updateProfile } from './profile/profile.ts';
import { renewStandings } from './standing/standing.ts';

export const accountsModule: FeatureModule = {
  routes(http, ctx) {
    bindSignInRoutes(http, ctx);
    bindAccountRoutes(http, ctx);
  },
  tasks: {
    ...accountMailTasks,
    // does its work once a day; the later runs make up for a night in which the app was down
    renew_standings: { run: renewStandings, schedule: '19 * * * *' },
    hide_lapsed_addresses: { run: hideLapsedAddresses, schedule: '23 * * * *' },
  },
};

/** Profile, export and closure; for signing in and out see `auth/sign-in.routes.ts`. */
function bindAccountRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    getUser: ({ caller }) => getUser(ctx, caller),
    updateProfile: ({ caller, body }) => updateProfile(ctx, caller, body),
    closeAccount: async ({ caller, body }) => {
      const cookies = await closeAccount(ctx, caller, body.password);
      return reply(204, null, { 'set-cookie': cookies, 'clear-site-data': '"cache", "storage"' });
    },
    exportAccount: async ({ caller }) => {
      const { data, fileName } = await exportAccount(ctx, caller);
      return reply(200, data, {
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      });
    },
  });
}
