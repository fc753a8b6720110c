import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as at the end. */
const NEAR_END_PX = 80;
/** Space above the first unread message when a thread opens there. */
const ABOVE_UNREAD_PX = 12;

/** A scroll position: the distance to the end in pixels, and the first and last message. */
type Scroll = { readonly fromEnd: number; readonly firstId: string | null; readonly endKey: string };

type ThreadEnds = {
  /** The first message; null until loaded. */
  readonly firstId: string | null;
  /** Changes with every change at the end. */
  readonly endKey: string;
  /** Whether the last message is the person's own. */
  readonly isOwnEnd: boolean;
};

type ThreadScroll = {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLOListElement | null>;
  /** Whether the newest message is visible. */
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  /** Scrolls to the newest message, and moves the focus to the thread. */
  readonly toEnd: () => void;
};

/**
 * Controls the scroll position of a thread. Opens at the first unread message (`data-unread`) or at the end. Stays at
 * the end when a message arrives, after an own message, and when the on-screen keyboard opens. Stays on the same
 * message when older ones load above, as not every browser has scroll anchoring.
 */
export function useThreadScroll({ firstId, endKey, isOwnEnd }: ThreadEnds): ThreadScroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const last = useRef<Scroll>({ fromEnd: 0, firstId: null, endKey: '' });
  // Nothing is seen before the first layout.
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
    // Makes the thread focusable, to scroll it by keyboard.
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

/** Scrolls up to the first unread message if the unread ones do not fit. */
function showUnread(it: HTMLDivElement): void {
  const mark = it.querySelector<HTMLElement>('[data-unread]');
  if (!mark) return;
  const aboveBy = it.getBoundingClientRect().top + ABOVE_UNREAD_PX - mark.getBoundingClientRect().top;
  if (aboveBy > 0) it.scrollTop -= aboveBy;
}
