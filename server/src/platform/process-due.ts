/** A page of things that something is due for, by id; it goes on behind the last one. */
export type DuePage = { readonly after: string | null; readonly limit: number };

const BATCH = 100;

/**
 * Does `work` on every thing that `find` gives, page by page. One that fails does not keep the others; it fails the
 * run once they are done, under the name of `what` they are. `work` says whether there still was something to do; given
 * is how often there was.
 */
export async function processDue<Key extends { readonly id: string }>(
  find: (page: DuePage) => Promise<readonly Key[]>,
  work: (key: Key) => Promise<boolean>,
  what = 'claims',
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
