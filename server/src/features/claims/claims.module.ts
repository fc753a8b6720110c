import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import { LISTING_EDITED, type ListingEdited } from '#server/features/listings/listings.events.ts';
import { onListingEdited } from '#server/features/listings/listings.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { type LiveMessage, liveTopic } from '#server/platform/live/live-topic.ts';
import { claimConversationId } from './claims.queries.ts';
import { bindClaimRoutes } from './claims.routes.ts';
import * as claims from './claims.service.ts';

const handoverUpdate = (claim: claims.ClaimRow): LiveMessage => ({
  type: 'handover_update',
  data: {
    handoverId: claim.handover_id,
    conversationId: claim.conversation_id,
    status: claim.status,
  },
});

export const claimsModule: FeatureModule = {
  name: 'claims',
  routes: bindClaimRoutes,
  topics: (ctx) => [
    // an edited listing, for everyone with an open claim on it
    liveTopic<ListingEdited>()({
      kind: LISTING_EDITED,
      audience: () => 'everyone',
      prepare: ({ listingId }) => claims.openClaimsByClaimer(ctx, listingId),
      message(_edited, viewer, open) {
        const claim = open.get(viewer.userId);
        return claim ? handoverUpdate(claim) : null;
      },
      async replay(edits, { userId }) {
        const open = await claims.openClaimsByListing(
          ctx,
          userId,
          edits.map(({ listingId }) => listingId),
        );
        return edits.map(({ listingId }) => {
          const claim = open.get(listingId);
          return claim ? handoverUpdate(claim) : null;
        });
      },
    }),
  ],
  hooks: [
    accountHooks.personExport.handler({ name: 'claims', read: claims.exportPerson }),
    handoverOwner.handler(claims.claimHandovers),
    onListingEdited.handler(claims.moveWindows),
    moderationHooks.moderationDelete.handler({ kind: 'listing', delete: claims.deleteListing }),
    moderationHooks.reportedConversation.handler({ subjectType: 'claim', find: claimConversationId }),
  ],
};
