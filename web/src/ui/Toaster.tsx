import { type ComponentType, useEffect, useState } from 'react';
import { useCurrentToast } from './toast-store.ts';

/** Loaded after the page's content, so that a toast can appear even offline. */
const FETCH_SHELF_AFTER_MS = 3000;

/** Renders toasts. No toast appears before the page does, so it loads afterwards. */
export function Toaster() {
  const isWanted = useCurrentToast() !== null;
  const [Shelf, setShelf] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Shelf) return undefined;
    const fetchShelf = () =>
      import('./ToastViewport.tsx').then(
        ({ ToastViewport }) => setShelf(() => ToastViewport),
        () => {}, // It is loaded again with the next toast.
      );
    const timer = setTimeout(() => void fetchShelf(), isWanted ? 0 : FETCH_SHELF_AFTER_MS);
    return () => clearTimeout(timer);
  }, [Shelf, isWanted]);
  return Shelf && <Shelf />;
}
