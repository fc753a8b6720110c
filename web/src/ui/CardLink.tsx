import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';

type Props = {
  readonly href: string;
  readonly className?: string;
  /** The link's text, one line of the card. */
  readonly children: ReactNode;
};

/**
 * A link as large as the positioned part around it, a card or a row, named by one line of it. The line itself is hidden
 * from assistive technology, so that it is read once.
 */
export function CardLink({ href, className, children }: Props) {
  const id = useId();
  return (
    <>
      <Link
        href={href}
        aria-labelledby={id}
        className={classNames('peer absolute inset-0 -outline-offset-3', className)}
      />
      <bdi id={id} aria-hidden="true" className="peer-hover:underline">
        {children}
      </bdi>
    </>
  );
}
