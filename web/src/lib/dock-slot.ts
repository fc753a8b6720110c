import { createStore } from './store.ts';

/** The place in a phone's dock for the one button of the screen; null where there is no dock. */
export const dockSlot = createStore<HTMLElement | null>(null);

/** The `ref` of that place: it is ignored while the row is in the page instead of the dock. */
export const setDockSlot = (place: HTMLElement | null): void =>
  dockSlot.set(place?.closest('[data-dock]') ? place : null);
