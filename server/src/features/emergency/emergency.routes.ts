import { appealPause, getAsking } from '@openlarder/domain/emergency/asking-contract.ts';
import {
  blockRequester,
  cancelRequest,
  createRequest,
  fulfilRequest,
  getRequest,
  listActiveRequests,
  listRequests,
  matchRequest,
  releaseRequest,
  shareRequestPlace,
} from '@openlarder/domain/emergency/emergency-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Emergency } from './emergency.service.ts';

export function bindEmergencyRoutes(app: FastifyInstance, emergency: Emergency): void {
  bindEndpoint(app, listActiveRequests, async ({ caller }) =>
    answer(200, await emergency.listActive(caller)),
  );
  bindEndpoint(app, listRequests, async ({ caller, query }) =>
    answer(200, await emergency.listRequests(caller, query.side)),
  );
  bindEndpoint(app, getAsking, async ({ caller }) => answer(200, await emergency.asking(caller)));
  bindEndpoint(app, appealPause, async ({ caller, body }) => {
    await emergency.appealPause(caller, body.words);
    return answer(204, null);
  });
  bindEndpoint(app, getRequest, async ({ caller, params }) =>
    answer(200, await emergency.getRequest(caller, params.id)),
  );
  bindEndpoint(app, createRequest, async ({ caller, body, idempotency, request }) =>
    answer(201, await emergency.createRequest(caller, body, request.ip, idempotency)),
  );
  bindEndpoint(app, matchRequest, async ({ caller, params, body, idempotency }) => {
    const help = { listingId: body?.listingId ?? null, servings: body?.servings ?? null };
    return answer(201, await emergency.matchRequest(caller, params.id, help, idempotency));
  });
  bindEndpoint(app, releaseRequest, async ({ caller, params, body }) =>
    answer(200, await emergency.releaseRequest(caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(app, fulfilRequest, async ({ caller, params, body }) =>
    answer(200, await emergency.fulfilRequest(caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(app, cancelRequest, async ({ caller, params, body }) =>
    answer(200, await emergency.cancelRequest(caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(app, shareRequestPlace, async ({ caller, params, body }) =>
    answer(200, await emergency.shareRequestPlace(caller, params.id, body?.meetingPoint ?? '')),
  );
  bindEndpoint(app, blockRequester, async ({ caller, params }) => {
    await emergency.blockRequester(caller, params.id);
    return answer(204, null);
  });
}
