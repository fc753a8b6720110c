import { t } from '@lingui/core/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { formatDayTime, formatPickupWindow } from '#web/lib/format.ts';

/** The agreed time, else the pickup window, else null. Apart from the rules, which first cards do not need. */
export function handoverTimeLabel(handover: Handover, nowMs: number): string | null {
  if (handover.agreedTime === null)
    return handover.listingId ? formatPickupWindow(handover.windowFrom, handover.windowUntil, nowMs) : null;
  const when = formatDayTime(handover.agreedTime, nowMs);
  return t`${when} · agreed`;
}
