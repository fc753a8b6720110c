/** The number of recommendations returned by default. */
export const DEFAULT_RECOMMENDATIONS = 6;
/** The maximum number of recommendations for one person. */
export const MAX_RECOMMENDATIONS = 50;
