import { useSyncExternalStore } from 'react';

type Tick = { readonly subscribe: (listener: () => void) => () => void; readonly nowMs: () => number };

/** One shared clock a pace, ticking only while somebody looks. */
function makeTick(everyMs: number): Tick {
  const listeners = new Set<() => void>();
  let nowMs = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    nowMs = Date.now();
    for (const listener of listeners) listener();
  };
  // A sleeping phone holds its timers back: look at the clock as soon as the page is seen again.
  const onVisible = () => {
    if (document.visibilityState === 'visible') tick();
  };
  return {
    nowMs: () => nowMs,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        nowMs = Date.now();
        timer = setInterval(tick, everyMs);
        document.addEventListener('visibilitychange', onVisible);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener('visibilitychange', onVisible);
      };
    },
  };
}

const everyMinute = makeTick(60_000);
const everySecond = makeTick(1000);

/** The time now in epoch milliseconds, renewed every minute, or every second where seconds are shown. */
export function useNow(pace: 'minute' | 'second' = 'minute'): number {
  const tick = pace === 'second' ? everySecond : everyMinute;
  return useSyncExternalStore(tick.subscribe, tick.nowMs);
}
