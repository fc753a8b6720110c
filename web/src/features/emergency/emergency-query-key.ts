/**
 * The prefix of all query keys of requests, to invalidate them. A module of its own, as the first page of home
 * needs the key but not the queries.
 */
export const emergencyKey = ['emergency'] as const;
