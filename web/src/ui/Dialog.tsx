import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { ToastSlot } from './ToastRow.tsx';

type DialogProps = {
  /** Kept closed for its closing animation; a dialog that is only rendered while it is open needs none. */
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Before the close button. */
  beside?: ReactNode;
  /** Buttons that stay visible below the scrolling content. */
  footer?: ReactNode;
  /** `tall` is nearly full height on phones and 750 × 550 px on wide screens; `full` is the largest. */
  size?: 'small' | 'regular' | 'large' | 'tall' | 'full';
  /** No padding around the children, for a picture or a map. */
  flush?: boolean;
  /** Receives focus on close if the opening button no longer exists. */
  elseFocus?: RefObject<HTMLElement | null>;
  /** The address says that it is open, so that Back closes it anyway. */
  inAddress?: boolean;
  children?: ReactNode;
};

const SIZES = {
  small: 'sm:max-w-md',
  regular: 'sm:max-w-xl',
  large: 'sm:max-w-3xl',
  tall: 'h-[92dvh] sm:h-[34.375rem] sm:max-w-[46.875rem] sm:not-has-[[data-toast]]:max-h-[86dvh]!',
  full: 'h-[calc(100dvh-env(safe-area-inset-top,0px))] max-sm:rounded-t-none max-sm:not-has-[[data-toast]]:max-h-dvh sm:h-[86dvh] sm:max-w-7xl',
} as const;

const LOW_SCROLLER = 'low:block low:scroll-py-16 low:overflow-y-auto low:overscroll-contain';

/** A centered dialog, on phones a bottom sheet. Traps and restores focus; closes by Escape, ✕, Back and outside. */
export function Dialog({
  open = true,
  onOpenChange,
  title,
  description,
  beside,
  footer,
  size = 'regular',
  flush = false,
  elseFocus,
  inAddress = false,
  children,
}: DialogProps) {
  const { t } = useLingui();
  useBackCloses(open && !inAddress, () => onOpenChange(false));
  const cameFrom = useRef<HTMLElement | null>(null);
  const scrollsWhole = !flush && size !== 'tall' && size !== 'full';
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          }}
          onKeyDown={(event) => {
            // A toast shown later receives Escape first and ignores it, so one press closes the dialog as
            // well.
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            onOpenChange(false);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // what has opened it is where it was: into a dock that stays in sight, the page would scroll for nothing
            const back = cameFrom.current?.isConnected ? cameFrom.current : elseFocus?.current;
            back?.focus({ preventScroll: true });
          }}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[min(92dvh,max(100dvh-6.5rem-var(--connection-strip,0px),24rem))] flex-col rounded-t-sheet bg-surface text-ink shadow-float pb-safe',
            'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
            'sm:inset-auto sm:start-1/2 sm:top-1/2 sm:max-h-[min(86dvh,max(100dvh-11rem,24rem))] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-sheet rtl:sm:translate-x-1/2',
            'sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop-in',
            // A toast has its place on the scrim: over a sheet, under a dialog. It is kept free, except in a low window.
            'max-sm:has-[[data-toast]]:max-h-[calc(100dvh-max(6.5rem,var(--toast-height,0px)+1rem)-var(--connection-strip,0px))] sm:has-[[data-toast]]:max-h-[calc(100dvh-2*max(5.5rem,var(--toast-height,0px)+1rem))]',
            SIZES[size],
          )}
        >
          <div
            className={classNames(
              // what fills the dialog to its edge, as a map or a footer of its own, keeps its round corners
              'flex min-h-0 flex-1 flex-col overflow-clip rounded-[inherit]',
              // In a low window, or with large text, what stands above and below would leave the content no room.
              scrollsWhole && LOW_SCROLLER,
            )}
          >
            <header
              className={classNames(
                'flex items-start gap-4 px-4 sm:px-6',
                size === 'full' ? 'py-2' : 'pt-4 pb-3 sm:pt-5',
              )}
            >
              <div className="min-w-0 flex-1 pt-1.5">
                <Radix.Title className="text-[length:min(1.375rem,34px)]/tight">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
                )}
              </div>
              {beside && <div className="self-center">{beside}</div>}
              <Radix.Close asChild>
                <IconButton label={t`Close`} icon={<X />} className="-me-2" />
              </Radix.Close>
            </header>
            <div
              className={classNames(
                // Space around a focused field for its label and message.
                'min-h-0 flex-1 scroll-py-16 overflow-y-auto overscroll-contain',
                flush ? '' : '-mt-1.5 px-4 pt-1.5 pb-5 sm:px-6 sm:pb-6',
                scrollsWhole && 'low:overflow-visible',
              )}
            >
              {children}
            </div>
            {footer && (
              <footer className="flex flex-col-reverse gap-2 border-t px-4 py-3 sm:flex-row sm:justify-end sm:px-6">
                {footer}
              </footer>
            )}
          </div>
          <ToastSlot
            kind="dialog"
            // at the top of a phone's window, where a long one is whole over the tallest sheet too
            className="fixed inset-x-3 top-[calc(var(--connection-strip,0px)+0.5rem)] sm:absolute sm:inset-x-0 sm:top-full sm:mt-2"
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
