import { Plural, Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { ArrowUp, ChevronRight, Timer } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { createStore, type ReadableStore, useStore } from '#web/lib/store.ts';
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

type UnstatedFoodProps = {
  readonly listings: readonly Listing[];
  /** Nothing else is listed. */
  readonly isOnly: boolean;
  readonly gridClassName: string;
  readonly renderCard: (listing: Listing, index: number) => ReactNode;
};

/** Food of whose allergens its donors say nothing, set apart for a person who avoids some. */
export function UnstatedFood({ listings, isOnly, gridClassName, renderCard }: UnstatedFoodProps) {
  const [isToggled, setToggled] = useState(false);
  const isOpen = isToggled !== isOnly;
  const count = listings.length;
  if (count === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg/tight wide:text-xl">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-11 items-center gap-1.5 rounded-small text-start"
          onClick={() => setToggled((before) => !before)}
        >
          <ChevronRight
            className={`size-5 shrink-0 transition-transform duration-150 ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`}
          />
          {isOnly ? (
            <Plural
              value={count}
              one="# where the donor hasn't said what's in it"
              other="# where the donor hasn't said what's in it"
            />
          ) : (
            <Plural
              value={count}
              one="# more where the donor hasn't said what's in it"
              other="# more where the donor hasn't said what's in it"
            />
          )}
        </button>
      </h2>
      {isOpen && (
        <>
          <p className="text-sm text-muted">
            <Trans>There are foods you avoid. Please ask before you eat any of these.</Trans>
          </p>
          <ul className={gridClassName}>{listings.map(renderCard)}</ul>
        </>
      )}
    </section>
  );
}

/** A store, so that the feed does not render again once the element is there. */
export type NewsSlot = ReadableStore<HTMLElement | null>;

const NO_SLOT: NewsSlot = createStore<HTMLElement | null>(null);

type NewFoodPillProps = {
  readonly count: number;
  /** True if it leads to the new food, rather than to the beginning of a list. */
  readonly isNearby: boolean;
  /** The element beside the sticky filters; without one it is in its own place. */
  readonly slot?: NewsSlot | undefined;
  readonly onShow: () => void;
};

/** "1 new nearby": announced, and brings new food to where the person is. */
export function NewFoodPill({ count, isNearby, slot, onShow }: NewFoodPillProps) {
  const place = useStore(slot ?? NO_SLOT);
  const pill = (
    <output className="flex shrink-0">
      {count > 0 && (
        <button
          type="button"
          className="target-44 inline-flex min-h-9 items-center gap-1.5 rounded-full border border-transparent bg-mango px-3 text-sm font-semibold whitespace-nowrap text-mango-ink hover:brightness-95"
          onClick={onShow}
        >
          <ArrowUp className="size-4" />
          {isNearby ? (
            <Plural value={count} one="# new nearby" other="# new nearby" />
          ) : (
            <Plural value={count} one="Show # new item" other="Show # new items" />
          )}
        </button>
      )}
    </output>
  );
  if (!slot) return pill;
  // rendered only once its place exists: elsewhere it would add a gap and remove it again
  return place && createPortal(pill, place);
}
