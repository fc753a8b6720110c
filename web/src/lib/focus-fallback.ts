import type { RefObject } from 'react';

/**
 * What takes the keyboard when a dialog closes and what it was opened from has gone meanwhile, such as the last food of
 * a place on the map. Whoever shows such things names it.
 */
export const focusFallback: RefObject<HTMLElement | null> = { current: null };
