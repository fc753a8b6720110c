export const REQUEST_URGENCIES = ['high', 'emergency'] as const;
export type RequestUrgency = (typeof REQUEST_URGENCIES)[number];

export const MIN_REQUEST_RADIUS_KM = 1;
export const MAX_REQUEST_RADIUS_KM = 50;
export const DEFAULT_REQUEST_RADIUS_KM = 10;

export const CANCEL_REASONS = ['got_food', 'no_longer_needed'] as const;
