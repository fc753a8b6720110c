import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { claimsOnMyListingsQuery, myClaimsQuery } from '../claims.queries.ts';
import { ConversationTicket } from './ConversationTicket.tsx';

/** The open claim of a conversation, else its newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

type Props = { readonly conversationId: string; readonly meId: string };

/** The claim's ticket above a conversation's messages; nothing without a claim. */
export function ConversationClaim({ conversationId, meId }: Props) {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  if (!claim) return null;
  return <ConversationTicket key={claim.id} claim={claim} meId={meId} />;
}
