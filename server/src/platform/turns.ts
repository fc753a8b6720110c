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
