import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { isAddressShown } from '#web/features/claims/ticket/PickupAddress.tsx';
import { claimedServingsLine, handoverOf } from '#web/features/claims/claim-labels.ts';
import { requestQuery } from '#web/features/emergency/emergency.queries.ts';
import {
  allowedActions,
  handoverPhase,
  isNear,
  isOnMyWay,
  isTraveling,
} from '#web/features/handovers/actions/handover-actions.ts';
import type { QuickReply } from '#web/features/conversation/messages/QuickReplies.tsx';
import type { OpenClaimLine } from '#web/features/messaging/ConversationList.tsx';
import { conversationsQuery } from '#web/features/messaging/messaging.queries.ts';
import { HttpError } from '#web/lib/http-error.ts';

type ConversationRequest = {
  /** Whether the conversation is about a request for food, with or without a listing. */
  readonly isAbout: boolean;
  readonly isKnown: boolean;
  /** The request as the viewer may see it; null if they may no longer. */
  readonly request: EmergencyRequest | null;
};

export function useConversationRequest(
  conversation: Conversation | null,
  claim: Claim | null,
): ConversationRequest {
  const id = conversation?.emergencyRequest?.id ?? claim?.emergencyRequestId ?? null;
  const asked = useQuery({ ...requestQuery(id ?? ''), enabled: id !== null });
  const isGone = asked.error instanceof HttpError && asked.error.status === 404;
  return {
    isAbout: id !== null,
    isKnown: asked.data !== undefined || isGone,
    request: isGone ? null : (asked.data ?? null),
  };
}

/** The handover of a request in this conversation once a place is agreed; null before, or if a claim carries it. */
function nearMatch(
  { status, match, placeShared, meetingPoint }: EmergencyRequest,
  conversationId: string,
): Handover | null {
  if (status !== 'matched' || match?.conversationId !== conversationId) return null;
  return match.handover.claimId === null && (placeShared || meetingPoint !== null) ? match.handover : null;
}

/**
 * The newest conversation of a request or of a claim that answers it; null if there is none or it has not
 * loaded.
 */
export function useConversationOfRequest(requestId: string | null): string | null {
  const isAsked = { enabled: requestId !== null };
  const talks = useQuery({ ...conversationsQuery, ...isAsked });
  const mine = useQuery({ ...myClaimsQuery, ...isAsked });
  const theirs = useQuery({ ...claimsOnMyListingsQuery, ...isAsked });
  if (requestId === null) return null;
  const about = talks.data?.items.find(({ emergencyRequest }) => emergencyRequest?.id === requestId);
  const given = [...(mine.data ?? []), ...(theirs.data ?? [])].find(
    ({ emergencyRequestId }) => emergencyRequestId === requestId,
  );
  return about?.id ?? given?.conversationId ?? null;
}

/** The newest claim of a conversation; null if there is none or it has not loaded. */
export function useConversationClaim(conversationId: string | null): Claim | null {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const here = [...(mine.data ?? []), ...(theirs.data ?? [])].filter(
    (claim) => claim.conversationId === conversationId,
  );
  return here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0] ?? null;
}

/** How much the open claim of a conversation is for, "4 of 6 servings", and its agreed time; null if it has none. */
export function useOpenClaims(): (conversationId: string) => OpenClaimLine | null {
  const mine = useQuery(myClaimsQuery).data;
  const theirs = useQuery(claimsOnMyListingsQuery).data;
  return (conversationId) => {
    const claim = [...(mine ?? []), ...(theirs ?? [])].find(
      (one) => one.conversationId === conversationId && one.status === 'open',
    );
    return claim ? { amount: claimedServingsLine(claim), agreedTime: claim.handover.agreedTime } : null;
  };
}

/** Returns true for an open handover from an hour before its time or window to an hour after. */
const isPickupNear = (handover: Handover, nowMs: number): boolean =>
  handover.status === 'open' && isNear(handover, nowMs) && handoverPhase(handover, nowMs) !== 'after';

/** "Is that ok?", which is written alike in most languages. */
const ASKS_FOR_OK = /\bok(ay)?\b[^?]*\?/i;

