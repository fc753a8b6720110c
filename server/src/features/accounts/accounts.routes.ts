import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { closeAccount, exportAccount } from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Accounts } from './accounts.service.ts';
import type { Closing } from './closing.ts';
import type { AccountExport } from './export.ts';

/** What people say of themselves, take along, and how they leave; how they come in is in `sign-in.routes.ts`. */
export function bindAccountRoutes(
  app: FastifyInstance,
  {
    accounts,
    closing,
    accountExport,
  }: { accounts: Accounts; closing: Closing; accountExport: AccountExport },
): void {
  bindEndpoint(app, getUser, async ({ caller }) => answer(200, await accounts.getUser(caller)));
  bindEndpoint(app, updateProfile, async ({ caller, body }) =>
    answer(200, await accounts.updateProfile(caller, body)),
  );
  bindEndpoint(app, closeAccount, async ({ caller, body, reply }) => {
    reply.header('set-cookie', await closing.closeAccount(caller, body.password));
    return answer(204, null, { 'clear-site-data': '"cache", "storage"' });
  });
  bindEndpoint(app, exportAccount, async ({ caller }) => {
    const { data, fileName } = await accountExport.exportAccount(caller);
    return answer(200, data, {
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    });
  });
}
