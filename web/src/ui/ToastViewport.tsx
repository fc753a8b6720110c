import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { DEFAULT_TOAST_MS, dismissToast, useCurrentToast } from './toast-store.ts';

const TONES = {
  plain: 'bg-ink text-bg',
  success: 'bg-ink text-bg',
  destructive: 'bg-tomato text-on-tomato',
} as const;

/** What the viewport replaces by the key that leads to it. */
const HOTKEY_MARK = '{hotkey}';

/**
 * Where toasts appear: above the tab bar on phones, or at the top over an open sheet; in the lower end corner
 * on wide screens, or the other corner beside a dialog.
 */
export function ToastViewport() {
  const { t } = useLingui();
  const shown = useCurrentToast();
  const tone = shown?.tone ?? 'plain';
  return (
    <Toast.Provider label={t`Notice`} swipeDirection="down" duration={DEFAULT_TOAST_MS}>
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
          className={classNames(
            'pointer-events-auto flex animate-toast-in items-start gap-3 rounded-card p-4 pe-2 shadow-float data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)',
            TONES[tone],
          )}
        >
          {tone === 'success' && <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}
          {tone === 'destructive' && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{shown.title}</Toast.Title>
            {shown.description && (
              <Toast.Description className="mt-0.5 text-sm">{shown.description}</Toast.Description>
            )}
            {shown.action && (
              <Toast.Action
                altText={shown.action.label}
                onClick={shown.action.onSelect}
                className="mt-2 min-h-11 rounded-control border border-current px-4 text-sm font-semibold"
              >
                {shown.action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close asChild>
            <IconButton
              label={t`Close`}
              icon={<X />}
              className="-my-2 hover:bg-transparent hover:text-inherit text-inherit!"
            />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        label={t`Notices (${HOTKEY_MARK})`}
        className={classNames(
          'pointer-events-none fixed inset-x-4 bottom-[calc(var(--tab-bar)+env(safe-area-inset-bottom,0px)+0.75rem)] z-60 outline-none sm:start-auto sm:w-104 wide:end-6 wide:bottom-6',
          // A sheet has its buttons and error messages at the bottom, a dialog at its lower end.
          'max-sm:in-[body:has([role=dialog][data-state=open])]:top-[calc(env(safe-area-inset-top,0px)+0.75rem)] max-sm:in-[body:has([role=dialog][data-state=open])]:bottom-auto',
          'sm:in-[body:has([role=dialog][data-state=open])]:start-4 sm:in-[body:has([role=dialog][data-state=open])]:end-auto',
        )}
      />
    </Toast.Provider>
  );
}
