import { type ReactNode, type Ref, useId } from 'react';
import { Card } from './Card.tsx';
import { classNames } from './class-names.ts';

type SectionProps = {
  readonly title: ReactNode;
  /** Classes of the heading. */
  readonly heading?: string;
  /** Makes the heading focusable, for what is gone from the section. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly isCard?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A part of a screen that its heading names. */
export function Section({
  title,
  heading = 'text-xl',
  headingRef,
  isCard = false,
  className,
  children,
}: SectionProps) {
  const id = useId();
  const content = (
    <>
      <h2
        id={id}
        {...(headingRef && { ref: headingRef, tabIndex: -1 })}
        className={classNames(heading, headingRef && 'outline-none')}
      >
        {title}
      </h2>
      {children}
    </>
  );
  return isCard ? (
    <Card as="section" aria-labelledby={id} className={className}>
      {content}
    </Card>
  ) : (
    <section aria-labelledby={id} className={className}>
      {content}
    </section>
  );
}
