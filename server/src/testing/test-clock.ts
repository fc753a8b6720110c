import type { Clock } from '#server/platform/clock.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & {
  /** Where it stands, in milliseconds since 1970. */
  at: number;
  forward(ms: number): void;
};

export function makeTestClock(start: string): TestClock {
  const clock: TestClock = {
    at: Date.parse(start),
    now: () => new Date(clock.at),
    forward(ms) {
      clock.at += ms;
    },
  };
  return clock;
}
