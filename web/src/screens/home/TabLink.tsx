import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type HomeTab, paths } from '#web/lib/paths.ts';
import { CountMark } from '#web/ui/CountMark.tsx';

type TabLinkProps = {
  tab: HomeTab;
  current: HomeTab;
  /** A count over the corner, also said in words. */
  unread: number;
  className: string;
  children: ReactNode;
};

/** A link to a tab that says whether it is the one shown. */
export function TabLink({ tab, current, unread, className, children }: TabLinkProps) {
  return (
    <Link href={paths.tab(tab)} aria-current={tab === current ? 'page' : undefined} className={className}>
      {children}
      {unread > 0 && (
        <>
          <CountMark count={unread} />
          <span className="sr-only">{plural(unread, { one: ', # unread', other: ', # unread' })}</span>
        </>
      )}
    </Link>
  );
}
