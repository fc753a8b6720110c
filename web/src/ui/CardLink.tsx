import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

type Props = {
  readonly href: string;
  /** The link's text, one line of the card. */
  readonly children: ReactNode;
};

/** A link as large as the positioned part around it. The line itself is hidden, so that it is read once. */
export function CardLink({ href, children }: Props) {
  const id = useId();
  return (
    <>
      <Link
        href={href}
        aria-labelledby={id}
        className="peer absolute inset-0 rounded-card -outline-offset-3"
      />
      <bdi id={id} aria-hidden="true" className="peer-hover:underline">
        {children}
      </bdi>
    </>
  );
}
