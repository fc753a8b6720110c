import * as contract from '@openlarder/domain/emergency/request-contract.ts';
import * as schemas from '@openlarder/domain/emergency/request-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Emergency } from './emergency.service.ts';

export function bindEmergencyRoutes(app: FastifyInstance, emergency: Emergency): void {
  bindEndpoint(app, contract.listActiveRequests, schemas.listActiveRequestsSpec, async ({ caller }) =>
    reply(200, await emergency.listActive(caller)),
  );
  bindEndpoint(app, contract.listRequests, schemas.listRequestsSpec, async ({ caller, query }) =>
    reply(200, await emergency.listRequests(caller, query.side)),
  );
  bindEndpoint(app, contract.getAsking, schemas.getAskingSpec, async ({ caller }) =>
    reply(200, await emergency.requestLimits(caller)),
  );
  bindEndpoint(app, contract.appealPause, schemas.appealPauseSpec, async ({ caller, body }) => {
    await emergency.appealPause(caller, body.words);
    return reply(204, null);
  });
  bindEndpoint(app, contract.getRequest, schemas.getRequestSpec, async ({ caller, params }) =>
    reply(200, await emergency.getRequest(caller, params.id)),
  );
  bindEndpoint(
    app,
    contract.createRequest,
    schemas.createRequestSpec,
    async ({ caller, body, idempotency, request }) =>
      reply(201, await emergency.createRequest(caller, body, request.ip, idempotency)),
  );
  bindEndpoint(
    app,
    contract.matchRequest,
    schemas.matchRequestSpec,
    async ({ caller, params, body, idempotency }) => {
      const help = { listingId: body?.listingId ?? null, servings: body?.servings ?? null };
      return reply(201, await emergency.matchRequest(caller, params.id, help, idempotency));
    },
  );
  bindEndpoint(app, contract.releaseRequest, schemas.releaseRequestSpec, async ({ caller, params, body }) =>
    reply(200, await emergency.releaseRequest(caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(app, contract.fulfilRequest, schemas.fulfilRequestSpec, async ({ caller, params, body }) =>
    reply(200, await emergency.fulfilRequest(caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(app, contract.cancelRequest, schemas.cancelRequestSpec, async ({ caller, params, body }) =>
    reply(200, await emergency.cancelRequest(caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(
    app,
    contract.shareRequestPlace,
    schemas.shareRequestPlaceSpec,
    async ({ caller, params, body }) =>
      reply(200, await emergency.shareRequestPlace(caller, params.id, body?.meetingPoint ?? '')),
  );
  bindEndpoint(app, contract.blockRequester, schemas.blockRequesterSpec, async ({ caller, params }) => {
    await emergency.blockRequester(caller, params.id);
    return reply(204, null);
  });
}
