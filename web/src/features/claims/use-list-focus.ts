import { useEffect, useRef } from 'react';

/** Gives the keyboard to a list's heading when the item that had it left the list. `ids` are those of its items. */
export function useListFocus(ids: readonly string[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(ids);
  useEffect(() => {
    const hasLeft = before.current.some((id) => !ids.includes(id));
    before.current = ids;
    if (hasLeft && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [ids]);
  return heading;
}
