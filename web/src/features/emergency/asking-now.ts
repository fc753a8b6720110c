import type { Asking } from '@openlarder/domain/emergency/asking-contract.ts';
import type { AskingRefusal } from '@openlarder/domain/emergency/asking.ts';

/** Why somebody may not ask now, as the server knows it, or null when they may. */
export function refusalNow(asking: Asking, nowMs: number): AskingRefusal | null {
  if (asking.pausedUntil !== null && nowMs < Date.parse(asking.pausedUntil)) return 'paused';
  if (asking.openRequestId !== null) return 'request-open';
  return asking.nextAt !== null && nowMs < Date.parse(asking.nextAt) ? 'requests-today' : null;
}
