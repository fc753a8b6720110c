import * as contract from '@openlarder/domain/moderation/moderation-contract.ts';
import * as schemas from '@openlarder/domain/moderation/moderation-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Moderation } from './moderation.service.ts';

export function bindModerationRoutes(app: FastifyInstance, moderation: Moderation): void {
  bindEndpoint(app, contract.listBlocks, schemas.listBlocksSpec, async ({ caller }) =>
    reply(200, await moderation.listBlocks(caller)),
  );
  bindEndpoint(app, contract.blockPerson, schemas.blockPersonSpec, async ({ caller, body }) => {
    await moderation.blockPerson(caller, body.userId);
    return reply(204, null);
  });
  bindEndpoint(app, contract.unblockPerson, schemas.unblockPersonSpec, async ({ caller, params }) => {
    await moderation.unblockPerson(caller, params.userId);
    return reply(204, null);
  });
  bindEndpoint(app, contract.report, schemas.reportSpec, async ({ caller, body, idempotency }) =>
    reply(201, await moderation.report(caller, body, idempotency)),
  );
  bindEndpoint(app, contract.listOwnReports, schemas.listOwnReportsSpec, async ({ caller }) =>
    reply(200, await moderation.listOwnReports(caller)),
  );
  bindEndpoint(app, contract.getPerson, schemas.getPersonSpec, async ({ caller, params }) =>
    reply(200, await moderation.getPerson(caller, params.id)),
  );
}
