import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { formatServings } from '#web/lib/format.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useEffect, useRef } from 'react';
import { claimSentence } from './claim-words.ts';

type Props = {
  readonly claims: readonly Claim[];
  /** The one that a link leads to: it is unfolded and scrolled to. */
  readonly wantedId: string | null;
};

/** What has ended, folded away. */
export function PastClaims({ claims, wantedId }: Props) {
  const wanted = useRef<HTMLLIElement>(null);
  const hasWanted = claims.some(({ id }) => id === wantedId);
  useEffect(() => {
    if (hasWanted) wanted.current?.scrollIntoView({ block: 'center' });
  }, [hasWanted]);
  if (claims.length === 0) return null;
  return (
    <details open={hasWanted} className="mt-4">
      <summary className="min-h-11 content-center rounded-small font-semibold">
        <Trans>History</Trans> <span className="font-normal text-muted tabular-nums">({claims.length})</span>
      </summary>
      <ul className="flex flex-col divide-y divide-line">
        {claims.map((claim) => (
          <li key={claim.id} ref={claim.id === wantedId ? wanted : null} className="py-3">
            <p className="font-medium">{claim.listing.title}</p>
            <p className="text-sm">{claimSentence(claim)}</p>
            <p className="text-sm text-muted">
              {formatServings(claim.servings)}
              {' · '}
              <RelativeTime at={claim.endedAt ?? claim.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
