import { type ReactNode, useEffect, useRef } from 'react';
import { takeHeadingFocusRequest } from '#web/lib/focus.ts';
import { classNames } from '#web/ui/class-names.ts';

type StepHeadingProps = {
  readonly children: ReactNode;
  readonly className?: string;
  /** Announced whenever it changes. */
  readonly isLive?: boolean;
};

/** The heading of a step. Receives focus when a button of another step has led here. */
export function StepHeading({ children, className, isLive = false }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takeHeadingFocusRequest()) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      aria-live={isLive ? 'polite' : undefined}
      className={classNames('outline-none', className)}
    >
      {children}
    </h2>
  );
}
