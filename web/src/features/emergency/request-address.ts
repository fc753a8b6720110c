import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import * as z from 'zod/mini';
import { storedValue } from '#web/lib/stored-value.ts';

/** Where the requester said they are. The server does not keep it: it is needed again when they share their address. */
const requestAddress = z.object({
  requestId: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  savedAtMs: z.number(),
});
export type RequestAddress = z.output<typeof requestAddress>;

/** Longer than a request is open and its food is brought. */
const KEPT_MS = 3 * DAY_MS;

const storedFor = (personId: string) =>
  storedValue<RequestAddress>({
    key: `openlarder.request-address.${personId}`,
    parse: (value) => {
      const { success, data } = z.safeParse(requestAddress, value);
      return success ? data : null;
    },
  });

/** Keeps the address of a person's latest request in this browser. */
export const keepRequestAddress = (personId: string, given: Omit<RequestAddress, 'savedAtMs'>): void =>
  storedFor(personId).set({ ...given, savedAtMs: Date.now() });

/** The address kept for a person's latest request; null on another device, and after three days. */
export function keptRequestAddress(personId: string): RequestAddress | null {
  const stored = storedFor(personId);
  const kept = stored.get();
  if (kept && Date.now() - kept.savedAtMs < KEPT_MS) return kept;
  if (kept) stored.set(null);
  return null;
}
