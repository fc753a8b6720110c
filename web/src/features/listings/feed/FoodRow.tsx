import { Trans } from '@lingui/react/macro';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ListingCardSkeleton } from './ListingCard.tsx';

/** Columns by the size of the text: two on a phone, one where the text is twice as large, four beside the map. */
export const SQUARES =
  'grid [--card:9.5rem] max-[22.4rem]:[--card:8.5rem] grid-cols-[repeat(auto-fill,minmax(min(var(--card),100%),1fr))] gap-2 wide:gap-3';
/** Below the header and the filters; the page itself leaves 5rem. */
const SCROLL_MARGIN = 'scroll-mt-[calc(var(--header-bar)-1.5rem)]';

type Props = {
  readonly title: ReactNode;
  readonly listRef?: Ref<HTMLUListElement>;
  readonly children: ReactNode;
};

export function FoodRow({ title, listRef, children }: Props) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={`flex flex-col gap-1 max-sm:gap-0.5 wide:gap-1.5 ${SCROLL_MARGIN}`}
    >
      <h2
        id={headingId}
        tabIndex={-1}
        className="text-lg/tight outline-none max-[15rem]:text-base/tight wide:text-xl"
      >
        {title}
      </h2>
      <ul ref={listRef} aria-labelledby={headingId} className={SQUARES}>
        {children}
      </ul>
    </section>
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
