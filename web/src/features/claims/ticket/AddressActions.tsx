import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { Copy, Navigation } from 'lucide-react';
import { directionsHref } from '#web/lib/directions.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** The point of a claim's pickup place for who comes there; null while they do not see it. */
export function shownPoint({ side, listing }: Claim) {
  const { latitude, longitude } = listing;
  const isShown = side === 'claimer' && (listing.placeShared || listing.placeIsPublic);
  return isShown && latitude !== null && longitude !== null ? { latitude, longitude } : null;
}

/** What a person who comes does with an address: have the way shown, or copy it. Nothing while they do not see it. */
export function AddressActions({ claim }: { readonly claim: Claim }) {
  const { t } = useLingui();
  const { pickupLocation } = claim.listing;
  const point = shownPoint(claim);
  if (point === null) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(pickupLocation);
      toast({ title: t`Address copied`, tone: 'success' });
    } catch {
      // Some browsers deny clipboard access.
      toast({ title: t`Please copy the address yourself`, description: pickupLocation });
    }
  };
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <LinkButton href={directionsHref(point)} leaves variant="secondary">
        <Navigation aria-hidden="true" className="size-5" />
        <Trans>Directions</Trans>
      </LinkButton>
      <Button variant="quiet" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" />
        <Trans>Copy address</Trans>
      </Button>
    </div>
  );
}
