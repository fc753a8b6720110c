import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { LISTING_EDITED, type ListingEdited } from '#server/features/listings/listings.events.ts';
import * as messagingHooks from '#server/features/messaging/messaging.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { type LiveTopic, liveTopic } from '#server/platform/live/live-topic.ts';
import { CLAIM_CHANGED, type ClaimChanged } from './claims.events.ts';
import { claimConversationId } from './claims.queries.ts';
import { bindClaimRoutes } from './claims.routes.ts';
import * as claims from './claims.service.ts';

const updateOf = ({ claimId, listingId, conversationId, status }: ClaimChanged) => ({
  type: 'claim_update' as const,
  data: { claimId, listingId, conversationId, status },
});

/** A changed claim, for its two people; and an edited listing, for everyone with an open claim on it. */
const claimTopics = (ctx: AppContext): LiveTopic[] => [
  liveTopic<ClaimChanged>()({
    kind: CLAIM_CHANGED,
    audience: ({ people }) => ({ people }),
    message: (changed, viewer) => (changed.people.includes(viewer.userId) ? updateOf(changed) : null),
  }),
  liveTopic<ListingEdited>()({
    kind: LISTING_EDITED,
    audience: () => 'everyone',
    prepare: ({ listingId }) => claims.openClaimsByClaimer(ctx, listingId),
    message(_edited, viewer, open) {
      const claim = open.get(viewer.userId);
      return claim ? updateOf(claim) : null;
    },
  }),
];

export const claimsModule: FeatureModule = {
  name: 'claims',
  routes: bindClaimRoutes,
  // each run looks for all claims that are due: the next one makes up for a missed minute
  tasks: {
    settle_claims: { run: claims.expireClaims, schedule: '* * * * *' },
    remind_of_pickups: { run: claims.sendPickupReminders, schedule: '* * * * *' },
    ask_about_handovers: { run: claims.sendHandoverQuestions, schedule: '* * * * *' },
  },
  topics: claimTopics,
  hooks: [
    accountHooks.onAccountClosed.handler(claims.closePerson),
    accountHooks.personExport.handler({ name: 'claims', read: claims.exportPerson }),
    messagingHooks.hasOpenHandover.handler(claims.hasOpenClaim),
    moderationHooks.onPersonBlocked.handler(claims.endClaimsBetween),
    moderationHooks.moderationDelete.handler({ kind: 'listing', delete: claims.deleteListing }),
    moderationHooks.reportedConversation.handler({ subjectType: 'claim', find: claimConversationId }),
  ],
};
