import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import {
  inHours,
  type OldClaim,
  type OldDatabase,
  type OldMatch,
  type OldRequest,
  SECRET_HOME,
} from './old-database.ts';
import type { OldRequestCase } from './old-requests.ts';

/** A request with its match and, if a listing was given, the claim. */
export type WrittenRequest = {
  readonly request: OldRequest;
  readonly match: OldMatch;
  readonly claim: OldClaim | undefined;
};

/** Writes the request and the match of two people of their own. */
export async function writeOldRequest(old: OldDatabase, one: OldRequestCase): Promise<WrittenRequest> {
  const [helper_id, requester_id] = [await old.person('Hedy'), await old.person('Ruth')];
  const request = await old.request(requester_id, one.request);
  if (one.revealedUntil !== undefined) await old.grant('request', request.id, helper_id, one.revealedUntil);
  const created_at = one.match?.created_at ?? inHours(-5);
  const listing_id = one.claim && (await old.listing(helper_id));
  const about = listing_id ? { listing_id } : { request_id: request.id };
  const conversation_id = await old.conversation(about, helper_id, requester_id);
  if (!one.isSilent)
    for (const person of [helper_id, requester_id]) await old.message(conversation_id, person, -4);
  const match = await old.match(
    { request_id: request.id, helper_id, conversation_id },
    { ...one.match, created_at },
  );
  const claim =
    listing_id &&
    (await old.claim(
      { listing_id, donor_id: helper_id, claimer_id: requester_id, conversation_id },
      { ...one.claim, request_id: request.id, created_at },
    ));
  return { request, match, claim: claim || undefined };
}

const isoOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** What a request showed before the upgrade, in today's shape; null for 404. */
export function requestSeenBefore(
  { request, match, claim }: WrittenRequest,
  { revealedUntil, isSilent }: Pick<OldRequestCase, 'revealedUntil' | 'isSilent'>,
  viewerId: string,
) {
  const shown = match.status === 'open' || match.status === 'fulfilled' ? match : undefined;
  const isRequester = request.requester_id === viewerId;
  const isHelper = shown?.helper_id === viewerId;
  // none of these people has a place, which a donor needs
  if (!isRequester && !isHelper) return null;
  const isRevealed = shown !== undefined && (revealedUntil === null || (revealedUntil ?? -1) > 0);
  const requesterConfirmedAt = match.requester_confirmed_at ?? claim?.claimer_confirmed_at ?? null;
  const helperConfirmedAt = match.helper_confirmed_at ?? claim?.donor_confirmed_at ?? null;
  const isOpen = match.status === 'open';
  const isBothsWord = requesterConfirmedAt !== null && helperConfirmedAt !== null;
  const hasMet = request.status === 'fulfilled' && isBothsWord && claim?.status !== 'disputed';
  const endsBySilence = isOpen && isSilent && requesterConfirmedAt === null && helperConfirmedAt === null;
  const seenMatch = shown && {
    helperId: match.helper_id,
    conversationId: match.conversation_id,
    claimId: claim?.id ?? null,
    listingId: claim?.listing_id ?? null,
    matchedAt: match.created_at.toISOString(),
    silentAt: endsBySilence ? new Date(match.created_at.getTime() + 20 * MINUTE_MS).toISOString() : null,
    requesterConfirmedAt: isoOrNull(requesterConfirmedAt),
    helperConfirmedAt: isoOrNull(helperConfirmedAt),
    code: isRequester && isOpen ? (claim ?? match).code : null,
    codeLocked: (claim ?? match).code_tries >= 5,
  };
  return {
    status: request.status,
    side: isRequester ? 'requester' : isHelper ? 'helper' : 'donor',
    requesterId: isRequester || hasMet ? request.requester_id : null,
    meetingPoint: ((isRequester || isHelper) && request.meeting_point) || null,
    // a request from before has no area, and keeps the address only where it was shown
    pickupLocation: (isRequester ? revealedUntil !== undefined : isRevealed) ? SECRET_HOME : 'OpenLarder',
    placeShared: (isRequester || isHelper) && isRevealed,
    matchedAt: isRequester || isHelper ? isoOrNull(shown?.created_at) : null,
    fulfilledAt: request.status === 'fulfilled' ? isoOrNull(request.ended_at) : null,
    endedAt: isoOrNull(request.ended_at),
    match: isRequester || isHelper ? (seenMatch ?? null) : null,
  };
}

/** The same of a request as it is shown now. */
export function requestSeenNow(request: EmergencyRequest): ReturnType<typeof requestSeenBefore> {
  const { match } = request;
  return {
    status: request.status,
    side: request.side,
    requesterId: request.requester.id,
    meetingPoint: request.meetingPoint,
    pickupLocation: request.pickupLocation,
    placeShared: request.placeShared,
    matchedAt: request.matchedAt,
    fulfilledAt: request.fulfilledAt,
    endedAt: request.endedAt,
    match: match && {
      helperId: match.helper.id,
      conversationId: match.conversationId,
      claimId: match.handover.claimId,
      listingId: match.handover.listingId,
      matchedAt: match.matchedAt,
      silentAt: match.silentAt,
      requesterConfirmedAt: match.handover.receiverConfirmedAt,
      helperConfirmedAt: match.handover.giverConfirmedAt,
      code: match.handover.code,
      codeLocked: match.handover.codeLocked,
    },
  };
}
