import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { ToastSlot } from './ToastRow.tsx';

type FullScreenDialogProps = {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Receives focus on close if the opening button no longer exists. */
  readonly elseFocus: RefObject<HTMLElement | null>;
  /** Below the content, at the bottom of the screen. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** The whole screen in one strong color, to be shown to a person. Closes by Escape and ✕, and restores focus. */
export function FullScreenDialog({ title, onClose, elseFocus, footer, children }: FullScreenDialogProps) {
  const { t } = useLingui();
  const cameFrom = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (cameFrom.current?.isConnected) cameFrom.current.focus();
            else elseFocus.current?.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col overflow-y-auto bg-stage text-on-stage pb-safe"
        >
          <header className="sticky top-0 p-2 *:text-on-stage">
            <Radix.Close asChild>
              <IconButton label={t`Close`} icon={<X />} className="bg-stage" />
            </Radix.Close>
          </header>
          <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center gap-4 px-6 pb-4 text-center">
            <Radix.Title className="text-2xl">{title}</Radix.Title>
            {children}
          </div>
          {footer && <footer className="flex justify-center px-4 pb-4">{footer}</footer>}
          <ToastSlot kind="dialog" className="absolute inset-x-3 top-14" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
