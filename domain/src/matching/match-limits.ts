/** How many recommendations are answered unless more are asked for. */
export const DEFAULT_RECOMMENDATIONS = 6;
/** No more are made for one person at a time. */
export const MAX_RECOMMENDATIONS = 50;
