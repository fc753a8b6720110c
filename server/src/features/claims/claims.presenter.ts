import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ClaimSide } from '@openlarder/domain/claims/claim-schemas.ts';
import type { HandoverSide } from '@openlarder/domain/handovers/handover-states.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import { shownLanguage, summaryOf } from '#server/features/accounts/profile/person-queries.ts';
import {
  placeToShow,
  presentReadHandovers,
  type ReadHandover,
} from '#server/features/handovers/handovers.presenter.ts';
import { shownPlace, showsPhotos } from '#server/features/listings/listings.presenter.ts';
import * as blocks from '#server/features/moderation/blocks/blocks.ts';
import { presentPhoto } from '#server/features/photos/decode/decode-photo.ts';
import { type PlaceSubject, readExactLocation } from '#server/features/places/address-access.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { ClaimView } from './claim-view.store.ts';

/** The side of a claim that each side of its handover is. */
export const CLAIM_SIDE: Readonly<Record<HandoverSide, ClaimSide>> = { giver: 'donor', receiver: 'claimer' };

export const claimSideOf = (claim: { readonly donor_id: string }, personId: string): ClaimSide =>
  claim.donor_id === personId ? 'donor' : 'claimer';

/**
 * Presents claims to one of their two people, with one statement for any number of claims, and one more for a donor who
 * answers requests with some of them. `readExactLocation` decides who sees the exact address; across a block the
 * claimer never does.
 */
export async function presentClaims(
  ctx: AppContext,
  viewerId: string,
  views: readonly ClaimView[],
): Promise<Claim[]> {
  if (views.length === 0) return [];
  const across = await acrossBlock(ctx, viewerId, views);
  const [anonymous, exact] = await Promise.all([
    anonymousReceivers(ctx, viewerId, views),
    exactPlaces(ctx, viewerId, views, across),
  ]);
  const handoversById = presentReadHandovers(
    ctx,
    viewerId,
    views.map((view) =>
      readHandoverOf(view, { neighbor: anonymous.get(view.id), isAcross: across.has(view) }),
    ),
    exact,
  );
  return views.flatMap((view): Claim[] => {
    const handover = handoversById.get(view.id);
    if (!handover) return [];
    const isDonor = view.donor_id === viewerId;
    const place = across.has(view) ? undefined : exact.get(view.listing_id);
    return [
      {
        id: view.claim_id,
        status: view.status,
        servings: view.servings,
        side: claimSideOf(view, viewerId),
        donor: handover.giver,
        claimer: handover.receiver,
        conversationId: view.conversation_id,
        emergencyRequestId: view.request_id,
        createdAt: view.created_at.toISOString(),
        endedAt: view.ended_at?.toISOString() ?? null,
        handover,
        listing: {
          id: view.listing_id,
          title: handover.title,
          category: view.category,
          status: view.listing_status,
          estimatedServings: view.estimated_servings,
          availableFrom: view.available_from.toISOString(),
          availableUntil: view.available_until.toISOString(),
          photo: across.has(view) ? null : shownPhoto(view, viewerId),
          allergens: across.has(view) ? null : view.allergens,
          ...shownPlace(view, place),
          ...(isDonor && { placeShared: handover.ownPlace === 'revealed' }),
        },
      },
    ];
  });
}

/** The claimers that the viewer, a donor who answers their requests, may not know; by the ids of the handovers. */
async function anonymousReceivers(
  ctx: AppContext,
  viewerId: string,
  views: readonly ClaimView[],
): Promise<ReadonlyMap<string, PersonSummary>> {
  const ofRequests = views.filter((view) => view.request_id !== null && view.donor_id === viewerId);
  const [first] = ofRequests;
  if (!first) return new Map();
  const ids = ofRequests.map((view) => view.id);
  return anonymousSummaries(ctx, viewerId, ids, shownLanguage(ctx, first.giver));
}

/** The exact places that the viewer may read, and who may read theirs, by the id of the listing or request. */
async function exactPlaces(
  ctx: AppContext,
  viewerId: string,
  views: readonly ClaimView[],
  across: ReadonlySet<ClaimView>,
): ReturnType<typeof readExactLocation> {
  const subjects = new Map<string, PlaceSubject>();
  for (const view of views) {
    const { listing_id: listingId, request_id: requestId } = view;
    if (!across.has(view)) subjects.set(listingId, { type: 'listing', id: listingId });
    const own = placeToShow(view, { listingId, requestId }, viewerId);
    if (own) subjects.set(own.id, own);
  }
  return readExactLocation(ctx, [...subjects.values()], viewerId, ctx.clock.now());
}

const FIRST_NAME = { isFirstNameOnly: true };

/**
 * The claims of the viewer in which a block takes effect. Further statements are needed only if a claim answers their
 * request and has ended or is with a person across a block, since a block by a request ends an open one.
 */
async function acrossBlock(
  ctx: AppContext,
  viewerId: string,
  views: readonly ClaimView[],
): Promise<ReadonlySet<ClaimView>> {
  const relations = views.flatMap((view) =>
    view.request_id !== null && view.donor_id !== viewerId && (view.is_across_block || view.status !== 'open')
      ? [{ id: view.id, otherId: view.donor_id }]
      : [],
  );
  const acting = relations.length === 0 ? new Set() : await blocks.acrossBlock(ctx, viewerId, relations);
  return new Set(
    views.filter((view) => (view.request_id === null ? view.is_across_block : acting.has(view.id))),
  );
}

const readHandoverOf = (
  view: ClaimView,
  { neighbor, isAcross }: { readonly neighbor: PersonSummary | undefined; readonly isAcross: boolean },
): ReadHandover => ({
  row: view,
  subject: {
    claimId: view.claim_id,
    listingId: view.listing_id,
    servings: view.servings,
    countedAs: view.counted_as,
    offeredUntil: view.offered_until,
    placeIsPublic: view.place_is_public,
    requestId: view.request_id,
    title: view.title,
  },
  giver: summaryOf(view.giver, FIRST_NAME),
  receiver: neighbor ?? summaryOf(view.receiver, FIRST_NAME),
  keptTitle: isAcross ? view.title_when_claimed : null,
});

function shownPhoto(view: ClaimView, viewerId: string): Photo | null {
  const { photo_id: id, photo_width: width, photo_height: height, photo_thumbhash: thumbhash } = view;
  const isShown = showsPhotos({ status: view.listing_status, donor_id: view.donor_id }, viewerId);
  if (id === null || !isShown) return null;
  return { ...presentPhoto({ id, width, height, thumbhash }), caption: view.photo_caption ?? '' };
}
