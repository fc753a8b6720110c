import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type ToastSlotKind, toastSlot } from './toast-slot.ts';

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
