import { useEffect, useRef } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useAddress } from '#web/lib/address.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { LazyOverlay } from '#web/ui/ErrorBoundary.tsx';

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
    <LazyOverlay key={id} onClose={close}>
      <ListingDetail id={id} me={me} onClose={close} />
    </LazyOverlay>
  );
}

/** An overlay kept in the address: its id (null if closed) and `close`, which equals Back. */
export function useOverlayParam(name: 'listing' | 'person' | 'sheet'): {
  readonly id: string | null;
  readonly close: () => void;
} {
  const [{ [name]: id }, change] = useAddress();
  // A visit that starts here has no own history entry to go back to.
  const beganHere = useRef(id !== null);
  useEffect(() => {
    if (id === null) beganHere.current = false;
  }, [id]);
  const close = () => {
    if (beganHere.current) change({ [name]: null }, { replace: true });
    else window.history.back();
  };
  return { id, close };
}
