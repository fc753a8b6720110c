import { startTransition, useEffect, useState } from 'react';

/** A busy phone finds no idle moment; then it is done anyway. */
const WAIT_AT_MOST_MS = 250;

const waiting = new Set<() => void>();
let isScheduled = false;

/** Safari has no idle moments to offer. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: WAIT_AT_MOST_MS });
  else setTimeout(run);
};

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  whenIdle(() => {
    isScheduled = false;
    const [next] = waiting;
    if (next) waiting.delete(next);
    next?.();
    schedule();
  });
}

/**
 * Whether it is this part's turn to be drawn: at once where `atOnce`, else after the parts before it, one in each idle
 * moment, so that a long list never keeps a slow phone from answering a finger. Once drawn, it stays so.
 */
export function useTurn(atOnce: boolean): boolean {
  const [isDrawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (isDrawn) return undefined;
    const draw = () => startTransition(() => setDrawn(true));
    waiting.add(draw);
    schedule();
    return () => void waiting.delete(draw);
  }, [isDrawn]);
  return isDrawn;
}
