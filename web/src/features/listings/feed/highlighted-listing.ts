import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type FocusEvent, useSyncExternalStore } from 'react';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';

/** The listing whose card is hovered or focused, at its public point. */
export type HighlightedListing = { readonly id: string; readonly point: GeoPoint };
/**
 * What highlights a card. The pointer has priority; when it leaves, the focused card is highlighted again.
 */
export type HighlightSource = 'pointer' | 'focus';

const marks: Record<HighlightSource, HighlightedListing | null> = { pointer: null, focus: null };
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(by: HighlightSource, listing: HighlightedListing | null): void {
  if (marks[by]?.id === listing?.id) return;
  marks[by] = listing;
  for (const listener of listeners) listener();
}

/** Highlights a listing's point on the map. Set by the feed, shown by the map. */
export const highlightListing = (by: HighlightSource, listing: HighlightedListing): void => set(by, listing);

/** Removes the highlight of this listing; another listing's highlight stays. */
export function unhighlightListing(by: HighlightSource, id: string): void {
  if (marks[by]?.id === id) set(by, null);
}

/** Removes highlights of all other listings: a card that unmounts gets no pointerleave or blur. */
export function keepHighlightsOf(ids: readonly string[]): void {
  for (const by of ['pointer', 'focus'] as const) {
    const id = marks[by]?.id;
    if (id !== undefined && !ids.includes(id)) set(by, null);
  }
}

export const useHighlightedListing = (): HighlightedListing | null =>
  useSyncExternalStore(listen, () => marks.pointer ?? marks.focus);

/** Event handlers for a card that highlight its listing on the map while it is hovered or focused. */
export function highlightHandlers({
  id,
  latitude,
  longitude,
}: Pick<Listing, 'id' | 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return {};
  const mark = (by: HighlightSource) => highlightListing(by, { id, point: { latitude, longitude } });
  return {
    onPointerEnter: () => mark('pointer'),
    onPointerLeave: () => unhighlightListing('pointer', id),
    onFocus: () => mark('focus'),
    // moving focus within the card keeps the highlight
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) unhighlightListing('focus', id);
    },
  };
}
