import { type ReactNode, useEffect, useRef } from 'react';
import { takeHeadingFocusRequest } from '#web/lib/focus.ts';
import { classNames } from './class-names.ts';

type PageHeadingProps = {
  children: ReactNode;
  /** On the title's line: a count. The heading is then smaller on phones. */
  beside?: ReactNode;
  below?: ReactNode;
  action?: ReactNode;
};

/** The single `h1` of a screen. Receives focus after a navigation inside the app. */
export function PageHeading({ children, beside, below, action }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeHeadingFocusRequest()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header
      className={classNames(
        'flex flex-wrap justify-between',
        beside ? 'min-h-9 items-center gap-x-2' : 'items-end gap-x-4 gap-y-2',
      )}
    >
      <div
        className={classNames(
          'min-w-0',
          Boolean(beside) && 'flex flex-wrap items-baseline gap-x-1.5 sm:gap-x-3',
        )}
      >
        <h1
          ref={heading}
          tabIndex={-1}
          className={beside ? 'text-xl max-[15rem]:text-[1.2rem] sm:text-2xl' : 'text-2xl sm:text-3xl'}
        >
          {children}
        </h1>
        {beside && <div className="text-muted">{beside}</div>}
        {below && <div className="mt-1.5 text-muted">{below}</div>}
      </div>
      {action}
    </header>
  );
}
