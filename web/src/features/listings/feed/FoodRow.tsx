import { Plural, Trans } from '@lingui/react/macro';
import { Timer } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'wouter';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { feedPath, NO_FILTER } from '../search/feed-filter.ts';
import { ListingCardSkeleton } from './ListingCard.tsx';

/** Columns by the size of the text: two on a phone, one where the text is twice as large, four beside the map. */
export const SQUARES =
  'grid [--card:9.5rem] max-[22.4rem]:[--card:8.5rem] grid-cols-[repeat(auto-fill,minmax(min(var(--card),100%),1fr))] gap-2 wide:gap-3';
/** Below the header and the filters; the page itself leaves 5rem. */
const SCROLL_MARGIN = 'scroll-mt-[calc(var(--header-bar)-1.5rem)]';

type Props = {
  readonly title: ReactNode;
  readonly action?: ReactNode;
  readonly below?: ReactNode;
  readonly listRef?: Ref<HTMLUListElement>;
  readonly children: ReactNode;
};

export function FoodRow({ title, action, below, listRef, children }: Props) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`flex flex-col gap-1 wide:gap-1.5 ${SCROLL_MARGIN}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2
          id={headingId}
          tabIndex={-1}
          className="text-lg/tight outline-none max-[15rem]:text-base/tight wide:text-xl"
        >
          {title}
        </h2>
        {action}
      </div>
      <ul ref={listRef} aria-labelledby={headingId} className={SQUARES}>
        {children}
      </ul>
      {below}
    </section>
  );
}

export function SeeAllExpiring({ count }: { readonly count: number }) {
  return (
    <Link
      href={feedPath({ ...NO_FILTER, freshness: 'expiring-soon' })}
      className="target-44 inline-flex min-h-6 items-center rounded-small text-sm font-semibold text-brand hover:underline"
    >
      <Plural value={count} one="# expires within a day" other="# expire within a day" />
    </Link>
  );
}

/** The specification's sentence about critical food; nothing if there is none. */
export function CriticalSentence({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-1.5 py-1 text-base/tight font-semibold">
      <Timer className="size-5 shrink-0" />
      <span>
        <Plural
          value={count}
          one="# item expiring very soon - claim quickly!"
          other="# items expiring very soon - claim quickly!"
        />
      </span>
    </p>
  );
}

export function FailedRow({ onRetry, busy }: { readonly onRetry: () => void; readonly busy: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 rounded-control bg-sunken ps-4 pe-1">
      <p role="alert" className="py-2">
        <Trans>We couldn't load what was just shared.</Trans>
      </p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        <Trans>Try Again</Trans>
      </Button>
    </div>
  );
}

export function FoodRowSkeleton({ title }: { readonly title?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 wide:gap-1.5">
      {title ? (
        <h2 className="text-lg/tight wide:text-xl">{title}</h2>
      ) : (
        <Skeleton className="h-5.5 w-44 wide:h-7" />
      )}
      <div aria-hidden="true" className={SQUARES}>
        {[0, 1, 2, 3].map((nth) => (
          <ListingCardSkeleton key={nth} />
        ))}
      </div>
    </div>
  );
}
