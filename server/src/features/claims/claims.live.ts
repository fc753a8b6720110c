import { type LiveTopic, liveTopic } from '#server/platform/live-topic.ts';
import { CLAIM_CHANGED, type ClaimChanged } from './claims.service.ts';

/** A claim is its two people's business, and nobody else's. */
export const claimTopics: readonly LiveTopic[] = [
  liveTopic<ClaimChanged>()({
    kind: CLAIM_CHANGED,
    audience: ({ people }) => ({ people }),
    message: ({ claimId, listingId, conversationId, status, people }, viewer) =>
      people.includes(viewer.userId)
        ? { type: 'claim_update', data: { claimId, listingId, conversationId, status } }
        : null,
  }),
];
