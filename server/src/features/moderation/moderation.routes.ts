import * as contract from '@openlarder/domain/moderation/moderation-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Moderation } from './moderation.service.ts';

export function bindModerationRoutes(app: FastifyInstance, moderation: Moderation): void {
  bindEndpoint(app, contract.listBlocks, async ({ caller }) =>
    answer(200, await moderation.listBlocks(caller)),
  );
  bindEndpoint(app, contract.blockPerson, async ({ caller, body }) => {
    await moderation.blockPerson(caller, body.userId);
    return answer(204, null);
  });
  bindEndpoint(app, contract.unblockPerson, async ({ caller, params }) => {
    await moderation.unblockPerson(caller, params.userId);
    return answer(204, null);
  });
  bindEndpoint(app, contract.report, async ({ caller, body, idempotency }) =>
    answer(201, await moderation.report(caller, body, idempotency)),
  );
  bindEndpoint(app, contract.listOwnReports, async ({ caller }) =>
    answer(200, await moderation.listOwnReports(caller)),
  );
  bindEndpoint(app, contract.getPerson, async ({ caller, params }) =>
    answer(200, await moderation.getPerson(caller, params.id)),
  );
}
