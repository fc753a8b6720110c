import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useState } from 'react';
import { Ticket } from '../ticket/Ticket.tsx';

type Props = {
  readonly claims: readonly Claim[];
  /** The target of a link, unfolded at first. */
  readonly wantedId: string | null;
};

/** The tickets of open claims: one is whole; of more, one at a time is unfolded, so that all are in sight. */
export function OpenTickets({ claims, wantedId }: Props) {
  const [openId, setOpenId] = useState(wantedId);
  if (claims.length === 0) return null;
  return (
    <ul className="flex flex-col gap-3">
      {claims.map((claim) => {
        const isOpen = claim.id === openId;
        return (
          <Ticket
            key={claim.id}
            claim={claim}
            isWanted={claim.id === wantedId}
            {...(claims.length > 1 && {
              fold: { isOpen, onToggle: () => setOpenId(isOpen ? null : claim.id) },
            })}
          />
        );
      })}
    </ul>
  );
}
