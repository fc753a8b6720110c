import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Closer to the end than this counts as being at the end. In pixels. */
const NEAR_END_PX = 80;

/** A place in a thread: how far its end is, and which message is topmost. */
type Scroll = { readonly fromEnd: number; readonly firstId: string | null; readonly endKey: string };

/**
 * Keeps a thread's place: at its end when it opens, when one was there and something new comes, and after one's own
 * message; on the same message when older ones are put in above. `firstId` is the topmost message, `endKey` changes
 * with whatever comes at the end, `isOwnEnd` says that the person wrote it.
 */
export function useThreadScroll(
  firstId: string | null,
  endKey: string,
  isOwnEnd: boolean,
): { readonly box: RefObject<HTMLDivElement | null>; readonly onScroll: () => void } {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<Scroll>({ fromEnd: 0, firstId: null, endKey: '' });
  const onScroll = () => {
    const it = box.current;
    if (it) last.current = { ...last.current, fromEnd: it.scrollHeight - it.scrollTop };
  };
  useLayoutEffect(() => {
    const it = box.current;
    if (!it) return;
    // Scrolling a long thread needs the keyboard on it.
    it.tabIndex = 0;
    const { fromEnd, firstId: firstBefore, endKey: endBefore } = last.current;
    const wasAtEnd = fromEnd - it.clientHeight < NEAR_END_PX;
    const isOlderAbove = firstBefore !== null && firstBefore !== firstId && !wasAtEnd;
    if (isOlderAbove) it.scrollTop = it.scrollHeight - fromEnd;
    else if (wasAtEnd || firstBefore === null || (isOwnEnd && endBefore !== endKey))
      it.scrollTop = it.scrollHeight;
    last.current = { fromEnd: it.scrollHeight - it.scrollTop, firstId, endKey };
  }, [firstId, endKey, isOwnEnd]);
  return { box, onScroll };
}
