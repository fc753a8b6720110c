import { lazy, Suspense } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { ClaimWithServings } from '#web/features/claims/ClaimWithServings.tsx';

const ListingDialog = lazy(async () => ({
  default: (await import('#web/features/listings/ListingDialog.tsx')).ListingDialog,
}));

/** The listing that the address names (`?listing=`), over whatever the home screen shows. Back closes it. */
export function ListingOverlay() {
  const me = useMe();
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const id = search.get('listing');
  if (!id) return null;
  const close = () => {
    const rest = new URLSearchParams(search);
    rest.delete('listing');
    const text = rest.toString();
    navigate(text ? `/?${text}` : '/', { replace: true });
  };
  return (
    <Suspense>
      <ListingDialog
        key={id}
        id={id}
        meId={me.id}
        onClose={close}
        actionFor={(listing) =>
          listing.status === 'posted' ? <ClaimWithServings listing={listing} /> : null
        }
      />
    </Suspense>
  );
}
