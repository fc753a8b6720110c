import type { ReactNode } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { classNames } from './class-names.ts';

/** Toasts appear here while it is on the screen. */
export const ToastSlot = (props: { readonly kind: ToastSlotKind; readonly className: string }) => (
  <div ref={toastSlot[props.kind]} className={props.className} />
);

type Props = {
  readonly kind: 'dock' | 'row';
  readonly className?: string;
  readonly children: ReactNode;
};

const STANDS_IN =
  'group-has-[[data-toast]]/toast-row:not-focus-within:invisible group-has-[[data-toast]]/toast-row:not-focus-within:row-start-1';
/** A dock keeps its row visible if there is height for both, and the screen's one button always. */
const STANDS_IN_ON_PHONES =
  'max-sm:not-has-[[data-dock-slot]]:group-has-[[data-toast]]/toast-row:not-focus-within:invisible max-sm:not-has-[[data-dock-slot]]:group-has-[[data-toast]]/toast-row:not-focus-within:row-start-1';

/**
 * A row that is the slot of toasts: a toast stands in for it, so that it covers nothing else, unless the keyboard is
 * in the row: then it stands over it, as it does in a dock that has room for both.
 */
export function ToastRow({ kind, className, children }: Props) {
  return (
    <div className={classNames('group/toast-row grid items-center *:col-start-1 *:min-w-0', className)}>
      <ToastSlot kind={kind} className="row-start-1 has-[[data-toast]]:py-1.5" />
      <div className={classNames('row-start-2', kind === 'dock' ? STANDS_IN_ON_PHONES : STANDS_IN)}>
        {children}
      </div>
    </div>
  );
}

export type ToastSlotKind = 'dock' | 'row' | 'dialog';

/**
 * Where a toast may appear: in the row of the dock, in a row of the page, or beside an open dialog. A dialog comes
 * before the page, and what was added last before what was there.
 */
type MountedToastSlot = { readonly element: HTMLElement; readonly kind: ToastSlotKind };

const slots = createStore<readonly MountedToastSlot[]>([]);

function addToastSlot(slot: MountedToastSlot): () => void {
  slots.set([...slots.get(), slot]);
  return () => slots.set(slots.get().filter((one) => one !== slot));
}

const refOf = (kind: ToastSlotKind) => (element: HTMLElement | null) =>
  element ? addToastSlot({ element, kind }) : undefined;

/** A dialog keeps its toast's height free, as `--toast-height`. */
function refOfDialog(element: HTMLElement | null) {
  if (!element) return undefined;
  const remove = addToastSlot({ element, kind: 'dialog' });
  const measured = new ResizeObserver(() =>
    element.parentElement?.style.setProperty('--toast-height', `${element.offsetHeight}px`),
  );
  measured.observe(element);
  return () => {
    measured.disconnect();
    remove();
  };
}

/** The `ref` of an element that toasts appear in while it is on the screen. */
export const toastSlot = { dock: refOf('dock'), row: refOf('row'), dialog: refOfDialog } as const;

/** The slot of toasts now; null where none was added. */
export function useToastSlot(): MountedToastSlot | null {
  const all = useStore(slots);
  return all.findLast(({ kind }) => kind === 'dialog') ?? all.at(-1) ?? null;
}
