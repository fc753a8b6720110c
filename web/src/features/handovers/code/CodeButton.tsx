import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { QrCode } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { createStore } from '#web/lib/store.ts';

type Props = {
  readonly handover: Handover;
  readonly amount?: string | null;
  readonly size?: 'regular' | 'large';
};

/** The receiver's four digits, read out one by one; a tap shows them full-screen with their QR code. */
export function CodeButton({ handover, amount = null, size = 'regular' }: Props) {
  const { code } = handover;
  if (code === null) return null;
  const spoken = code.split('').join(' ');
  return (
    <button
      type="button"
      className="min-h-11 shrink-0 rounded-small px-1 py-1 text-end underline-offset-4 hover:underline low:flex low:items-center low:gap-2 low:py-0"
      onClick={() => openCodeOverlay({ kind: 'show', handover, amount })}
    >
      <span className="flex items-center justify-end gap-1 text-xs">
        <QrCode className="size-4" />
        <Trans>Pickup code</Trans>
      </span>
      <span
        aria-hidden="true"
        translate="no"
        className={classNames(
          'block font-display font-bold tracking-[0.12em] tabular-nums',
          size === 'large' ? 'text-3xl' : 'text-2xl',
        )}
      >
        {code}
      </span>{' '}
      <span className="sr-only">
        <Trans>{spoken}, show it full-screen</Trans>
      </span>
    </button>
  );
}

export type CodeOverlayState = {
  readonly kind: 'show' | 'enter';
  readonly handover: Handover;
  /** How much it is, in words; null where no servings are counted. */
  readonly amount: string | null;
};

/**
 * What is open over the screen; null for nothing. It outlives the ticket it was opened from, which goes when the
 * handover completes.
 */
export const codeOverlay = createStore<CodeOverlayState | null>(null);

export const openCodeOverlay = (state: CodeOverlayState): void => codeOverlay.set(state);
export const closeCodeOverlay = (): void => codeOverlay.set(null);
