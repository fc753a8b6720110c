import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useMe } from '#web/features/accounts/account.queries.ts';

const fetchDialog = () => import('./ListingOver.tsx');
const ListingOver = lazy(async () => ({ default: (await fetchDialog()).ListingOver }));
/** The feed's own photos come first; then the dialog, so that the first press on a card does not wait for it. */
const FETCH_DIALOG_AFTER_MS = 3000;

/** The listing that the address names, over the tab it was opened from. Closing is the same as Back. */
export function OpenListing() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const me = useMe();
  const id = search.get('listing');
  // A visit that begins at the listing has nothing of ours to go back to.
  const beganHere = useRef(id !== null);
  useEffect(() => {
    if (id === null) beganHere.current = false;
  }, [id]);
  useEffect(() => {
    // without a connection it is asked for again when a card is pressed
    const timer = setTimeout(() => void fetchDialog().catch(() => {}), FETCH_DIALOG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ListingOver
        id={id}
        me={me}
        onClose={() => {
          if (!beganHere.current) {
            window.history.back();
            return;
          }
          const under = new URLSearchParams(search);
          under.delete('listing');
          navigate(under.size > 0 ? `/?${under.toString()}` : '/', { replace: true });
        }}
      />
    </Suspense>
  );
}
