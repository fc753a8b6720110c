import { useLingui } from '@lingui/react';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { memo, type ReactNode, startTransition, useEffect, useState } from 'react';
import { highlightHandlers } from './highlighted-listing.ts';
import { type CardShape, ListingCard, ListingCardPlace } from './ListingCard.tsx';

/** A busy phone has no idle moment; after this time the render happens anyway. */
const MAX_WAIT_MS = 250;

const waiting = new Set<() => void>();
let isScheduled = false;

/** Safari has no `requestIdleCallback`. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  else setTimeout(run);
};

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  whenIdle(() => {
    isScheduled = false;
    const [next] = waiting;
    if (next) waiting.delete(next);
    next?.();
    schedule();
  });
}

/**
 * Returns true once this component may render: immediately if `immediate`, otherwise one component per idle
 * moment in mount order, so that a long list never blocks input on a slow phone. Stays true.
 */
function useDeferredRender(immediate: boolean): boolean {
  const [isRendered, setRendered] = useState(immediate);
  useEffect(() => {
    if (isRendered) return undefined;
    const render = () => startTransition(() => setRendered(true));
    waiting.add(render);
    schedule();
    return () => void waiting.delete(render);
  }, [isRendered]);
  return isRendered;
}

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
