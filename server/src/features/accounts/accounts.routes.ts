import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Accounts } from './accounts.service.ts';

/** What people say of themselves; how they come in is in `sign-in.routes.ts`. */
export function bindAccountRoutes(app: FastifyInstance, accounts: Accounts): void {
  bindEndpoint(app, getUser, async ({ caller }) => answer(200, await accounts.getUser(caller)));
  bindEndpoint(app, updateProfile, async ({ caller, body }) =>
    answer(200, await accounts.updateProfile(caller, body)),
  );
}
