import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { memo, type ReactNode } from 'react';
import { useTurn } from '#web/lib/use-turn.ts';
import { Card } from '#web/ui/Card.tsx';
import { ListingCard } from './ListingCard.tsx';
import { marksOnMap } from './marks-on-map.ts';

type Props = {
  readonly listing: Listing;
  readonly href: string;
  readonly nowMs: number;
  readonly isOwn: boolean;
  readonly isGone: boolean;
  readonly avoids: readonly Allergen[];
  /** Stays the same function, or every card is drawn again with the list. */
  readonly renderAction: (listing: Listing, isGone: boolean) => ReactNode;
  /** Whether it is in the first view: drawn, and its photo fetched, before the others. */
  readonly eager: boolean;
  /** Whether it is drawn with the list and not in its turn, as where one comes back to a place in it. */
  readonly atOnce: boolean;
};

/** A card's room until its turn comes; fewer parts than a card or its skeleton have. */
function CardRoom() {
  return (
    <Card flush className="h-full">
      <div className="aspect-4/3 bg-sunken" />
      <div className="h-56" />
    </Card>
  );
}

/** One card of the feed. It is drawn again only when something of its own changed. */
export const FeedItem = memo(function FeedItem(props: Props) {
  const { listing, isOwn, isGone, renderAction, atOnce, ...card } = props;
  const isDrawn = useTurn(atOnce || card.eager);
  return (
    <li data-item={listing.id} {...marksOnMap(listing)}>
      {isDrawn ? (
        <ListingCard
          {...card}
          listing={listing}
          isOwn={isOwn}
          isGone={isGone}
          action={isOwn ? null : renderAction(listing, isGone)}
        />
      ) : (
        <CardRoom />
      )}
    </li>
  );
});
