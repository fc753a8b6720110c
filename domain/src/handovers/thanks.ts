import type { HandoverSide, HandoverStatus } from './handover-states.ts';

/** Maximum length of the note with a thank-you, in UTF-16 units after trimming. */
export const MAX_THANKS_LENGTH = 280;

type Afterwards = {
  readonly status: HandoverStatus;
  /** The side of the person who thanks, or tells their name. */
  readonly side: HandoverSide;
  readonly isDone: boolean;
};

/**
 * Why this side may not thank the other or tell them their name, or null if it may: only the receiver does, once, and
 * only for food that changed hands without a dispute. `already-done` marks a repetition, also after a later dispute.
 */
export function afterHandoverRefusal({
  status,
  side,
  isDone,
}: Afterwards): 'not-yours' | 'already-done' | 'not-handed-over' | null {
  if (side !== 'receiver') return 'not-yours';
  if (isDone) return 'already-done';
  return status === 'completed' ? null : 'not-handed-over';
}
