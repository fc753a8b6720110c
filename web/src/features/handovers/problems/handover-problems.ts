import { t } from '@lingui/core/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { DISPUTE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { actionLabels } from '../actions/action-labels.ts';
import { allowedActions } from '../actions/handover-actions.ts';

/** What can be wrong with a handover, the most harmless first. */
const PROBLEM_ACTIONS = ['stop_waiting', 'release', 'report_no_food', 'report_no_show', 'dispute'] as const;
export type ProblemAction = (typeof PROBLEM_ACTIONS)[number];

/** The actions that this side may take now if something is wrong. */
export function problemsOf(handover: Handover, nowMs: number): readonly ProblemAction[] {
  const allowed = allowedActions(handover, nowMs);
  return PROBLEM_ACTIONS.filter((action) => allowed.includes(action));
}

/** The entry of the menu; after the handover it says until when. */
export function problemLabel(action: ProblemAction, handover: Handover, nowMs: number): string {
  if (action !== 'dispute' || handover.endedAt === null) return actionLabels(action, handover, nowMs).label;
  const until = formatDayTime(Date.parse(handover.endedAt) + DISPUTE_HOURS * HOUR_MS, nowMs);
  return t`Tell an organizer (until ${until})`;
}
