import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { Copy, MapPin, Phone } from 'lucide-react';
import { ActionError } from '#web/features/handovers/actions/ActionDialog.tsx';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import {
  copyAddress,
  type Destination,
  DirectionsLink,
  MapsHint,
} from '#web/features/handovers/address/Directions.tsx';
import { formatList, quoted, telHref } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { hasMoreToReveal } from '../claim-labels.ts';

function visibilityNote(claim: Claim): string {
  const { listing } = claim;
  const name = claim.claimer.displayName;
  if (!hasMoreToReveal(claim)) return t`${name} can see this address.`;
  return listing.placeIsPublic
    ? t`${name} can see this address, but not your instructions and phone number yet.`
    : t`${name} can only see your area so far.`;
}

export function PickupAddress({ claim }: { readonly claim: Claim }) {
  const { listing, side, status } = claim;
  const isDonor = side === 'donor';
  if (!isDonor && !listing.placeShared) {
    return (
      <>
        <p className="font-medium">
          <bdi translate="no">{listing.pickupLocation}</bdi>
        </p>
        {status === 'open' && (
          <p className="text-sm text-muted">
            {listing.placeIsPublic ? (
              <Trans>
                That's the full address. {claim.donor.displayName} may still share how to find the door.
              </Trans>
            ) : (
              <Trans>You'll see the address once {claim.donor.displayName} shares it.</Trans>
            )}
          </p>
        )}
        <AddressActions claim={claim} />
      </>
    );
  }
  return (
    <>
      <p className="font-medium">
        <bdi translate="no">{listing.pickupLocation}</bdi>
      </p>
      {listing.pickupInstructions && (
        <p dir="auto" className="text-sm whitespace-pre-line text-muted">
          {listing.pickupInstructions}
        </p>
      )}
      {!isDonor && listing.contactPhone && (
        <a
          href={telHref(listing.contactPhone)}
          translate="no"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline"
        >
          <Phone className="size-4" />
          {listing.contactPhone}
        </a>
      )}
      {isDonor && status === 'open' && <p className="text-sm text-muted">{visibilityNote(claim)}</p>}
      {status === 'open' && <AddressActions claim={claim} />}
    </>
  );
}

type RevealAddressProps = { readonly claim: Claim; readonly isPrimary?: boolean };

/** Reveals the listing's address with one tap. `WhoSeesAddress` says to whom. */
export function RevealAddressButton({ claim, isPrimary = true }: RevealAddressProps) {
  const actions = useHandoverActions(claim.handover);
  return (
    <div className="flex max-w-full flex-auto flex-col gap-2">
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        busy={actions.running !== null}
        className="max-sm:w-full sm:min-w-54 sm:self-start"
        onClick={() => actions.run({ kind: 'reveal_address' })}
      >
        <MapPin className="size-5 max-sm:hidden" />
        {claim.listing.placeIsPublic ? <Trans>Share how to find it</Trans> : <Trans>Share my address</Trans>}
      </Button>
      <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
    </div>
  );
}

/** All that a tap on `RevealAddressButton` shows, and to whom. */
export function WhoSeesAddress({ claim }: { readonly claim: Claim }) {
  const { claimer, listing } = claim;
  const name = claimer.displayName === t`A neighbor` ? t`this neighbor` : claimer.displayName;
  const { placeIsPublic, pickupLocation, pickupInstructions, contactPhone } = listing;
  const shown = [placeIsPublic ? null : pickupLocation, pickupInstructions, contactPhone];
  const what = formatList(shown.filter((one) => one !== null).map(quoted));
  return (
    <p className="text-sm wrap-anywhere text-muted">
      <Trans>
        Only {name} will see {what}, until a day after pickup.
      </Trans>
    </p>
  );
}

/** Whether the person who picks up may see the address. */
export const isAddressShown = ({ side, listing }: Claim): boolean =>
  side === 'claimer' && (listing.placeShared || listing.placeIsPublic);

/** Where a claim's food is picked up: its point, else its words; null while the viewer may not see them. */
export function shownDestination(claim: Claim): Destination | null {
  const { latitude, longitude, pickupLocation } = claim.listing;
  if (!isAddressShown(claim)) return null;
  return latitude !== null && longitude !== null ? { latitude, longitude } : pickupLocation;
}

/** Directions to the pickup address, and copying it. Renders nothing while the viewer may not see it. */
function AddressActions({ claim }: { readonly claim: Claim }) {
  const { pickupLocation } = claim.listing;
  const to = shownDestination(claim);
  if (to === null) return null;
  return (
    <div className="mt-2 flex flex-col gap-1">
      <div className="flex flex-wrap gap-2 [&>a]:flex-none">
        <DirectionsLink to={to} variant="secondary" />
        <Button variant="quiet" onClick={() => void copyAddress(pickupLocation)}>
          <Copy className="size-5" />
          <Trans>Copy address</Trans>
        </Button>
      </div>
      <MapsHint />
    </div>
  );
}
