import { startTransition, useEffect, useState } from 'react';
import { Optional, type OptionalProps } from './ErrorBoundary.tsx';

/** A busy phone has no idle moment; after this time the render happens anyway. */
const MAX_WAIT_MS = 250;

const waiting = new Set<() => void>();
let isScheduled = false;

/** Safari has no `requestIdleCallback`. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: MAX_WAIT_MS });
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
 * Returns true once this component may render: immediately if `immediate`, otherwise one component per idle
 * moment in mount order, so that a long list never blocks input on a slow phone. Stays true.
 */
export function useDeferredRender(immediate: boolean): boolean {
  const [isRendered, setRendered] = useState(immediate);
  useEffect(() => {
    if (isRendered) return undefined;
    const render = () => startTransition(() => setRendered(true));
    waiting.add(render);
    schedule();
    return () => void waiting.delete(render);
  }, [isRendered]);
  return isRendered;
}

/** An optional part that the first screen does without: its code does not compete with the first food's. */
export const Later = (props: OptionalProps) =>
  useDeferredRender(false) ? <Optional {...props} /> : props.fallback;
