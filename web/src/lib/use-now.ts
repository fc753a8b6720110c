import { useEffect, useState } from 'react';
import { createEvent } from './store.ts';

/** A clock that ticks while a component uses it. */
function createClock(tickMs: number) {
  /** The last tick; null while nothing uses the clock. */
  let tickedAtMs: number | null = null;
  const ticked = createEvent<number>(() => {
    const tick = () => {
      tickedAtMs = Date.now();
      ticked.emit(tickedAtMs);
    };
    // A sleeping device delays its timers: tick when the page is visible again.
    const onVisible = () => {
      if (document.visibilityState === 'visible') tick();
    };
    tickedAtMs = Date.now();
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      tickedAtMs = null;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  });
  return { nowMs: () => tickedAtMs ?? Date.now(), subscribe: ticked.subscribe };
}

const minuteClock = createClock(60_000);
const secondClock = createClock(1000);

/** The current time in epoch milliseconds, updated every minute, or every second where seconds are shown. */
export function useNow(pace: 'minute' | 'second' = 'minute'): number {
  const clock = pace === 'second' ? secondClock : minuteClock;
  // local state: a shared value that starts with the clock would render everything twice
  const [nowMs, setNowMs] = useState(clock.nowMs);
  useEffect(() => clock.subscribe(setNowMs), [clock]);
  return nowMs;
}
