import { type ReactNode, useSyncExternalStore } from 'react';

export type Toast = {
  title: ReactNode;
  description?: string;
  tone?: 'plain' | 'success' | 'destructive';
  /** How long it stays, 5000 ms unless said. */
  durationMs?: number;
  action?: { label: string; onSelect: () => void };
};

export type ShownToast = Toast & { readonly id: number };

export const DEFAULT_TOAST_MS = 5000;

// There is one slot: a new toast takes the place of the old one.
let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says something in passing. What a person must not miss belongs into the page instead. */
export function toast(what: Toast): void {
  lastId += 1;
  show({ ...what, id: lastId });
}

/** Takes the toast away; with an id, only if that one is still shown. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) show(null);
}

/** The toast that is shown now. */
export function useCurrentToast(): ShownToast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
