import { t } from '@lingui/core/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { formatDayTime, formatPickupWindow } from '#web/lib/format.ts';

/**
 * When the two meet, in a few words: the agreed time, else the pickup window; null if there is neither. A module of its
 * own, as the cards of the first page need it but not the rules.
 */
export function handoverTimeLabel(handover: Handover, nowMs: number): string | null {
  if (handover.agreedTime === null)
    return handover.listingId ? formatPickupWindow(handover.windowFrom, handover.windowUntil, nowMs) : null;
  const when = formatDayTime(handover.agreedTime, nowMs);
  return t`${when} · agreed`;
}
