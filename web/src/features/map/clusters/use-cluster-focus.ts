import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Keeps the keyboard in a list that others change: when the item that has it goes, the next one takes it, else the one
 * before, else `elseFocus`. `ids` are the items in their order. `hasGone` holds from then until the keyboard moves on.
 */
export function useClusterFocus(ids: readonly string[], elseFocus: RefObject<HTMLElement | null>) {
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
    const element = heir === undefined ? elseFocus.current : elements.current.get(heir);
    element?.focus();
    setHasGone(true);
  }, [order, elseFocus]);

  return {
    hasGone,
    /** Gives the keyboard to an item that comes with the next change. */
    goTo: (id: string | undefined) => {
      wantedId.current = id ?? null;
    },
    /** What an item's button needs. */
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
        // it keeps the keyboard while another window has it
        if (document.activeElement !== target) focusedId.current = null;
      },
    }),
  };
}
