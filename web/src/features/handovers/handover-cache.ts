import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { QueryClient } from '@tanstack/react-query';

/** The prefixes of the queries that contain handovers: claims and emergency requests, which are later features. */
const WITH_HANDOVERS = [['/api/claims'], ['emergency']] as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The same data with this handover wherever it stands. What has the handover and a status of its own, as a claim has,
 * takes the handover's status and end.
 */
function withHandover(data: unknown, handover: Handover): unknown {
  if (Array.isArray(data)) return data.map((one) => withHandover(one, handover));
  if (!isRecord(data)) return data;
  if (isRecord(data['handover']) && data['handover']['id'] === handover.id)
    return {
      ...data,
      handover,
      ...('status' in data && { status: handover.status, endedAt: handover.endedAt }),
    };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withHandover(value, handover)]));
}

/** Writes a handover from a server answer into the cached claims and requests. */
export function cacheHandover(queryClient: QueryClient, handover: Handover): void {
  for (const queryKey of WITH_HANDOVERS)
    queryClient.setQueriesData({ queryKey }, (data: unknown) => withHandover(data, handover));
}

/** Refetches what an action on a handover may change: claims, requests, stock, conversations, limits, the map. */
export function invalidateHandoverData(queryClient: QueryClient): void {
  const changed = [
    ...WITH_HANDOVERS,
    ['/api/food-listings'],
    ['/api/conversations'],
    ['/api/users'],
    ['/api/users/claim-limits'],
    ['/api/map/cluster'],
  ];
  for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
}
