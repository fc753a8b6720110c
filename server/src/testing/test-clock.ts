import type { Clock } from '#server/platform/clock.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { forward(ms: number): void };

export function makeTestClock(start: string): TestClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    forward(ms) {
      nowMs += ms;
    },
  };
}
