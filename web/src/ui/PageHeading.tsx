import { type ReactNode, useEffect, useRef } from 'react';
import { takeHeadingFocusRequest } from '#web/lib/heading-focus.ts';

type PageHeadingProps = {
  children: ReactNode;
  /** Below the title: a count or a sentence. */
  below?: ReactNode;
  /** A control beside the title. */
  action?: ReactNode;
};

/** The single `h1` of a screen. Receives focus after a navigation inside the app. */
export function PageHeading({ children, below, action }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeHeadingFocusRequest()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
          {children}
        </h1>
        {below && <div className="mt-1.5 text-muted">{below}</div>}
      </div>
      {action}
    </header>
  );
}
