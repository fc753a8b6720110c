import { Plural, Trans } from '@lingui/react/macro';
import { createPortal } from 'react-dom';
import { errorMessage, isNetworkError } from '#web/lib/http-error.ts';
import { dockSlot, useAboveBottomEdge } from '#web/ui/bottom-edge.ts';
import { useStore } from '#web/lib/store.ts';
import { useOnline } from '#web/lib/browser-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/Notice.tsx';
import type { ListingFailure } from './use-listing-form.ts';

type Props = {
  readonly formId: string;
  readonly isBulk: boolean;
  readonly busy: boolean;
  readonly errorCount: number;
  readonly failure: ListingFailure | null;
};

/**
 * In the dock of a phone, else the sticky last row of the form, on a wide screen its plain end: there it would stick
 * below a counter as if it belonged to that. The error of a failed submission is above it.
 */
export function ShareFooter({ formId, isBulk, busy, errorCount, failure }: Props) {
  const slot = useStore(dockSlot);
  const button = (
    <Button
      type="submit"
      form={formId}
      size="large"
      wide
      busy={busy}
      className={
        slot
          ? 'min-h-[min(2.75rem,60px)]! px-2! py-0! text-[length:min(1.125rem,max(20px,4.5vw))]/tight!'
          : 'min-h-[min(3rem,60px)]! py-1.5!'
      }
    >
      {busy ? <Trans>Sharing…</Trans> : isBulk ? <Trans>Post Donation</Trans> : <Trans>Share Food</Trans>}
    </Button>
  );
  const isEmpty = slot !== null && failure === null && errorCount === 0;
  return (
    <div
      style={useAboveBottomEdge()}
      className={classNames(
        'sticky bottom-[var(--bottom-edge,calc(var(--tab-bar)+env(safe-area-inset-bottom,0px)))] z-10 -mx-4 flex flex-col gap-2 border-t bg-bg px-4 py-1.5 sm:mx-0 sm:px-0 wide:static wide:mt-1 wide:border-t-0 [@media(max-height:416px)]:static',
        isEmpty && 'hidden',
      )}
    >
      <FailureNotice failure={failure} />
      <output className="block text-sm font-medium text-tomato empty:hidden">
        {errorCount > 0 && (
          <Plural
            value={errorCount}
            one="Please check one answer above."
            other="Please check # answers above."
          />
        )}
      </output>
      {slot ? createPortal(button, slot) : button}
    </div>
  );
}

export function FailureNotice({ failure }: Pick<Props, 'failure'>) {
  const isOnline = useOnline();
  if (failure === null) return null;
  if (failure === 'offline')
    return isOnline ? (
      <Notice tone="success" announce title={<Trans>You're back online.</Trans>}>
        <Trans>Everything you entered is still here. You can share it now.</Trans>
      </Notice>
    ) : (
      <Notice tone="warning" announce title={<Trans>You're offline, so this isn't shared yet.</Trans>}>
        <Trans>Everything you entered is saved here. Try again once you're back online.</Trans>
      </Notice>
    );
  return (
    <Notice tone="error" announce title={errorMessage(failure.error)}>
      {isNetworkError(failure.error) ? (
        <Trans>Everything you entered is still here. Trying again won't share it twice.</Trans>
      ) : (
        <Trans>Everything you entered is still here.</Trans>
      )}
    </Notice>
  );
}
