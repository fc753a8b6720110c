import type { RefObject } from 'react';

/**
 * The element that gets the focus when a dialog closes and the element it was opened from is gone, such as
 * the last listing of a cluster. Set by the component that shows such elements.
 */
export const focusFallback: RefObject<HTMLElement | null> = { current: null };