/**
 * The giver's quick replies for a listing: a yes to a time that the other has written, until one is agreed, and to
 * whether something is ok; if there is nothing to say yes to, where the food is, unless the listing says how to find it.
 */
function giverReplies(claim: Claim, theirLastWords: string): readonly QuickReply[] {
  const { agreedTime, proposal, ownPlace } = handoverOf(claim);
  const asksTime = agreedTime === null && proposal === null && /\d/.test(theirLastWords);
  if (asksTime || ASKS_FOR_OK.test(theirLastWords)) return ['works'];
  return ownPlace === 'revealed' && !claim.listing.pickupInstructions ? ['door'] : [];
}

/** Quick replies of the person who travels, close to the time. `hasOnMyWayButton`: "On my way" has its own button. */
function travelerReplies(
  handover: Handover,
  hasOnMyWayButton: boolean,
  nowMs: number,
): readonly QuickReply[] {
  if (isOnMyWay(handover, 'me', nowMs)) return ['here'];
  if (allowedActions(handover, nowMs).includes('say_on_my_way')) return [];
  const late = handover.agreedTime === null ? [] : (['late'] as const);
  return [...(hasOnMyWayButton ? [] : (['on_my_way'] as const)), 'here', ...late];
}

/** The first messages of a match, while it still needs one. */
function firstWords(
  request: EmergencyRequest | null,
  conversationId: string,
  nowMs: number,
): readonly QuickReply[] {
  const match = request?.match?.conversationId === conversationId ? request.match : null;
  if (request?.status !== 'matched' || !match?.silentAt || Date.parse(match.silentAt) <= nowMs) return [];
  if (match.needs === 'time') return [];
  if (request.side === 'helper') return ['hello'];
  return match.handover.claimId === null ? ['thanks'] : ['fetch'];
}

type Subject = {
  readonly claim: Claim | null;
  readonly request: EmergencyRequest | null;
  readonly conversationId: string;
  /** The newest message, if the other wrote it; empty otherwise. */
  readonly theirLastWords: string;
  /** What the viewer does not eat. */
  readonly avoids: readonly Allergen[];
};

/**
 * The quick replies that fit now, by side: in a match in which not both have written, the first messages before the
 * others. Before all, who avoids allergens asks for them where the giver says nothing. "On my way" is left out before the address is shown, while the handover asks for it itself (a message would
 * only seem to answer), and for the giver of a listing, who is where the food is.
 */
export function quickRepliesOf(subject: Subject, nowMs: number): readonly QuickReply[] {
  const first = firstWords(subject.request, subject.conversationId, nowMs);
  const onTheWay = repliesOnTheWay(subject, nowMs);
  // no question has been asked yet
  const replies = first.length > 0 ? [...first, ...onTheWay.filter((reply) => reply !== 'works')] : onTheWay;
  return mayAskContents(subject) ? ['contains', ...replies] : replies;
}

const mayAskContents = ({ claim, avoids }: Subject): boolean =>
  claim?.side === 'claimer' && claim.status === 'open' && isUnstated(claim.listing, avoids);

function repliesOnTheWay(
  { claim, request, conversationId, theirLastWords }: Subject,
  nowMs: number,
): readonly QuickReply[] {
  if (claim?.handover.status === 'open' && claim.side === 'donor')
    return handoverPhase(claim.handover, nowMs) === 'after' ? [] : giverReplies(claim, theirLastWords);
  const isClaimNear = claim !== null && isPickupNear(claim.handover, nowMs);
  // no "On my way" or "I'm here" before the address is known
  if (isClaimNear && !isAddressShown(claim)) return ['where'];
  if (isClaimNear) return travelerReplies(claim.handover, isAddressShown(claim), nowMs);
  const handover = request && nearMatch(request, conversationId);
  if (request === null || handover === null || !isPickupNear(handover, nowMs)) return [];
  const replies = travelerReplies(handover, isTraveling(handover), nowMs);
  const isAtHome = !isTraveling(handover) && request.meetingPoint === null;
  return isAtHome ? replies.filter((reply) => reply === 'here') : replies;
}
