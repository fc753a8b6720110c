import * as contract from '@openlarder/domain/claims/claim-contract.ts';
import * as schemas from '@openlarder/domain/claims/claim-schemas.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import { nextPageLink, type Page } from '#server/platform/http/paging.ts';
import type { Claims } from './claims.service.ts';

export function bindClaimRoutes(app: FastifyInstance, claims: Claims): void {
  bindEndpoint(
    app,
    contract.claimListing,
    schemas.claimListingSpec,
    async ({ caller, params, body, idempotency }) => {
      const claim = await claims.claimListing(caller, params.id, body?.servings ?? null, idempotency);
      return reply(201, { claim, conversationId: claim.conversationId });
    },
  );
  bindEndpoint(app, contract.listClaims, schemas.listClaimsSpec, async ({ caller, query, request }) => {
    const { claims: page, nextCursor } = await claims.listClaims(caller, query.side, pageAsked(query));
    return reply(200, page, nextPageLink(request.url, nextCursor));
  });
  bindEndpoint(app, contract.getClaim, schemas.getClaimSpec, async ({ caller, params }) =>
    reply(200, await claims.getClaim(caller, params.id)),
  );
  bindEndpoint(app, contract.releaseClaim, schemas.releaseClaimSpec, async ({ caller, params, body }) =>
    reply(200, await claims.releaseClaim(caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(app, contract.reportNoShow, schemas.reportNoShowSpec, async ({ caller, params }) =>
    reply(200, await claims.reportNoShow(caller, params.id)),
  );
  bindEndpoint(app, contract.disputeClaim, schemas.disputeClaimSpec, async ({ caller, params, body }) =>
    reply(200, await claims.disputeClaim(caller, params.id, body?.details ?? '')),
  );
  bindEndpoint(app, contract.sayComing, schemas.sayComingSpec, async ({ caller, params }) =>
    reply(200, await claims.sayComing(caller, params.id)),
  );
  bindEndpoint(app, contract.getClaimLimits, schemas.getClaimLimitsSpec, async ({ caller }) =>
    reply(200, await claims.claimLimits(caller)),
  );
  bindEndpoint(app, contract.completeClaim, schemas.completeClaimSpec, async ({ caller, params, body }) =>
    reply(200, await claims.completeClaim(caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(app, contract.sharePlace, schemas.sharePlaceSpec, async ({ caller, params }) =>
    reply(200, await claims.sharePlace(caller, params.id)),
  );
  bindEndpoint(
    app,
    contract.listPersonListings,
    schemas.listPersonListingsSpec,
    async ({ caller, params, query, request }) => {
      const asked = pageAsked(query);
      const { listings, nextCursor } = await claims.personListings(caller, params.id, query.type, asked);
      return reply(200, listings, nextPageLink(request.url, nextCursor));
    },
  );
}

const pageAsked = (query: { readonly limit: number; readonly cursor?: string | undefined }): Page => ({
  limit: query.limit,
  cursor: query.cursor ?? null,
});
