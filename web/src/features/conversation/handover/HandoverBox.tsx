import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/**
 * Holds the handover panel above the messages. It leaves space for the messages and the composer, and scrolls if it
 * needs more: its lower edge then fades until the end is in sight.
 */
export function HandoverBox({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    if (!end.current || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setMore(entries.at(-1)?.isIntersecting === false),
      { root: box.current },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="relative flex max-h-1/2 shrink-0 flex-col wide:max-h-[60%]">
      <div ref={box} className="min-h-0 overflow-y-auto">
        <div className="not-empty:border-b not-empty:border-line">{children}</div>
        <div ref={end} className="-mt-px h-px" />
      </div>
      <div
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute inset-x-0 bottom-0 h-10 border-b border-line bg-linear-to-t from-surface to-transparent transition-opacity duration-150',
          hasMore ? 'opacity-100' : 'opacity-0',
        )}
      />
    </div>
  );
}
