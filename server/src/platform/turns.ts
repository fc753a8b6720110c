/** Lets at most `atOnce` pieces of work run together; the others wait for their turn, first come first served. */
export function makeTurns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
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

/** What `work` gives, or a refusal once `ms` have passed: for work of others that may never end. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('that took too long')), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
