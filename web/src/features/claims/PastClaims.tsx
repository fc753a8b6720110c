import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { movesOf } from './claim-facts.ts';
import { claimSentence } from './claim-words.ts';
import { HandoverMoves } from './HandoverMoves.tsx';
import { waitsForAnswer } from './offered-moves.ts';

type Props = {
  /** Claims that have ended, newest first. */
  readonly claims: readonly Claim[];
  /** The one that a link leads to: it is unfolded and scrolled to. */
  readonly wantedId: string | null;
  /** Stands below the last one. */
  readonly children?: ReactNode;
};

/** What has ended, folded away; but not what somebody may want to object to, for that has an end. */
export function PastClaims({ claims, wantedId, children }: Props) {
  const nowMs = useNow();
  const pressing = claims.filter((claim) => waitsForAnswer(claim, nowMs));
  const rest = claims.filter((claim) => !pressing.includes(claim));
  const hasWanted = rest.some(({ id }) => id === wantedId);
  return (
    <>
      {pressing.length > 0 && (
        <ul className="mt-4 flex flex-col gap-3">
          {pressing.map((claim) => (
            <PastClaim key={claim.id} claim={claim} isWanted={claim.id === wantedId} isCard />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details open={hasWanted} className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>History</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({rest.length})</span>
          </summary>
          <ul className="flex flex-col divide-y divide-line">
            {rest.map((claim) => (
              <PastClaim key={claim.id} claim={claim} isWanted={claim.id === wantedId} />
            ))}
          </ul>
          {children}
        </details>
      )}
    </>
  );
}

type PastClaimProps = { readonly claim: Claim; readonly isWanted: boolean; readonly isCard?: boolean };

function PastClaim({ claim, isWanted, isCard = false }: PastClaimProps) {
  const nowMs = useNow();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return (
    <li ref={row} className={isCard ? 'rounded-card border border-line bg-surface p-4 sm:p-6' : 'py-3'}>
      <Link href={paths.conversation(claim.conversationId)} className="font-medium hover:underline">
        {claim.listing.title}
      </Link>
      <p className="text-sm">{claimSentence(claim, nowMs)}</p>
      <p className="text-sm text-muted">
        {formatServings(claim.servings)}
        {' · '}
        <RelativeTime at={claim.endedAt ?? claim.createdAt} />
      </p>
      {movesOf(claim, nowMs).length > 0 && (
        <div className="mt-2">
          <HandoverMoves claim={claim} />
        </div>
      )}
    </li>
  );
}
