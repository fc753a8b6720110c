import { Trans, useLingui } from '@lingui/react/macro';
import { ListingStateBadge } from '#web/features/listings/ListingStateBadge.tsx';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatServings } from '#web/lib/format.ts';
import { isUnauthorized, sentenceOf } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { myClaims } from './claims.queries.ts';
import { TicketCode } from './TicketCode.tsx';
import { useClaimListing } from './use-claim-listing.ts';

/** Claims as many servings as the person wants, all that are left unless they say otherwise. */
export function ClaimWithServings({ listing }: { readonly listing: Listing }) {
  const { t } = useLingui();
  const claims = useQuery(myClaims);
  const claiming = useClaimListing(listing.id);
  const [wanted, setWanted] = useState<number | null>(null);
  const most = listing.servingsLeft;
  const servings = Math.max(1, Math.min(wanted ?? most, most));
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);

  if (claim) {
    return (
      <div className="flex w-full flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-4">
          <p className="font-semibold">
            <Trans>Claimed by you: {formatServings(claim.servings)}</Trans>
          </p>
          {claim.code && <TicketCode code={claim.code} />}
        </div>
        <LinkButton href={paths.conversation(claim.conversationId)}>
          <Trans>Go to messages</Trans>
        </LinkButton>
      </div>
    );
  }
  if (listing.status !== 'posted') return <ListingStateBadge status={listing.status} />;
  return (
    <div className="w-full">
      {claiming.isError && !isUnauthorized(claiming.error) && (
        <p role="alert" className="mb-2 text-sm font-medium text-tomato">
          {sentenceOf(claiming.error)}
        </p>
      )}
      <div className="flex items-center gap-3">
        {most > 1 && (
          <fieldset aria-label={t`Servings`} className="flex items-center gap-1">
            <IconButton
              label={t`One serving less`}
              icon={<Minus aria-hidden="true" />}
              disabled={servings <= 1}
              onClick={() => setWanted(servings - 1)}
            />
            <output aria-live="polite" className="min-w-10 text-center text-lg font-bold tabular-nums">
              {servings}
            </output>
            <IconButton
              label={t`One serving more`}
              icon={<Plus aria-hidden="true" />}
              disabled={servings >= most}
              onClick={() => setWanted(servings + 1)}
            />
          </fieldset>
        )}
        <Button className="flex-1" busy={claiming.isPending} onClick={() => claiming.mutate(servings)}>
          {servings === most && most > 1 ? (
            <Trans>Claim all {most} servings</Trans>
          ) : (
            <Trans>Claim {formatServings(servings)}</Trans>
          )}
        </Button>
      </div>
    </div>
  );
}
