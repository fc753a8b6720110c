import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Keeps the focus in a list that changes: if the focused item is gone, focuses the next item, else the one
 * before, else `fallbackFocus`. `ids` are the items in order. `hasGone` is true from then until the focus
 * moves.
 */
export function useClusterFocus(ids: readonly string[], fallbackFocus: RefObject<HTMLElement | null>) {
  const elements = useRef(new Map<string, HTMLElement>());
  const focusedId = useRef<string | null>(null);
  const wantedId = useRef<string | null>(null);
  const before = useRef(ids);
  const [hasGone, setHasGone] = useState(false);
  const order = ids.join(' ');

  useEffect(() => {
    const now = order === '' ? [] : order.split(' ');
    const was = before.current;
    before.current = now;
    const wanted = wantedId.current;
    wantedId.current = null;
    if (wanted !== null) elements.current.get(wanted)?.focus();
    const lost = focusedId.current;
    if (lost === null || now.includes(lost) || document.activeElement !== document.body) return;
    focusedId.current = null;
    const at = was.indexOf(lost);
    const heir =
      was.slice(at + 1).find((id) => now.includes(id)) ?? was.slice(0, at).findLast((id) => now.includes(id));
    const element = heir === undefined ? fallbackFocus.current : elements.current.get(heir);
    element?.focus();
    setHasGone(true);
  }, [order, fallbackFocus]);

  return {
    hasGone,
    /** Focuses an item that is added by the next change. */
    goTo: (id: string | undefined) => {
      wantedId.current = id ?? null;
    },
    /** Props for an item's button. */
    itemProps: (id: string) => ({
      ref: (element: HTMLButtonElement | null) => {
        if (element) elements.current.set(id, element);
        else elements.current.delete(id);
      },
      onFocus: () => {
        focusedId.current = id;
      },
      onBlur: ({ target }: FocusEvent) => {
        setHasGone(false);
        // it keeps the focus while another window is active
        if (document.activeElement !== target) focusedId.current = null;
      },
    }),
  };
}
