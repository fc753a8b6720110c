import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { Phone } from 'lucide-react';
import { dialable } from '#web/lib/dialable.ts';
import { hasMoreToShare } from './claim-facts.ts';

function whoSees(claim: Claim): string {
  const { listing } = claim;
  const name = claim.claimer.displayName;
  if (!hasMoreToShare(claim)) return t`${name} can see this address.`;
  return listing.placeIsPublic
    ? t`${name} sees this address, and not yet your instructions and phone number.`
    : t`${name} sees only your area so far.`;
}

/** Where to pick it up, as far as this side may know; to the donor, who may know it. */
export function HandoverPlace({ claim }: { readonly claim: Claim }) {
  const { listing, side, status } = claim;
  const isDonor = side === 'donor';
  if (!isDonor && !listing.placeShared) {
    return (
      <>
        <p className="font-medium">{listing.pickupLocation}</p>
        {status === 'open' && (
          <p className="text-sm text-muted">
            {listing.placeIsPublic ? (
              <Trans>
                This address is public. What {claim.donor.displayName} says about finding it comes when they
                share it.
              </Trans>
            ) : (
              <Trans>You see the address as soon as {claim.donor.displayName} shares it.</Trans>
            )}
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p className="font-medium">{listing.pickupLocation}</p>
      {listing.pickupInstructions && (
        <p className="text-sm whitespace-pre-line text-muted">{listing.pickupInstructions}</p>
      )}
      {!isDonor && listing.contactPhone && (
        <a
          href={dialable(listing.contactPhone)}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline"
        >
          <Phone aria-hidden="true" className="size-4" />
          {listing.contactPhone}
        </a>
      )}
      {isDonor && status === 'open' && <p className="text-sm text-muted">{whoSees(claim)}</p>}
    </>
  );
}
