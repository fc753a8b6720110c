import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';

/** The clocks of browser and server differ a little: not before the time is over on both, */
const MARGIN_MS = SECOND_MS;
/** and again after this pause if the server still says the same. */
const RETRY_MS = 30 * SECOND_MS;

/**
 * A `refetchInterval` for an answer that differs once the first of these times is over; false without any, so that
 * nothing is polled.
 */
export function refetchWhenOver(...times: readonly (string | null | undefined)[]): number | false {
  const endsMs = times.flatMap((time) => (time ? [Date.parse(time)] : []));
  if (endsMs.length === 0) return false;
  const waitMs = Math.min(...endsMs) + MARGIN_MS - Date.now();
  return waitMs > 0 ? waitMs : RETRY_MS;
}
