import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Suspense } from 'react';
import { ListingClaim } from '#web/features/claims/create/ClaimForm.tsx';
import { ListingDialog } from '#web/features/listings/listing/ListingDialog.tsx';
import { useFoodNeeds } from '#web/features/listings/search/feed-filter.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

const PartnerHours = lazyPart(
  async () => (await import('#web/features/partners/hours/PartnerHours.tsx')).PartnerHours,
);
const ClaimTip = lazyPart(async () => (await import('#web/features/safety/tips/ClaimTip.tsx')).ClaimTip);

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
          <ErrorBoundary quiet>
            <Suspense>
              <PartnerHours id={donorId} />
            </Suspense>
          </ErrorBoundary>
        )
      }
      renderAction={(listing) => (
        <div className="w-full">
          {listing.status === 'posted' && (
            <ErrorBoundary quiet>
              {/* one line high, until it is there */}
              <Suspense fallback={<div className="mb-2 h-5" />}>
                <ClaimTip category={listing.category} />
              </Suspense>
            </ErrorBoundary>
          )}
          <ListingClaim listing={listing} />
        </div>
      )}
    />
  );
}
