import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { Copy } from 'lucide-react';
import { copyAddress, DirectionsLink, MapsHint } from '#web/features/handovers/address/Directions.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Whether the person who picks up may see the address. */
export const isAddressShown = ({ side, listing }: Claim): boolean =>
  side === 'claimer' && (listing.placeShared || listing.placeIsPublic);

/** The coordinates of a claim's pickup address; null while the viewer may not see them. */
export function shownPoint(claim: Claim): GeoPoint | null {
  const { latitude, longitude } = claim.listing;
  return isAddressShown(claim) && latitude !== null && longitude !== null ? { latitude, longitude } : null;
}

/** Directions to the pickup address, and copying it. Renders nothing while the viewer may not see it. */
export function AddressActions({ claim }: { readonly claim: Claim }) {
  const { pickupLocation } = claim.listing;
  const point = shownPoint(claim);
  if (point === null) return null;
  return (
    <div className="mt-2 flex flex-col gap-1">
      <div className="flex flex-wrap gap-2 [&>a]:flex-none">
        <DirectionsLink point={point} variant="secondary" />
        <Button variant="quiet" onClick={() => void copyAddress(pickupLocation)}>
          <Copy aria-hidden="true" className="size-5" />
          <Trans>Copy address</Trans>
        </Button>
      </div>
      <MapsHint />
    </div>
  );
}
