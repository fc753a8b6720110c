import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { ListingClaim } from '#web/features/claims/create/ClaimForm.tsx';
import { ListingDialog } from '#web/features/listings/listing/ListingDialog.tsx';
import { useFoodNeeds } from '#web/features/listings/search/feed-filter.ts';
import { foodTemperature } from '#web/lib/food-temperatures.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { Optional } from '#web/ui/ErrorBoundary.tsx';

const PartnerHours = lazyPart(
  async () => (await import('#web/features/partners/hours/PartnerHours.tsx')).PartnerHours,
);

type Props = { readonly id: string; readonly me: User; readonly onClose: () => void };

/** A listing with its claim form and how to keep it safe; loaded when the first one is opened. */
export function ListingDetail({ id, me, onClose }: Props) {
  const { avoids } = useFoodNeeds(me);
  return (
    <ListingDialog
      id={id}
      meId={me.id}
      avoids={avoids}
      onClose={onClose}
      renderHours={({ donorId, placeIsPublic, donor }) =>
        placeIsPublic &&
        donor.organizationName !== null && (
          <Optional>
            <PartnerHours id={donorId} />
          </Optional>
        )
      }
      renderTip={({ status, donorId, category }) =>
        status === 'posted' && donorId !== me.id && <ClaimTip category={category} />
      }
      // the nearest dish after a lost one opens in the same dialog
      renderAction={(listing) => <ListingClaim key={listing.id} listing={listing} />}
    />
  );
}

const TIPS: Readonly<Record<string, MessageDescriptor>> = {
  fruits_vegetables: msg`Wash them before you eat them.`,
  bakery_items: msg`With cream or meat, into the fridge within 2 hours.`,
  pantry_staples: msg`Leave a can that leaks or bulges.`,
  dairy_eggs: msg`Keep it cold on the way home.`,
};
const OTHER = msg`Ask how it was kept.`;

/** One line on how to keep this kind of food safe, for the receiver. */
export function ClaimTip({ category }: { readonly category: string }) {
  const { i18n, t } = useLingui();
  const reheated = foodTemperature('reheated');
  const tip =
    category === 'prepared_meals'
      ? t`Into the fridge within 2 hours, and reheat to ${reheated}.`
      : i18n._(TIPS[category] ?? OTHER);
  return (
    <p className="mt-1.5 flex items-start gap-2 text-sm/5 font-normal text-muted">
      <ShieldCheck className="h-lh w-4 shrink-0" />
      {tip}
    </p>
  );
}
