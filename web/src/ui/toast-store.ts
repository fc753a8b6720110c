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

/** An action that shows a toast and navigates does both within this time; anything later is another action. */
const SAME_ACT_MS = 1000;

let lastInputAtMs = Number.NEGATIVE_INFINITY;
const noteInput = () => {
  lastInputAtMs = performance.now();
};
const INPUTS = ['pointerdown', 'keydown'] as const;

// One slot: a new toast replaces the previous one. Input matters only while one is shown.
const current = createStore<ShownToast | null>(null, () => {
  for (const input of INPUTS) window.addEventListener(input, noteInput, { capture: true, passive: true });
  return () => {
    for (const input of INPUTS) window.removeEventListener(input, noteInput, { capture: true });
  };
});
let lastId = 0;
let raisedAtMs = 0;

/** Shows a short-lived message. Information that must not be missed belongs in the page. */
export function toast(what: Toast): void {
  lastId += 1;
  raisedAtMs = performance.now();
  current.set({ ...what, id: lastId });
}

/** Says that an action failed. */
export const toastFailure = (title: string, description?: string): void =>
  toast({ title, ...(description !== undefined && { description }), tone: 'destructive' });

export function dismissToast(id?: number): void {
  if (id === undefined || current.get()?.id === id) current.set(null);
}

/** On another screen; a toast whose own act navigated stays its time. */
export function dismissToastOnNavigation(): void {
  const isOfSameAct = lastInputAtMs <= raisedAtMs && performance.now() - raisedAtMs < SAME_ACT_MS;
  if (!isOfSameAct) current.set(null);
}

export function useCurrentToast(): ShownToast | null {
  return useStore(current);
}
