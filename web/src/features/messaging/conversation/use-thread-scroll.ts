import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as being at the end. In pixels. */
const NEAR_END_PX = 80;
/** What stays visible above the first unread message when a thread opens there. In pixels. */
const ABOVE_UNREAD_PX = 12;

/** A place in a thread: how far its end is, and which message is topmost. */
type Scroll = { readonly fromEnd: number; readonly firstId: string | null; readonly endKey: string };

type ThreadEnds = {
  /** The topmost message; null until there is one. */
  readonly firstId: string | null;
  /** Changes with whatever comes at the end. */
  readonly endKey: string;
  /** Whether the person wrote what is at the end. */
  readonly isOwnEnd: boolean;
};

type ThreadScroll = {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLOListElement | null>;
  /** Whether the newest message is on the screen. */
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  /** Goes to the newest message, and takes the keyboard there. */
  readonly toEnd: () => void;
};

/**
 * Keeps a thread's place: at its end, or where the unread begins (`data-unread`), when it opens; at its end when one
 * was there and something new comes, after one's own message, and when a keyboard takes room; on the same message when
 * older ones are put in above. By hand, since not every browser does it.
 */
export function useThreadScroll({ firstId, endKey, isOwnEnd }: ThreadEnds): ThreadScroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const last = useRef<Scroll>({ fromEnd: 0, firstId: null, endKey: '' });
  // Until it has been laid out, nobody has seen anything.
  const [isAtEnd, setAtEnd] = useState(false);

  const note = useCallback((it: HTMLDivElement, ends: Partial<Scroll> = {}): void => {
    const fromEnd = it.scrollHeight - it.scrollTop;
    last.current = { ...last.current, ...ends, fromEnd };
    setAtEnd(last.current.firstId !== null && fromEnd - it.clientHeight < NEAR_END_PX);
  }, []);
  const onScroll = () => {
    if (box.current) note(box.current);
  };
  const toEnd = () => {
    const it = box.current;
    if (!it) return;
    it.scrollTop = it.scrollHeight;
    it.focus({ preventScroll: true });
    note(it);
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
    if (firstBefore === null && firstId !== null) showUnread(it);
    note(it, { firstId, endKey });
  }, [firstId, endKey, isOwnEnd, note]);

  useEffect(() => {
    const [it, list] = [box.current, content.current];
    if (!it || !list || !('ResizeObserver' in window)) return undefined;
    let clientHeight = it.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = last.current.fromEnd - clientHeight < NEAR_END_PX;
      clientHeight = it.clientHeight;
      if (wasAtEnd) it.scrollTop = it.scrollHeight;
      note(it);
    });
    observer.observe(it);
    observer.observe(list);
    return () => observer.disconnect();
  }, [note]);

  return { box, content, isAtEnd, onScroll, toEnd };
}

/** Where more came than fits, reading begins at the first of it. */
function showUnread(it: HTMLDivElement): void {
  const mark = it.querySelector<HTMLElement>('[data-unread]');
  if (!mark) return;
  const aboveBy = it.getBoundingClientRect().top + ABOVE_UNREAD_PX - mark.getBoundingClientRect().top;
  if (aboveBy > 0) it.scrollTop -= aboveBy;
}
