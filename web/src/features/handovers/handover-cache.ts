import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { QueryClient } from '@tanstack/react-query';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The data with this handover wherever it stands; the same object if it stands nowhere. What has the handover and a
 * status of its own, as a claim has, takes the handover's status and end.
 */
function withHandover(data: unknown, handover: Handover): unknown {
  if (Array.isArray(data)) {
    const all = data.map((one) => withHandover(one, handover));
    return all.some((one, index) => one !== data[index]) ? all : data;
  }
  if (!isRecord(data)) return data;
  if (data['id'] === handover.id) return handover;
  if (isRecord(data['handover']) && data['handover']['id'] === handover.id)
    return {
      ...data,
      handover,
      ...('status' in data && { status: handover.status, endedAt: handover.endedAt }),
    };
  const entries = Object.entries(data).map(([key, value]) => [key, withHandover(value, handover)] as const);
  return entries.some(([key, value]) => value !== data[key]) ? Object.fromEntries(entries) : data;
}

/** Writes the handover of an answer into everything cached that has it, in later features too. */
export function cacheHandover(queryClient: QueryClient, handover: Handover): void {
  queryClient.setQueriesData({}, (data: unknown) => {
    const changed = withHandover(data, handover);
    return changed === data ? undefined : changed;
  });
}
