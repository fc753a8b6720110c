import {
  claimListing,
  completeClaim,
  getClaim,
  listClaims,
  listPersonListings,
  releaseClaim,
  sharePlace,
} from '@openlarder/domain/claims/claim-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Claims } from './claims.service.ts';

export function bindClaimRoutes(app: FastifyInstance, claims: Claims): void {
  bindEndpoint(app, claimListing, async ({ caller, params, body, idempotency }) => {
    const claim = await claims.claimListing(caller, params.id, body?.servings ?? null, idempotency);
    return answer(201, { claim, conversationId: claim.conversationId });
  });
  bindEndpoint(app, listClaims, async ({ caller, query }) =>
    answer(200, await claims.listClaims(caller, query.side)),
  );
  bindEndpoint(app, getClaim, async ({ caller, params }) =>
    answer(200, await claims.getClaim(caller, params.id)),
  );
  bindEndpoint(app, releaseClaim, async ({ caller, params }) =>
    answer(200, await claims.releaseClaim(caller, params.id)),
  );
  bindEndpoint(app, completeClaim, async ({ caller, params, body }) =>
    answer(200, await claims.completeClaim(caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(app, sharePlace, async ({ caller, params }) =>
    answer(200, await claims.sharePlace(caller, params.id)),
  );
  bindEndpoint(app, listPersonListings, async ({ caller, params, query }) =>
    answer(200, await claims.personListings(caller, params.id, query.type)),
  );
}
