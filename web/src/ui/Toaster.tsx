import { type ComponentType, useEffect, useState } from 'react';
import { useCurrentToast } from './toast-store.ts';

/** What a page shows comes first; then this, so that a toast is there even when the network no longer is. */
const FETCH_SHELF_AFTER_MS = 3000;

/** Where toasts appear. Nothing is said in passing before there is a page, so it is fetched after that. */
export function Toaster() {
  const isWanted = useCurrentToast() !== null;
  const [Shelf, setShelf] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Shelf) return undefined;
    const fetchShelf = () =>
      import('./ToastViewport.tsx').then(
        ({ ToastViewport }) => setShelf(() => ToastViewport),
        () => {}, // it is asked for again with the next toast
      );
    const timer = setTimeout(() => void fetchShelf(), isWanted ? 0 : FETCH_SHELF_AFTER_MS);
    return () => clearTimeout(timer);
  }, [Shelf, isWanted]);
  return Shelf && <Shelf />;
}
