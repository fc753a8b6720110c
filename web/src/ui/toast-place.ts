import { createStore, useStore } from '#web/lib/store.ts';

export type ToastPlaceKind = 'dock' | 'row' | 'dialog';

/**
 * Where a toast may appear: in the row of the dock, in a row of the page, or beside an open dialog. A dialog comes
 * before the page, and what was added last before what was there.
 */
export type ToastPlace = { readonly element: HTMLElement; readonly kind: ToastPlaceKind };

const places = createStore<readonly ToastPlace[]>([]);

function addToastPlace(place: ToastPlace): () => void {
  places.set([...places.get(), place]);
  return () => places.set(places.get().filter((one) => one !== place));
}

const refOf = (kind: ToastPlaceKind) => (element: HTMLElement | null) =>
  element ? addToastPlace({ element, kind }) : undefined;

/** The `ref` of an element that toasts appear in while it is on the screen. */
export const toastPlace = { dock: refOf('dock'), row: refOf('row'), dialog: refOf('dialog') } as const;

/** The place of toasts now; null where none was added. */
export function useToastPlace(): ToastPlace | null {
  const all = useStore(places);
  return all.findLast(({ kind }) => kind === 'dialog') ?? all.at(-1) ?? null;
}
