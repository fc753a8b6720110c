import { useLingui } from '@lingui/react';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { memo, type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMediaQuery } from '#web/lib/browser-state.ts';
import { useDeferredRender } from '#web/ui/Later.tsx';
import { highlightHandlers } from './highlighted-listing.ts';
import { type CardShape, ListingCard, ListingCardPlace } from './ListingCard.tsx';

type Props = {
  readonly listing: Listing;
  readonly href: string;
  readonly giverHref: string;
  readonly nowMs: number;
  readonly isOwn: boolean;
  readonly isGone: boolean;
  readonly avoids: readonly Allergen[];
  /** Has to be a stable function, or every card renders again with the list. */
  readonly renderAction: (listing: Listing, isGone: boolean) => ReactNode;
  /** True if it is in the first view: rendered, and its photo loaded, before the others. */
  readonly eager: boolean;
  readonly shape: CardShape;
  /** True to render with the list instead of deferring, for example when a scroll position is restored. */
  readonly immediate: boolean;
};

/** A line among squares takes the width of all columns. */
const WIDTHS: Readonly<Record<CardShape, string | undefined>> = {
  square: undefined,
  line: 'col-span-full [.lines_&]:col-span-1',
  whole: 'col-span-full',
  half: 'col-span-2',
};

/** One card of the feed. Renders again only when its own props or the language changed. */
export const FeedItem = memo(function FeedItem(props: Props) {
  const { listing, isOwn, isGone, renderAction, immediate, ...card } = props;
  useLingui();
  const isRendered = useDeferredRender(immediate || card.eager);
  return (
    <li data-item={listing.id} className={WIDTHS[card.shape]} {...highlightHandlers(listing)}>
      {isRendered ? (
        <ListingCard
          {...card}
          listing={listing}
          isOwn={isOwn}
          isGone={isGone}
          action={isOwn ? null : renderAction(listing, isGone)}
        />
      ) : (
        <ListingCardPlace shape={card.shape} />
      )}
    </li>
  );
});

const PHONE = '(max-width: 39.99rem)';
export const useIsPhone = (): boolean => useMediaQuery(PHONE);

/** As many as most windows have, until they are counted. */
const USUAL = { phone: 2, wide: 4 } as const;

/** The number of columns of a grid, and the ref of an empty one, as wide, by which they are counted. */
export function useColumns(): readonly [columns: number, probe: RefCallback<HTMLElement>] {
  const usual = useIsPhone() ? USUAL.phone : USUAL.wide;
  const [columns, setColumns] = useState<number>(usual);
  const probe = useCallback((grid: HTMLElement) => {
    // called after a layout and before its paint: to count earlier lays out the whole page once more
    const observer = new ResizeObserver(() => {
      const tracks = getComputedStyle(grid).gridTemplateColumns;
      // as many as usual render nothing again
      if (/^\d/.test(tracks)) flushSync(() => setColumns(tracks.split(' ').length));
    });
    observer.observe(grid);
    return () => observer.disconnect();
  }, []);
  return [columns, probe];
}

/** The shape of a card in a row of so many: those of a last line with a gap beside them are wider, and fill it. */
export function shapeInRow(index: number, count: number, columns: number): CardShape {
  const left = count % columns;
  if (index < count - left || left * 2 > columns) return 'square';
  return left === 1 ? 'whole' : 'half';
}
