import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatList } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  readonly listing: Listing;
  /** What it contains of what the person avoids; empty if its donor says nothing of allergens. */
  readonly found: readonly Allergen[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks a person who avoids allergens before they claim food that contains some, or of which its donor says nothing. */
export function AskFirst({ listing, found, onConfirm, onClose }: Props) {
  const name = listing.donor.displayName;
  const names = formatList(found.map(allergenName));
  const words =
    found.length > 0
      ? {
          title: <Trans>Contains {names}, which you avoid</Trans>,
          description: <Trans>Claim it only for people who can eat it.</Trans>,
          confirmLabel: <Trans>Claim it anyway</Trans>,
        }
      : {
          title: <Trans>{name} hasn't said what's in it</Trans>,
          description: (
            <Trans>
              There are foods you avoid, so please ask before you eat. You can write to {name} as soon as it's
              yours, and cancel if it isn't for you.
            </Trans>
          ),
          confirmLabel: <Trans>Claim it and ask</Trans>,
        };
  return (
    <ConfirmDialog
      {...words}
      onOpenChange={onClose}
      cancelLabel={<Trans>Not now</Trans>}
      onConfirm={() => {
        onConfirm();
        onClose();
      }}
    />
  );
}
