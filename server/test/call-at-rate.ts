import { setTimeout as sleep } from 'node:timers/promises';

/** Calls `each` `times` times at `perSecond`, as evenly as timers allow; delays are caught up. */
export async function callAtRate(
  times: number,
  perSecond: number,
  each: (nth: number) => Promise<void> | void,
): Promise<void> {
  const startedMs = performance.now();
  for (let nth = 0; nth < times; nth++) {
    const dueMs = startedMs + (nth * 1000) / perSecond;
    // timers have whole milliseconds: what is due within one runs now
    if (dueMs - performance.now() > 1) await sleep(dueMs - performance.now());
    await each(nth);
  }
}

/** A clock that all processes of this machine share, in milliseconds. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
