import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { ADDRESS_VISIBLE_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { MapPin, Phone } from 'lucide-react';
import { telHref } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { ActionError } from './ActionDialog.tsx';
import { hasMoreToReveal } from './claim-actions.ts';
import { useClaimActions } from './use-claim-actions.ts';

function visibilityNote(claim: Claim): string {
  const { listing } = claim;
  const name = claim.claimer.displayName;
  if (!hasMoreToReveal(claim)) return t`${name} can see this address.`;
  return listing.placeIsPublic
    ? t`${name} sees this address, and not yet your instructions and phone number.`
    : t`${name} sees only your area so far.`;
}

/** The pickup address, as far as this side may see it; for the donor also who can see it. */
export function PickupAddress({ claim }: { readonly claim: Claim }) {
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
          href={telHref(listing.contactPhone)}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand underline"
        >
          <Phone aria-hidden="true" className="size-4" />
          {listing.contactPhone}
        </a>
      )}
      {isDonor && status === 'open' && <p className="text-sm text-muted">{visibilityNote(claim)}</p>}
    </>
  );
}

type RevealAddressProps = {
  readonly claim: Claim;
  /** Whether it is the most likely action now. */
  readonly isPrimary: boolean;
  /** Short text, for the panel above a conversation. */
  readonly isBrief?: boolean;
};

/** Reveals the donor's address to the claimer; says beforehand what they will see and until when. */
export function RevealAddress({ claim, isPrimary, isBrief = false }: RevealAddressProps) {
  const actions = useClaimActions(claim);
  const name = claim.claimer.displayName;
  const isPublic = claim.listing.placeIsPublic;
  return (
    <div>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        busy={actions.running !== null}
        className="max-sm:w-full sm:min-w-54"
        onClick={() => actions.run({ kind: 'share_place' })}
      >
        <MapPin aria-hidden="true" className="size-5" />
        {isPublic ? <Trans>Share how to find it</Trans> : <Trans>Share my address</Trans>}
      </Button>
      <p className="mt-1.5 text-sm text-muted">
        {isBrief ? (
          <Trans>
            Only {name} sees it, until {ADDRESS_VISIBLE_HOURS} hours after the handover at most.
          </Trans>
        ) : isPublic ? (
          <Trans>
            Only {name} then sees your instructions and phone number, until one of you lets the pickup go or{' '}
            {ADDRESS_VISIBLE_HOURS} hours after the handover.
          </Trans>
        ) : (
          <Trans>
            Only {name} then sees “{claim.listing.pickupLocation}”, your instructions and the place on a map,
            until one of you lets the pickup go or {ADDRESS_VISIBLE_HOURS} hours after the handover.
          </Trans>
        )}
      </p>
      {Boolean(actions.error) && (
        <div className="mt-2">
          <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
        </div>
      )}
    </div>
  );
}
