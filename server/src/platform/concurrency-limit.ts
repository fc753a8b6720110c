/** Lets at most `atOnce` pieces of work run together; the others wait for their turn, first come first served. */
export function makeConcurrencyLimit(
  atOnce: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // the turn is handed on, or given back
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Turns for each key by itself: who waits at one does not wait for another. A key that nobody is at is forgotten. */
export function makeKeyedConcurrencyLimit(
  atOnce: number,
): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<
    string,
    { readonly inTurn: ReturnType<typeof makeConcurrencyLimit>; present: number }
  >();
  return async (key, work) => {
    const line = lines.get(key) ?? { inTurn: makeConcurrencyLimit(atOnce), present: 0 };
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

/** What `work` gives, or a refusal once `ms` have passed: for work of others that may never end. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('that took too long')), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
