import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { requestQuery } from '#web/features/emergency/emergency.queries.ts';
import {
  allowedActions,
  handoverPhase,
  isNear,
  isOnMyWay,
  isPickup,
} from '#web/features/handovers/actions/handover-actions.ts';
import type { QuickReply } from '#web/features/messaging/conversation/QuickReplies.tsx';
import { conversationsQuery } from '#web/features/messaging/messaging.queries.ts';
import { HttpError } from '#web/lib/http-error.ts';

type ConversationRequest = {
  /** Whether the conversation is about a request for food, with or without a listing. */
  readonly isAbout: boolean;
  /** Whether the server has answered. */
  readonly isKnown: boolean;
  /** The request as the viewer may see it; null if they may no longer. */
  readonly request: EmergencyRequest | null;
};

/** The request of a conversation, or the one that its newest claim answers. */
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

/** Returns true for an open handover from an hour before its time or window to an hour after. */
const isPickupNear = (handover: Handover, nowMs: number): boolean =>
  handover.status === 'open' && isNear(handover, nowMs) && handoverPhase(handover, nowMs) !== 'after';

/**
 * The quick replies about the way that fit now. None as long as "On my way" is an answer of the handover itself, which a
 * message would only seem to give; and the giver of a listing is where the food is.
 */
export function quickRepliesOf(
  {
    claim,
    request,
    conversationId,
  }: {
    readonly claim: Claim | null;
    readonly request: EmergencyRequest | null;
    readonly conversationId: string;
  },
  nowMs: number,
): readonly QuickReply[] {
  const isClaimNear = claim !== null && isPickupNear(claim.handover, nowMs);
  const handover = isClaimNear ? claim.handover : request && nearMatch(request, conversationId);
  if (handover === null || isOnMyWay(handover, 'me', nowMs)) return [];
  if (allowedActions(handover, nowMs).includes('say_on_my_way')) return [];
  return isPickup(handover) && handover.side === 'giver' ? ['here'] : ['on_my_way', 'here'];
}
