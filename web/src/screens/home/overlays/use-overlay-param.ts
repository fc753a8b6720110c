import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** What a parameter of the address opens over the tab: its id, null without one, and how to put it away, the same as Back. */
export function useOverlayParam(name: 'listing' | 'person'): {
  readonly id: string | null;
  readonly close: () => void;
} {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const id = search.get(name);
  // A visit that begins at it has nothing of ours to go back to.
  const beganHere = useRef(id !== null);
  useEffect(() => {
    if (id === null) beganHere.current = false;
  }, [id]);
  const close = () => {
    if (!beganHere.current) {
      window.history.back();
      return;
    }
    const under = new URLSearchParams(search);
    under.delete(name);
    navigate(under.size > 0 ? `/?${under.toString()}` : '/', { replace: true });
  };
  return { id, close };
}
