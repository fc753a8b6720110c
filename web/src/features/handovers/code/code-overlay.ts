import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { createStore } from '#web/lib/store.ts';

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
