import { setTimeout as sleep } from 'node:timers/promises';

/** Does something `times` times, `perSecond` of them, as evenly as timers allow; what is late is made up for. */
export async function paced(
  times: number,
  perSecond: number,
  each: (nth: number) => Promise<void> | void,
): Promise<void> {
  const startedMs = performance.now();
  for (let nth = 0; nth < times; nth++) {
    const dueMs = startedMs + (nth * 1000) / perSecond;
    // timers go by whole milliseconds: what is due within one is done now
    if (dueMs - performance.now() > 1) await sleep(dueMs - performance.now());
    await each(nth);
  }
}

/** A clock that all processes of this machine share, in milliseconds. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
