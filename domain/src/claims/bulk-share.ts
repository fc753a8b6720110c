import { HOUR_MS } from '../kernel/time.ts';

/** In its last two hours bulk food has no daily share, so that it does not go to waste. */
const OPEN_TO_ALL_MS = 2 * HOUR_MS;

/** Not a household's own dish, not what its donor lets one person take, and not in its last two hours. */
export const isSharedOut = (
  listing: { readonly isBulk: boolean; readonly mayGoToOne: boolean; readonly offeredUntilMs: number },
  nowMs: number,
): boolean => listing.isBulk && !listing.mayGoToOne && nowMs < listing.offeredUntilMs - OPEN_TO_ALL_MS;
