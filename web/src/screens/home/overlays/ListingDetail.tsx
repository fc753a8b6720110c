import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { ListingClaim } from '#web/features/claims/create/ClaimForm.tsx';
import { pictureOf } from '#web/features/listings/titles.ts';
import { ListingDialog } from '#web/features/listings/listing/ListingDialog.tsx';
import { useFoodNeeds } from '#web/features/listings/search/feed-filter.ts';
import { foodTemperature } from '#web/lib/food-temperatures.ts';
import { communityZone } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const PartnerHours = lazyPart(
  async () => (await import('#web/features/partners/hours/PartnerHours.tsx')).PartnerHours,
);

const PickupQueue = lazyPart(
  async () => (await import('#web/features/claims/counter/PickupQueue.tsx')).PickupQueue,
);

/** Who comes for one's own listing; nothing while no one does. */
function ListingPickups({ id }: { readonly id: string }) {
  const nowMs = useNow();
  const { data: claims = [] } = useQuery(claimsOnMyListingsQuery);
  const here = claims.filter(({ listing }) => listing.id === id);
  if (here.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
      <PickupQueue claims={here} nowMs={nowMs} timeZone={communityZone()} isUnderListing />
    </Suspense>
  );
}

type Props = { readonly id: string; readonly me: User; readonly onClose: () => void };

/** A listing with its claim form and how to keep it safe; loaded when the first one is opened. */
export function ListingDetail({ id, me, onClose }: Props) {
  const { avoids } = useFoodNeeds(me);
  // loaded by what stands in place of the claim button
  const { data: claims = [] } = useQuery({ ...myClaimsQuery, enabled: false });
  return (
    <ListingDialog
      id={id}
      meId={me.id}
      avoids={avoids}
      isClaimed={claims.some(({ status, listing }) => status === 'open' && listing.id === id)}
      onClose={onClose}
      renderPickups={(listing) => listing.donorId === me.id && <ListingPickups id={listing.id} />}
      renderHours={({ donorId, placeIsPublic, donor }) =>
        placeIsPublic &&
        donor.organizationName !== null && (
          <Optional>
            <PartnerHours id={donorId} />
          </Optional>
        )
      }
      renderTip={(listing) =>
        listing.status === 'posted' && listing.donorId !== me.id && <ClaimTip listing={listing} />
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

const BREAD: ReadonlySet<string> = new Set(['bread', 'baguette', 'bagel', 'pita']);
const PERISHABLE: readonly Allergen[] = ['milk', 'eggs', 'fish', 'crustaceans', 'molluscs'];

type TipFood = Pick<Listing, 'title' | 'category' | 'allergens'>;

/** Bread by its title, with nothing said to be in it that spoils. */
const isPlainBread = ({ title, category, allergens }: TipFood): boolean =>
  BREAD.has(pictureOf(title, category)) && !PERISHABLE.some((one) => allergens?.includes(one));

/** One line on how to keep this kind of food safe, for the receiver. */
export function ClaimTip({ listing }: { readonly listing: TipFood }) {
  const { i18n, t } = useLingui();
  const { category } = listing;
  const reheated = foodTemperature('reheated');
  const tip =
    category === 'prepared_meals'
      ? t`Into the fridge within 2 hours, and reheat to ${reheated}.`
      : isPlainBread(listing)
        ? t`Keep bread in paper at room temperature. The fridge makes it go stale sooner.`
        : i18n._(TIPS[category] ?? OTHER);
  return (
    <p className="mt-1.5 flex items-start gap-2 text-sm/5 font-normal text-muted">
      <ShieldCheck className="h-lh w-4 shrink-0" />
      {tip}
    </p>
  );
}
