type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;
type KeyedLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Limits concurrent calls to `maxConcurrent`; the others wait, first in, first out. */
export function makeConcurrencyLimit(maxConcurrent: number): Limit {
  const inTurn = makeKeyedConcurrencyLimit(maxConcurrent);
  return (work) => inTurn('', work);
}

/** A separate limit for each key. Keys without calls are removed. */
export function makeKeyedConcurrencyLimit(maxConcurrent: number): KeyedLimit {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= maxConcurrent) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.running++;
    try {
      return await work();
    } finally {
      // pass the slot to the next in line, or free it
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}

type Turn = { readonly begin: () => void; readonly refuse: () => void };
type Line = { running: number; readonly waiting: Turn[] };

/** Those who are served alike. */
export type Rank = {
  /** One of them begins while fewer than this run in all. */
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  /**
   * How long one waits: through a short rush `first`; once some have been waiting for that long without a break, only
   * `standing`, since more comes than can be served, and each would wait in vain for those before it.
   */
  readonly patienceMs?: { readonly first: number; readonly standing: number };
};

/**
 * A line in which the first rank goes before the second, and so on. Within a rank the key with the fewest running calls
 * is next, and equal keys take turns; each is first in, first out. One more than `maxWaiting` is refused with `refusal`,
 * or the last of the key with the most in its place, if its own has fewer. `enter` resolves with what ends the turn.
 */
export function makeFairLine({
  ranks,
  refusal,
}: {
  readonly ranks: readonly Rank[];
  readonly refusal: () => Error;
}): { enter(key: string, rank: number): Promise<() => void> } {
  // of the lines of a rank, whose call has ended last is the last
  const queues = ranks.map((rank) => ({ ...rank, lines: new Map<string, Line>(), waiting: 0, sinceMs: 0 }));
  type Queue = (typeof queues)[number];
  let running = 0;

  function makeRoom(queue: Queue, line: Line): void {
    if (queue.waiting < queue.maxWaiting) return;
    const all = [...queue.lines.values()];
    const longest = all.reduce((most, one) => (one.waiting.length > most.waiting.length ? one : most));
    if (line.waiting.length + 1 >= longest.waiting.length) throw refusal();
    longest.waiting.at(-1)?.refuse();
  }

  function waitForTurn(queue: Queue, key: string, line: Line): Promise<void> {
    const nowMs = performance.now();
    if (queue.waiting === 0) queue.sinceMs = nowMs;
    queue.waiting++;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveLine = (): void => {
      clearTimeout(timer);
      queue.waiting--;
      line.waiting.splice(line.waiting.indexOf(turn), 1);
    };
    const turn: Turn = {
      begin() {
        leaveLine();
        resolve();
      },
      refuse() {
        leaveLine();
        if (line.running === 0 && line.waiting.length === 0) queue.lines.delete(key);
        reject(refusal());
      },
    };
    const { first = 0, standing = 0 } = queue.patienceMs ?? {};
    const isStanding = nowMs - queue.sinceMs > first;
    const timer = queue.patienceMs && setTimeout(turn.refuse, isStanding ? standing : first);
    line.waiting.push(turn);
    return promise;
  }

  function begin(line: Line): void {
    running++;
    line.running++;
  }

  function beginNext(): void {
    for (const queue of queues)
      while (running < queue.maxConcurrent && queue.waiting > 0) {
        const waiting = [...queue.lines.values()].filter((line) => line.waiting.length > 0);
        const line = waiting.reduce((next, one) => (one.running < next.running ? one : next));
        begin(line);
        line.waiting[0]?.begin();
      }
  }

  return {
    async enter(key, rank) {
      const queue = queues[rank];
      if (!queue) throw new Error(`there is no rank ${rank}`);
      const line = queue.lines.get(key) ?? { running: 0, waiting: [] };
      const isFree = running < queue.maxConcurrent;
      if (!isFree) makeRoom(queue, line);
      queue.lines.set(key, line);
      if (isFree) begin(line);
      else await waitForTurn(queue, key, line);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        running--;
        line.running--;
        queue.lines.delete(key);
        if (line.running > 0 || line.waiting.length > 0) queue.lines.set(key, line);
        beginNext();
      };
    },
  };
}

/** Limits concurrent calls to `maxConcurrent`, with `maxWaiting` in a fair line of one rank. */
export function makeFairLimit({ refusal, ...rank }: Rank & { readonly refusal: () => Error }): KeyedLimit {
  const line = makeFairLine({ ranks: [rank], refusal });
  return async (key, work) => {
    const leave = await line.enter(key, 0);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** Rejects if `work` has not settled within `ms`. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('that took too long')), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
