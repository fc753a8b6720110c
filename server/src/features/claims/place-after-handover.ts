import { PLACE_AFTER_COMPLETION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';

/**
 * When the place is hidden again after a handover at `at`. A place that is still shown then was shared for an open
 * claim; one that is not runs out behind an earlier handover of the same two.
 */
export const hiddenAfterHandover = (at: Date): Date =>
  new Date(at.getTime() + PLACE_AFTER_COMPLETION_HOURS * HOUR_MS);
