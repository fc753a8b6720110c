/** The order in which people catch up, and the number of past events that each person may get. */
export type ReplayQueue = {
  /** Counts `events` to be replayed for a person; false, and nothing is counted, if they have had too many lately. */
  admit(personId: string, events: number): boolean;
  /** Runs `replay` in the person's turn. */
  inTurn<Result>(personId: string, replay: () => Promise<Result>): Promise<Result>;
};

/**
 * One replay at a time for each person, over all their sockets, and `concurrent` in all. Of the waiting people, the one
 * with the fewest replayed events in the current window goes first, so that a person who missed little never waits
 * behind one with many sockets. In each window a person is admitted to `eventsAtMost` events.
 */
export function makeReplayQueue({
  concurrent,
  eventsAtMost,
  windowMs,
  nowMs,
}: {
  readonly concurrent: number;
  readonly eventsAtMost: number;
  readonly windowMs: number;
  readonly nowMs: () => number;
}): ReplayQueue {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();
  /** The events that each person was admitted to in this window. */
  const admitted = new Map<string, number>();
  let windowEndMs = Number.NEGATIVE_INFINITY;

  const admittedTo = (personId: string): number => admitted.get(personId) ?? 0;

  function nextPerson(): string | null {
    let least: string | null = null;
    for (const personId of waiting.keys()) {
      if (running.has(personId)) continue;
      if (least === null || admittedTo(personId) < admittedTo(least)) least = personId;
    }
    return least;
  }

  function startNext(): void {
    if (running.size >= concurrent) return;
    const personId = nextPerson();
    if (personId === null) return;
    const [first, ...others] = waiting.get(personId) ?? [];
    waiting.delete(personId);
    if (others.length > 0) waiting.set(personId, others);
    running.add(personId);
    first?.();
  }

  return {
    admit(personId, events) {
      if (nowMs() >= windowEndMs) {
        admitted.clear();
        windowEndMs = nowMs() + windowMs;
      }
      const total = admittedTo(personId) + events;
      if (total > eventsAtMost) return false;
      admitted.set(personId, total);
      return true;
    },
    async inTurn(personId, replay) {
      await new Promise<void>((resolve) => {
        waiting.set(personId, [...(waiting.get(personId) ?? []), resolve]);
        startNext();
      });
      try {
        return await replay();
      } finally {
        running.delete(personId);
        startNext();
      }
    },
  };
}
