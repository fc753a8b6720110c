import * as contract from '@openlarder/domain/claims/claim-contract.ts';
import * as schemas from '@openlarder/domain/claims/claim-schemas.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import { correctionValues } from '#server/features/listings/food-tag-texts.ts';
import { onListingEdited } from '#server/features/listings/listings.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { nextPageLink, type Page } from '#server/platform/http/paging.ts';
import { claimHandovers, deleteListing, followEdit } from './claim-handovers.ts';
import { claimMailTexts } from './claims-mail-texts.ts';
import { claimConversationId, exportPerson, listClaims, personListings } from './claims.queries.ts';
import { claimLimits, claimListing } from './create/create-claim.ts';

function bindClaimRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    claimListing: async ({ caller, params, body, idempotency }) => {
      const claim = await claimListing(ctx, caller, params.id, body?.servings ?? null, idempotency);
      return { claim, conversationId: claim.conversationId };
    },
    listClaims: async ({ caller, query, request }) => {
      const { claims: page, nextCursor } = await listClaims(ctx, caller, query.side, pageAsked(query));
      return reply(200, page, nextPageLink(request.url, nextCursor));
    },
    getClaimLimits: ({ caller }) => claimLimits(ctx, caller),
    listUserListings: async ({ caller, params, query, request }) => {
      const asked = pageAsked(query);
      const { listings, nextCursor } = await personListings(ctx, caller, params.id, query.type, asked);
      return reply(200, listings, nextPageLink(request.url, nextCursor));
    },
  });
}

const pageAsked = (query: { readonly limit: number; readonly cursor?: string | undefined }): Page => ({
  limit: query.limit,
  cursor: query.cursor ?? null,
});

export const claimsModule: FeatureModule = {
  routes: bindClaimRoutes,
  hooks: [
    notificationMails.handler({
      texts: claimMailTexts,
      nameOf: ({ kind, servings }) =>
        servings && servings.claimed < servings.shared ? 'part_claimed' : kind,
      valuesOf: ({ correction = null }, translate) => correctionValues(correction, translate),
      paths: { claim: (id) => `/?tab=profile&claim=${id}` },
    }),
    accountHooks.personExport.handler({ name: 'claims', read: exportPerson }),
    handoverOwner.handler(claimHandovers),
    onListingEdited.handler(followEdit),
    moderationHooks.moderationDelete.handler({ kind: 'listing', delete: deleteListing }),
    moderationHooks.reportedConversation.handler({ subjectType: 'claim', find: claimConversationId }),
  ],
};
