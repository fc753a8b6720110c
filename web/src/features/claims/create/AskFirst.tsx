import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  readonly listing: Listing;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks before food is claimed of whose allergens its donor says nothing, by a person who avoids some. */
export function AskFirst({ listing, onConfirm, onClose }: Props) {
  const name = listing.donor.displayName;
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={<Trans>{name} hasn't said what's in it</Trans>}
      description={
        <Trans>
          There are foods you avoid, so please ask before you eat. You can write to {name} as soon as it's
          yours, and cancel if it isn't for you.
        </Trans>
      }
      confirmLabel={<Trans>Claim it and ask</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      onConfirm={() => {
        onConfirm();
        onClose();
      }}
    />
  );
}
