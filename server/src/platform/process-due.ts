/** A page of due items in the order of their ids, after the id `after`. */
export type DuePage = { readonly after: string | null; readonly limit: number };

const BATCH = 20;

/**
 * Runs `work` on every item that `find` returns, page by page. An item that fails does not stop the others; the run
 * fails after the last one, naming `what` the items are. `work` returns whether the item was still due; the result is
 * how many were.
 */
export async function processDue<Key extends { readonly id: string }>(
  find: (page: DuePage) => Promise<readonly Key[]>,
  work: (key: Key) => Promise<boolean>,
  what: string,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (let after: string | null = null; ; ) {
    const page = await find({ after, limit: BATCH });
    for (const key of page) {
      try {
        if (await work(key)) done++;
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < BATCH) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due ${what} failed`);
  return done;
}
