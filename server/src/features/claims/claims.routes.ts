import {
  claimListing,
  completeClaim,
  disputeClaim,
  getClaim,
  getClaimLimits,
  listClaims,
  listPersonListings,
  releaseClaim,
  reportNoShow,
  sayComing,
  sharePlace,
} from '@openlarder/domain/claims/claim-contract.ts';
import type { FastifyInstance } from 'fastify';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import { nextPageLink, type Page } from '#server/platform/paging.ts';
import type { Claims } from './claims.service.ts';

export function bindClaimRoutes(app: FastifyInstance, claims: Claims): void {
  bindEndpoint(app, claimListing, async ({ caller, params, body, idempotency }) => {
    const claim = await claims.claimListing(caller, params.id, body?.servings ?? null, idempotency);
    return answer(201, { claim, conversationId: claim.conversationId });
  });
  bindEndpoint(app, listClaims, async ({ caller, query, request }) => {
    const { claims: page, nextCursor } = await claims.listClaims(caller, query.side, pageAsked(query));
    return answer(200, page, nextPageLink(request.url, nextCursor));
  });
  bindEndpoint(app, getClaim, async ({ caller, params }) =>
    answer(200, await claims.getClaim(caller, params.id)),
  );
  bindEndpoint(app, releaseClaim, async ({ caller, params, body }) =>
    answer(200, await claims.releaseClaim(caller, params.id, body?.reason ?? null)),
  );
  bindEndpoint(app, reportNoShow, async ({ caller, params }) =>
    answer(200, await claims.reportNoShow(caller, params.id)),
  );
  bindEndpoint(app, disputeClaim, async ({ caller, params, body }) =>
    answer(200, await claims.disputeClaim(caller, params.id, body?.details ?? '')),
  );
  bindEndpoint(app, sayComing, async ({ caller, params }) =>
    answer(200, await claims.sayComing(caller, params.id)),
  );
  bindEndpoint(app, getClaimLimits, async ({ caller }) => answer(200, await claims.claimLimits(caller)));
  bindEndpoint(app, completeClaim, async ({ caller, params, body }) =>
    answer(200, await claims.completeClaim(caller, params.id, body?.code ?? null)),
  );
  bindEndpoint(app, sharePlace, async ({ caller, params }) =>
    answer(200, await claims.sharePlace(caller, params.id)),
  );
  bindEndpoint(app, listPersonListings, async ({ caller, params, query, request }) => {
    const asked = pageAsked(query);
    const { listings, nextCursor } = await claims.personListings(caller, params.id, query.type, asked);
    return answer(200, listings, nextPageLink(request.url, nextCursor));
  });
}

const pageAsked = (query: { readonly limit: number; readonly cursor?: string | undefined }): Page => ({
  limit: query.limit,
  cursor: query.cursor ?? null,
});
