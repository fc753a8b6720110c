import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type FocusEvent, useEffect } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';

/** The listing whose card is hovered or focused, at its public point. */
export type HighlightedListing = { readonly id: string; readonly point: GeoPoint };
/**
 * What highlights a card. The pointer has priority; when it leaves, the focused card is highlighted again.
 */
export type HighlightSource = 'pointer' | 'focus';

type Highlights = Readonly<Record<HighlightSource, HighlightedListing | null>>;

const highlights = createStore<Highlights>({ pointer: null, focus: null });

function set(by: HighlightSource, listing: HighlightedListing | null): void {
  const now = highlights.get();
  if (now[by]?.id !== listing?.id) highlights.set({ ...now, [by]: listing });
}

/** Highlights a listing's point on the map. Set by the feed, shown by the map. */
const highlightListing = (by: HighlightSource, listing: HighlightedListing): void => set(by, listing);

/** Removes the highlight of this listing; another listing's highlight stays. */
function unhighlightListing(by: HighlightSource, id: string): void {
  if (highlights.get()[by]?.id === id) set(by, null);
}

/** Removes highlights of all other listings: a card that unmounts gets no pointerleave or blur. */
export function keepHighlightsOf(ids: readonly string[]): void {
  for (const by of ['pointer', 'focus'] as const) {
    const id = highlights.get()[by]?.id;
    if (id !== undefined && !ids.includes(id)) set(by, null);
  }
}

export const useHighlightedListing = (): HighlightedListing | null =>
  useStore(highlights, ({ pointer, focus }) => pointer ?? focus);

export function highlightHandlers({
  id,
  latitude,
  longitude,
}: Pick<Listing, 'id' | 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return {};
  const highlight = (by: HighlightSource) => highlightListing(by, { id, point: { latitude, longitude } });
  return {
    onPointerEnter: () => highlight('pointer'),
    onPointerLeave: () => unhighlightListing('pointer', id),
    onFocus: () => highlight('focus'),
    // moving focus within the card keeps the highlight
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) unhighlightListing('focus', id);
    },
  };
}

/** The listings that the feed shows first: what stands beside or after them does not repeat them. */
export const firstInFeed = createStore<ReadonlySet<string>>(new Set());

/** What is shown first, which other parts of the page do not repeat. */
const FIRST_CARDS = 8;

/** Says which listings the feed shows, in its order: those of its rows and list, and those set apart. */
export function useShownInFeed(listed: readonly Listing[], setApart: readonly Listing[]): void {
  useEffect(() => keepHighlightsOf([...listed, ...setApart].map(({ id }) => id)), [listed, setApart]);
  useEffect(() => firstInFeed.set(new Set(listed.slice(0, FIRST_CARDS).map(({ id }) => id))), [listed]);
  useEffect(
    () => () => {
      keepHighlightsOf([]);
      firstInFeed.set(new Set());
    },
    [],
  );
}
