import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { requestQuery } from '#web/features/emergency/emergency.queries.ts';
import { conversationsQuery } from '#web/features/messaging/messaging.queries.ts';
import { HttpError } from '#web/lib/http-error.ts';

type ConversationRequest = {
  /** Whether the conversation is about a request for food, with a listing for it or without. */
  readonly isAbout: boolean;
  /** Whether the server has said what may be seen of it. */
  readonly isKnown: boolean;
  /** The request as it may be seen; null where it may not be any more. */
  readonly request: EmergencyRequest | null;
};

/** The request for food that a conversation is about, or that its newest claim answers, asked for anew with what is said. */
export function useConversationRequest(
  conversation: Conversation | null,
  claim: Claim | null,
): ConversationRequest {
  const queryClient = useQueryClient();
  const id = conversation?.emergencyRequest?.id ?? claim?.emergencyRequestId ?? null;
  const asked = useQuery({ ...requestQuery(id ?? ''), enabled: id !== null });
  // A word of the helper's ends their silence, and all that happens to it is said in the conversation.
  const saidId = conversation?.lastMessage?.id ?? null;
  const seen = useRef({ id, saidId });
  useEffect(() => {
    const before = seen.current;
    seen.current = { id, saidId };
    if (id !== null && before.id === id && before.saidId !== saidId)
      void queryClient.invalidateQueries({ queryKey: requestQuery(id).queryKey });
  }, [id, saidId, queryClient]);
  const isGone = asked.error instanceof HttpError && asked.error.status === 404;
  return {
    isAbout: id !== null,
    isKnown: asked.data !== undefined || isGone,
    request: isGone ? null : (asked.data ?? null),
  };
}

/** Whether the two have agreed on where, so that what is mostly said on the way is offered. */
export const isMeetingNear = (
  { status, match, placeShared, meetingPoint }: EmergencyRequest,
  conversationId: string,
): boolean =>
  status === 'matched' &&
  match?.conversationId === conversationId &&
  match.claimId === null &&
  (placeShared || meetingPoint !== null);

/** The newest conversation about a request, or about what was given for it; null where there is none, or it is not here yet. */
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
