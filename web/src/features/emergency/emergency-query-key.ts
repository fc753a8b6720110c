/**
 * The beginning of every key of requests for food: what concerns them is asked for anew by it. The first page of home
 * knows this much of them, and fetches the rest with the parts that show them.
 */
export const emergencyKey = ['emergency'] as const;
