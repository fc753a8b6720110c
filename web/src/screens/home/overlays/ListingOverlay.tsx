import { Suspense, useEffect } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useOverlayParam } from './use-overlay-param.ts';

const ListingDetail = lazyPart(async () => (await import('./ListingDetail.tsx')).ListingDetail);
/** The feed's photos load first, then the dialog, so that the first press on a card does not wait for it. */
const FETCH_DIALOG_AFTER_MS = 3000;

/** The listing named by the address, over its tab. Closing equals Back. */
export function ListingOverlay() {
  const { id, close } = useOverlayParam('listing');
  const me = useCurrentUser();
  useEffect(() => {
    // Offline, it is loaded again when a card is pressed.
    const timer = setTimeout(() => void ListingDetail.preload().catch(() => {}), FETCH_DIALOG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ListingDetail id={id} me={me} onClose={close} />
    </Suspense>
  );
}
