import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { formatDistance } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

const NOTE = 'mt-0.5 text-sm font-normal text-muted';

type Props = { readonly listing: Listing; readonly isOwn: boolean };

/** Where it is, as far as this person may know, and who else may. */
export function PlaceFact({ listing, isOwn }: Props) {
  const { donor, pickupLocation, pickupInstructions, placeShared, placeIsPublic, distanceKm } = listing;
  const isExact = isOwn || placeShared || placeIsPublic;
  return (
    <>
      <p>
        {pickupLocation}
        {!isOwn && distanceKm !== null && (
          <span className="font-normal text-muted"> · {formatDistance(distanceKm)}</span>
        )}
      </p>
      {placeIsPublic && (
        <Badge tone="info" className="mt-1">
          <Trans>Public address</Trans>
        </Badge>
      )}
      {pickupInstructions && <p className={`${NOTE} whitespace-pre-line`}>{pickupInstructions}</p>}
      {isOwn && !placeIsPublic && (
        <p className={NOTE}>
          <Trans>Others see only the area until you share the address.</Trans>
        </p>
      )}
      {!isExact && (
        <p className={NOTE}>
          <Trans>
            Only the area. You see the exact address once you have claimed and {donor.displayName} shares it
            with you.
          </Trans>
        </p>
      )}
    </>
  );
}
