import type { ClaimSide } from './claim-states.ts';

/** Why somebody lets a claim go. `no_food` is said by who came for it, and is a move of its own (`report_no_food`). */
export const RELEASE_REASONS = [
  'cannot_come',
  'no_longer_needed',
  'cannot_hand_over',
  'food_gone',
  'no_answer',
  'no_food',
  'other',
] as const;
export type ReleaseReason = (typeof RELEASE_REASONS)[number];

/** What each side can choose from. */
export const RELEASE_REASONS_OF: Readonly<Record<ClaimSide, readonly ReleaseReason[]>> = {
  donor: ['cannot_hand_over', 'food_gone', 'no_answer', 'other'],
  claimer: ['cannot_come', 'no_longer_needed', 'no_answer', 'no_food', 'other'],
};

/** Whether there is food left to offer again. */
export const comesBack = (reason: ReleaseReason | null): boolean =>
  reason !== 'food_gone' && reason !== 'no_food';
