/** The map's radius slider, in meters. */
export const MIN_CLUSTER_RADIUS_M = 100;
export const MAX_CLUSTER_RADIUS_M = 5000;
export const DEFAULT_CLUSTER_RADIUS_M = 1000;

export const CLUSTER_TYPES = ['food_available', 'food_needed', 'mixed'] as const;
