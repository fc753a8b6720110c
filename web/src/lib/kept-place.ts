/** Where somebody was in a long list: kept with the address in the browser's history, so that Back leads there. */
export type KeptPlace = {
  readonly scrollY: number;
  /** The item they left by, which takes the keyboard again. */
  readonly itemId: string | null;
  /** How many pages the list had grown to. */
  readonly pages: number;
};

const isKept = (state: unknown): state is { keptPlace: KeptPlace } =>
  typeof state === 'object' && state !== null && 'keptPlace' in state;

/** The place that belongs to the address shown now; null where one comes for the first time. */
export function keptPlace(): KeptPlace | null {
  const state: unknown = window.history.state;
  return isKept(state) ? state.keptPlace : null;
}

/** Writes down the place before the page is left. */
export function keepPlace(place: KeptPlace): void {
  const state: unknown = window.history.state;
  window.history.replaceState({ ...(typeof state === 'object' && state), keptPlace: place }, '');
}
