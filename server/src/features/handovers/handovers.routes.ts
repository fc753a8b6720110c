import * as contract from '@openlarder/domain/handovers/handover-contract.ts';
import * as schemas from '@openlarder/domain/handovers/handover-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as handovers from './handovers.service.ts';

export function bindHandoverRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, contract.getHandover, schemas.getHandoverSpec, async ({ caller, params }) =>
    reply(200, await handovers.getHandover(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.proposeTime, schemas.proposeTimeSpec, async ({ caller, params, body }) =>
    reply(200, await handovers.proposeTime(ctx, caller, params.id, new Date(body.time))),
  );
  bindEndpoint(http, contract.acceptTime, schemas.acceptTimeSpec, async ({ caller, params, body }) =>
    reply(200, await handovers.acceptTime(ctx, caller, params.id, new Date(body.time))),
  );
  bindEndpoint(http, contract.confirmComing, schemas.confirmComingSpec, async ({ caller, params }) =>
    reply(200, await handovers.confirmComing(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.sayOnMyWay, schemas.sayOnMyWaySpec, async ({ caller, params }) =>
    reply(200, await handovers.sayOnMyWay(ctx, caller, params.id)),
  );
  bindEndpoint(http, contract.revealAddress, schemas.revealAddressSpec, async ({ caller, params }) =>
    reply(200, await handovers.revealAddress(ctx, caller, params.id)),
  );
  bindEndpoint(
    http,
    contract.releaseHandover,
    schemas.releaseHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await handovers.releaseHandover(ctx, caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(
    http,
    contract.completeHandover,
    schemas.completeHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await handovers.completeHandover(ctx, caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(
    http,
    contract.thankForHandover,
    schemas.thankForHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await handovers.thankForHandover(ctx, caller, params.id, body?.note ?? '')),
  );
  bindEndpoint(http, contract.reportNoShow, schemas.reportNoShowSpec, async ({ caller, params }) =>
    reply(200, await handovers.reportNoShow(ctx, caller, params.id)),
  );
  bindEndpoint(
    http,
    contract.disputeHandover,
    schemas.disputeHandoverSpec,
    async ({ caller, params, body }) =>
      reply(200, await handovers.disputeHandover(ctx, caller, params.id, body?.details ?? '')),
  );
}
