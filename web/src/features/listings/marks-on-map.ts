import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { FocusEvent } from 'react';
import { type MarkedBy, markListing, unmarkListing } from '#web/lib/marked-listing.ts';

/** What makes a card's listing stand out on the map while it is pointed at or has the focus. */
export function marksOnMap({ id, latitude, longitude }: Pick<Listing, 'id' | 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return {};
  const mark = (by: MarkedBy) => markListing(by, { id, point: { latitude, longitude } });
  return {
    onPointerEnter: () => mark('pointer'),
    onPointerLeave: () => unmarkListing('pointer', id),
    onFocus: () => mark('focus'),
    // from a card's title to its button the mark stays
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) unmarkListing('focus', id);
    },
  };
}
