import * as contract from '@openlarder/domain/accounts/account-contract.ts';
import * as schemas from '@openlarder/domain/accounts/account-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Accounts } from './accounts.service.ts';
import type { Closing } from './lifecycle/account-closure.ts';
import type { AccountExport } from './lifecycle/person-export.ts';

/** What people say of themselves, take along, and how they leave; how they come in is in `sign-in.routes.ts`. */
export function bindAccountRoutes(
  app: FastifyInstance,
  {
    accounts,
    closing,
    accountExport,
  }: { accounts: Accounts; closing: Closing; accountExport: AccountExport },
): void {
  bindEndpoint(app, contract.getUser, schemas.getUserSpec, async ({ caller }) =>
    reply(200, await accounts.getUser(caller)),
  );
  bindEndpoint(app, contract.updateProfile, schemas.updateProfileSpec, async ({ caller, body }) =>
    reply(200, await accounts.updateProfile(caller, body)),
  );
  bindEndpoint(app, contract.closeAccount, schemas.closeAccountSpec, async ({ caller, body }) => {
    const cookies = await closing.closeAccount(caller, body.password);
    return reply(204, null, { 'set-cookie': cookies, 'clear-site-data': '"cache", "storage"' });
  });
  bindEndpoint(app, contract.exportAccount, schemas.exportAccountSpec, async ({ caller }) => {
    const { data, fileName } = await accountExport.exportAccount(caller);
    return reply(200, data, {
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    });
  });
}
