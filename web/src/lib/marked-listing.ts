import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { useSyncExternalStore } from 'react';

/** The listing whose card is hovered or has the focus, at its public point. */
export type MarkedListing = { readonly id: string; readonly point: GeoPoint };
/** What a card is marked by. The pointer goes before the keyboard, and gives the mark back to it. */
export type MarkedBy = 'pointer' | 'focus';

const marks: Record<MarkedBy, MarkedListing | null> = { pointer: null, focus: null };
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(by: MarkedBy, listing: MarkedListing | null): void {
  if (marks[by]?.id === listing?.id) return;
  marks[by] = listing;
  for (const listener of listeners) listener();
}

/** Marks a listing's point on the map. The feed says it, the map shows it. */
export const markListing = (by: MarkedBy, listing: MarkedListing): void => set(by, listing);

/** Takes back what marks a listing; what marks another stays. */
export function unmarkListing(by: MarkedBy, id: string): void {
  if (marks[by]?.id === id) set(by, null);
}

/** Takes back what marks any other than these: a card that leaves hears neither the pointer nor the keyboard go. */
export function keepMarksOf(ids: readonly string[]): void {
  for (const by of ['pointer', 'focus'] as const) {
    const id = marks[by]?.id;
    if (id !== undefined && !ids.includes(id)) set(by, null);
  }
}

export const useMarkedListing = (): MarkedListing | null =>
  useSyncExternalStore(listen, () => marks.pointer ?? marks.focus);
