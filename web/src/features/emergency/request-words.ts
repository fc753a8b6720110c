import { t } from '@lingui/core/macro';
import type { RequestUrgency } from '@openlarder/domain/emergency/emergency-contract.ts';

/** How urgent a request is, as it is chosen and shown. */
export function requestUrgencyName(urgency: RequestUrgency): string {
  const words: Readonly<Record<RequestUrgency, () => string>> = {
    emergency: () => t`Emergency`,
    high: () => t`High`,
  };
  return words[urgency]();
}
