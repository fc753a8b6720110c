import { type ReactNode, useSyncExternalStore } from 'react';

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
let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a short-lived message. Information that must not be missed belongs in the page. */
export function toast(what: Toast): void {
  lastId += 1;
  show({ ...what, id: lastId });
}

/** Removes the toast; with an id, only if that one is still shown. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) show(null);
}

/** The toast currently shown. */
export function useCurrentToast(): ShownToast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
