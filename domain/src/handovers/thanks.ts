import type { HandoverSide, HandoverStatus } from './handover-states.ts';

/** Maximum length of the note with a thank-you, in UTF-16 units after trimming. */
export const MAX_THANKS_LENGTH = 280;

type Thankable = {
  readonly status: HandoverStatus;
  /** The side of the person who thanks. */
  readonly side: HandoverSide;
  /** Whether they have thanked already. */
  readonly isThanked: boolean;
};

/**
 * Why this side may not thank the other now, or null if it may: only the receiver thanks, once, and only for food that
 * changed hands without a dispute. `already-done` marks a repetition, also after a later dispute.
 */
export function thanksRefusal({
  status,
  side,
  isThanked,
}: Thankable): 'not-yours' | 'already-done' | 'not-handed-over' | null {
  if (side !== 'receiver') return 'not-yours';
  if (isThanked) return 'already-done';
  return status === 'completed' ? null : 'not-handed-over';
}
