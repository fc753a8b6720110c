import { createStore, useStore } from '#web/lib/store.ts';

export type ToastSlotKind = 'dock' | 'row' | 'dialog';

/**
 * Where a toast may appear: in the row of the dock, in a row of the page, or beside an open dialog. A dialog comes
 * before the page, and what was added last before what was there.
 */
export type MountedToastSlot = { readonly element: HTMLElement; readonly kind: ToastSlotKind };

const slots = createStore<readonly MountedToastSlot[]>([]);

function addToastSlot(slot: MountedToastSlot): () => void {
  slots.set([...slots.get(), slot]);
  return () => slots.set(slots.get().filter((one) => one !== slot));
}

const refOf = (kind: ToastSlotKind) => (element: HTMLElement | null) =>
  element ? addToastSlot({ element, kind }) : undefined;

/** The `ref` of an element that toasts appear in while it is on the screen. */
export const toastSlot = { dock: refOf('dock'), row: refOf('row'), dialog: refOf('dialog') } as const;

/** The slot of toasts now; null where none was added. */
export function useToastSlot(): MountedToastSlot | null {
  const all = useStore(slots);
  return all.findLast(({ kind }) => kind === 'dialog') ?? all.at(-1) ?? null;
}
