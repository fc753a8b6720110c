import { useEffect, useRef } from 'react';
import { useAddress } from '#web/lib/address.ts';

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
