import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { claimStateWord } from './claim-words.ts';

type Props = { readonly listing: Listing; readonly claims: readonly Claim[] };

/** Who took which part of a listing, and how that stands. Where one person has it all, its state says enough. */
export function ClaimsOfListing({ listing, claims }: Props) {
  const nowMs = useNow();
  const parts = claims.filter((claim) => claim.listing.id === listing.id);
  if (parts.length === 0 || (parts.length === 1 && parts[0]?.servings === listing.estimatedServings))
    return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 border-s-2 border-line ps-3 text-sm">
      {parts.map((claim) => (
        <li key={claim.id}>
          <Trans>
            <span className="font-medium">{claim.claimer.displayName}</span>, {formatServings(claim.servings)}
            : {claimStateWord(claim, nowMs)}
          </Trans>
        </li>
      ))}
    </ul>
  );
}
