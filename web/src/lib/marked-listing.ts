import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { useSyncExternalStore } from 'react';

/** The listing whose card is hovered or has the focus, at its public point. */
export type MarkedListing = { readonly id: string; readonly point: GeoPoint };

let marked: MarkedListing | null = null;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks a listing's point on the map; null marks none. The feed says it, the map shows it. */
export function markListing(listing: MarkedListing | null): void {
  if (marked?.id === listing?.id) return;
  marked = listing;
  for (const listener of listeners) listener();
}

export const useMarkedListing = (): MarkedListing | null => useSyncExternalStore(listen, () => marked);
