import type { Clock } from '#server/platform/clock.ts';

/** A clock the demo sets to when each thing happened. */
export type MovingClock = Clock & { setTo(ms: number): void };

export function makeMovingClock(startMs: number): MovingClock {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    setTo(ms) {
      nowMs = ms;
    },
  };
}
