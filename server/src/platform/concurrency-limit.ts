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
