import type { ReactNode } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';

export type Toast = {
  title: ReactNode;
  description?: string;
  tone?: 'plain' | 'success' | 'destructive';
  /** Duration in milliseconds, 5000 by default. */
  durationMs?: number;
  action?: { label: string; onSelect: () => void };
};

export type ShownToast = Toast & { readonly id: number };

export const DEFAULT_TOAST_MS = 5000;

// One slot: a new toast replaces the previous one.
const current = createStore<ShownToast | null>(null);
let lastId = 0;

/** Shows a short-lived message. Information that must not be missed belongs in the page. */
export function toast(what: Toast): void {
  lastId += 1;
  current.set({ ...what, id: lastId });
}

/** Removes the toast; with an id, only if that one is still shown. */
export function dismissToast(id?: number): void {
  if (id === undefined || current.get()?.id === id) current.set(null);
}

/** The toast currently shown. */
export function useCurrentToast(): ShownToast | null {
  return useStore(current);
}
