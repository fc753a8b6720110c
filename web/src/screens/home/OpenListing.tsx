import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { ClaimWithServings } from '#web/features/claims/ClaimWithServings.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTab } from './use-tab.ts';

const ListingDialog = lazy(async () => ({
  default: (await import('#web/features/listings/ListingDialog.tsx')).ListingDialog,
}));

/** The listing that the address names, over the tab it was opened from. Closing is the same as Back. */
export function OpenListing() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const me = useMe();
  const tab = useTab();
  const id = search.get('listing');
  // A visit that begins at the listing has nothing of ours to go back to.
  const beganHere = useRef(id !== null);
  useEffect(() => {
    if (id === null) beganHere.current = false;
  }, [id]);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ListingDialog
        id={id}
        meId={me.id}
        onClose={() => {
          if (beganHere.current) navigate(paths.tab(tab), { replace: true });
          else window.history.back();
        }}
        renderAction={(listing) => <ClaimWithServings listing={listing} />}
      />
    </Suspense>
  );
}
