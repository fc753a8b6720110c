import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside';
  /** Without padding, for cards that begin with a picture. */
  flush?: boolean;
};

export function Card({ as: Tag = 'div', flush = false, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={classNames(
        'rounded-card bg-surface text-ink shadow-card',
        flush ? 'overflow-hidden' : 'p-4 sm:p-6',
        className,
      )}
    />
  );
}
