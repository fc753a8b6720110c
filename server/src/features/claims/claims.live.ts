import { LISTING_EDITED, type ListingEdited } from '#server/features/listings/listings.events.ts';
import { type LiveTopic, liveTopic } from '#server/platform/live/live-topic.ts';
import { CLAIM_CHANGED, type ClaimChanged } from './claims.events.ts';
import type { Claims } from './claims.service.ts';

const updateOf = ({ claimId, listingId, conversationId, status }: ClaimChanged) => ({
  type: 'claim_update' as const,
  data: { claimId, listingId, conversationId, status },
});

/**
 * A claim is its two people's business, and nobody else's. What the donor changes of the food concerns whoever is
 * coming for it: their claim shows it.
 */
export function claimTopics(claims: Pick<Claims, 'openClaimsByClaimer'>): LiveTopic[] {
  return [
    liveTopic<ClaimChanged>()({
      kind: CLAIM_CHANGED,
      audience: ({ people }) => ({ people }),
      message: (changed, viewer) => (changed.people.includes(viewer.userId) ? updateOf(changed) : null),
    }),
    liveTopic<ListingEdited>()({
      kind: LISTING_EDITED,
      audience: () => 'everyone',
      prepare: ({ listingId }) => claims.openClaimsByClaimer(listingId),
      message(_edited, viewer, open) {
        const claim = open.get(viewer.userId);
        return claim ? updateOf(claim) : null;
      },
    }),
  ];
}
