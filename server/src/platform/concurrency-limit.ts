/** Limits concurrent calls to `maxConcurrent`; the others wait, first in, first out. */
export function makeConcurrencyLimit(
  maxConcurrent: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // pass the slot to the next in line, or free it
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

type Turn = { readonly begin: () => void; readonly refuse: () => void };
type Line = { running: number; readonly waiting: Turn[] };

/**
 * Limits concurrent calls to `maxConcurrent`. Of the others, the key with the fewest running calls is next, and equal
 * keys take turns; each is first in, first out. `maxWaiting` wait in all: one more is refused with `refusal`, or the
 * last of the key with the most in its place, if its own has fewer.
 */
export function makeFairLimit({
  maxConcurrent,
  maxWaiting,
  refusal,
}: {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  readonly refusal: () => Error;
}): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  // whose call has ended last is the last
  const lines = new Map<string, Line>();
  let running = 0;

  function makeRoom(line: Line): void {
    const all = [...lines.values()];
    if (all.reduce((sum, { waiting }) => sum + waiting.length, 0) < maxWaiting) return;
    const longest = all.reduce((most, one) => (one.waiting.length > most.waiting.length ? one : most));
    if (line.waiting.length + 1 >= longest.waiting.length) throw refusal();
    longest.waiting.pop()?.refuse();
  }

  function waitForTurn(line: Line): Promise<void> {
    return new Promise((begin, reject) => {
      line.waiting.push({ begin, refuse: () => reject(refusal()) });
    });
  }

  function beginNext(): void {
    const waiting = [...lines.values()].filter((line) => line.waiting.length > 0);
    if (waiting.length === 0) return;
    const line = waiting.reduce((next, one) => (one.running < next.running ? one : next));
    running++;
    line.running++;
    line.waiting.shift()?.begin();
  }

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    if (running >= maxConcurrent) {
      makeRoom(line);
      lines.set(key, line);
      await waitForTurn(line);
    } else {
      lines.set(key, line);
      running++;
      line.running++;
    }
    try {
      return await work();
    } finally {
      running--;
      line.running--;
      lines.delete(key);
      if (line.running > 0 || line.waiting.length > 0) lines.set(key, line);
      beginNext();
    }
  };
}

/** A separate limit for each key. Keys without calls are removed. */
export function makeKeyedConcurrencyLimit(
  maxConcurrent: number,
): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<
    string,
    { readonly inTurn: ReturnType<typeof makeConcurrencyLimit>; present: number }
  >();
  return async (key, work) => {
    const line = lines.get(key) ?? { inTurn: makeConcurrencyLimit(maxConcurrent), present: 0 };
    lines.set(key, line);
    line.present++;
    try {
      return await line.inTurn(work);
    } finally {
      line.present--;
      if (line.present === 0) lines.delete(key);
    }
  };
}

/** Rejects if `work` has not settled within `ms`. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('that took too long')), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
