import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import { screenOf } from '#web/lib/address.ts';
import { useMediaQuery } from '#web/lib/browser-state.ts';
import { useBottomEdge } from './bottom-edge.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { type ToastSlotKind, useToastSlot } from './ToastRow.tsx';
import { DEFAULT_TOAST_MS, dismissToast, dismissToastOnNavigation, useCurrentToast } from './toast-store.ts';

const TONES = {
  plain: 'bg-ink text-bg',
  success: 'bg-ink text-bg',
  destructive: 'bg-tomato text-on-tomato',
} as const;

/** What the viewport replaces by the key that leads to it. */
const HOTKEY_MARK = '{hotkey}';

const SHAPES: Readonly<Record<ToastSlotKind | 'line', string>> = {
  dock: '-mx-1.5 min-h-11 rounded-control py-1 ps-3.5 max-sm:[&>svg]:hidden',
  row: 'min-h-13 rounded-control py-1.5 ps-4',
  dialog: 'rounded-card py-2 ps-4 shadow-float',
  line: 'mx-auto min-h-13 max-w-3xl rounded-control py-1.5 ps-4 wide:shadow-float',
};

/** Removes the toast when the address names another screen. */
function useDismissOnNavigation(): void {
  const [path] = useLocation();
  const screen = path + screenOf(useSearch());
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    dismissToastOnNavigation();
  }, [screen]);
}

/** Toasts, in the slot that the screen has for them, else in a line at the bottom. They cover no dialog. */
export function ToastViewport() {
  const { t } = useLingui();
  const shown = useCurrentToast();
  const slot = useToastSlot();
  const line = useBottomEdge<HTMLDivElement>(slot === null);
  useDismissOnNavigation();
  const tone = shown?.tone ?? 'plain';
  // over a sheet it leaves by the upper edge of the window
  const isOverSheet = useMediaQuery('(max-width: 39.99rem)') && slot?.kind === 'dialog';
  const viewport = <Toast.Viewport label={t`Notices (${HOTKEY_MARK})`} className="outline-none" />;
  return (
    <Toast.Provider
      label={t`Notice`}
      swipeDirection={isOverSheet ? 'up' : 'down'}
      duration={DEFAULT_TOAST_MS}
    >
      {shown && (
        <Toast.Root
          key={shown.id}
          open
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id);
          }}
          duration={shown.durationMs ?? DEFAULT_TOAST_MS}
          // "foreground" is announced immediately, "background" when the screen reader pauses.
          type={tone === 'destructive' ? 'foreground' : 'background'}
          data-toast=""
          className={classNames(
            // A border that only forced colors show.
            'pointer-events-auto flex animate-toast-in items-center gap-2 border border-transparent text-sm data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)',
            SHAPES[slot?.kind ?? 'line'],
            TONES[tone],
          )}
        >
          {tone === 'success' && <CircleCheck className="size-5 shrink-0" />}
          {tone === 'destructive' && <CircleAlert className="size-5 shrink-0" />}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <p className="min-w-36 flex-1 py-0.5">
              <Toast.Title asChild>
                <span className="me-0.5 font-semibold">{shown.title}</span>
              </Toast.Title>{' '}
              {shown.description && (
                <Toast.Description asChild>
                  <span>{shown.description}</span>
                </Toast.Description>
              )}
            </p>
            {shown.action && (
              <Toast.Action
                altText={shown.action.label}
                onClick={shown.action.onSelect}
                className="min-h-11 rounded-control border border-current px-4 font-semibold"
              >
                {shown.action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close asChild>
            <IconButton
              label={t`Dismiss`}
              icon={<X />}
              className="hover:bg-transparent hover:text-inherit text-inherit!"
            />
          </Toast.Close>
        </Toast.Root>
      )}
      {slot ? (
        createPortal(viewport, slot.element)
      ) : (
        <div
          ref={line}
          // in the page's flow, so that everything scrolls clear of it; a phone's toast is as wide as its strip; on a wide screen the strip would be a bar across the page
          className="pointer-events-none sticky bottom-0 z-40 px-gutter has-[[data-toast]]:py-2 max-wide:has-[[data-toast]]:border-t max-wide:has-[[data-toast]]:bg-surface wide:has-[[data-toast]]:pb-4"
        >
          {viewport}
        </div>
      )}
    </Toast.Provider>
  );
}
