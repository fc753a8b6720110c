import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** A link in a sentence may have taken its punctuation along, which is no part of an id. */
const idIn = (text: string | null): string | null => text && (ID.exec(text)?.[0] ?? text);

/** An overlay kept in a query parameter: its id (null if closed) and `close`, which equals Back. */
export function useOverlayParam(name: 'listing' | 'person' | 'sheet'): {
  readonly id: string | null;
  readonly close: () => void;
} {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const id = idIn(search.get(name));
  // A visit that starts here has no own history entry to go back to.
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
