import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';

type Props = { readonly id: string; readonly className?: string; readonly children: ReactNode };

/** A person's name as a link to their card, an overlay of the current page. */
export function PersonLink({ id, className, children }: Props) {
  const search = useSearch();
  return (
    <Link
      href={paths.person(id, search)}
      className={classNames(
        'line-clamp-2 rounded-small wrap-anywhere underline decoration-current/35 underline-offset-4 hover:decoration-current',
        className,
      )}
    >
      {children}
    </Link>
  );
}
