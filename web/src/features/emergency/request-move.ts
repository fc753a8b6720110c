import type { CANCEL_REASONS, MatchReleaseReason } from '@openlarder/domain/emergency/emergency-contract.ts';

/** A move of either side of a match, or of who asked. `meetingPoint` is empty where the address is shared. */
export type MoveToMake =
  | { readonly kind: 'cancel'; readonly reason: (typeof CANCEL_REASONS)[number] }
  | { readonly kind: 'release'; readonly reason: MatchReleaseReason }
  | { readonly kind: 'fulfil' }
  | { readonly kind: 'fulfil_by_code'; readonly code: string }
  | { readonly kind: 'share_place'; readonly meetingPoint: string };
