import { createStore, useStore } from './store.ts';

/** A clock that ticks while a component uses it. */
function createClock(tickMs: number) {
  const clock = createStore(Date.now(), () => {
    const tick = () => clock.set(Date.now());
    // A sleeping device delays its timers: tick when the page is visible again.
    const onVisible = () => {
      if (document.visibilityState === 'visible') tick();
    };
    tick();
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  });
  return clock;
}

const minuteClock = createClock(60_000);
const secondClock = createClock(1000);

/** The current time in epoch milliseconds, updated every minute, or every second where seconds are shown. */
export function useNow(pace: 'minute' | 'second' = 'minute'): number {
  return useStore(pace === 'second' ? secondClock : minuteClock);
}
