import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HttpError } from '#web/lib/http-error.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { useStore } from '#web/lib/store.ts';
import { type StoredValue, storedValue } from '#web/lib/stored-value.ts';
import { requestQuery } from './emergency.queries.ts';
import { endedWithoutFood, isOpenRequest } from './requests/request-actions.ts';

/** Where the requester said they are. The server does not keep it: it is needed again when they share their address. */
export type RequestAddress = {
  readonly requestId: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly savedAtMs: number;
};

/** Longer than a request is open and its food is brought. */
const KEPT_MS = 3 * DAY_MS;

/** By hand: this is in the first page load, which has no schemas. */
function isRequestAddress(value: unknown): value is RequestAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { requestId, address, ...numbers }: Partial<Record<keyof RequestAddress, unknown>> = value;
  return (
    [requestId, address].every((text) => typeof text === 'string') &&
    [numbers.latitude, numbers.longitude, numbers.savedAtMs].every((number) => typeof number === 'number')
  );
}

const requestAddressStore = (personId: string): StoredValue<RequestAddress> =>
  storedValue({
    key: personalKey('request-address', personId),
    parse: (value) => (isRequestAddress(value) ? value : null),
  });

/** Keeps the address of a person's latest request in this browser, until it is fulfilled: without food they may ask again. */
export const keepRequestAddress = (personId: string, given: Omit<RequestAddress, 'savedAtMs'>): void =>
  requestAddressStore(personId).set({ ...given, savedAtMs: Date.now() });

/** The address kept for a person's latest request; null on another device, and after three days. */
export function keptRequestAddress(personId: string): RequestAddress | null {
  const kept = requestAddressStore(personId).get();
  if (kept === null || Date.now() - kept.savedAtMs < KEPT_MS) return kept;
  forgetRequestAddress(personId);
  return null;
}

const forgetRequestAddress = (personId: string): void => requestAddressStore(personId).set(null);

export function useForgetRequestAddress(personId: string): void {
  const [stored] = useState(() => requestAddressStore(personId));
  const requestId = useStore(stored)?.requestId;
  useEffect(() => void keptRequestAddress(personId), [personId]);
  const { data, error } = useQuery({ ...requestQuery(requestId ?? ''), enabled: requestId !== undefined });
  const isGone = error instanceof HttpError && error.status === 404;
  const isServed = data !== undefined && !isOpenRequest(data) && !endedWithoutFood(data);
  const hasEnded = requestId !== undefined && (isGone || isServed);
  useEffect(() => {
    if (hasEnded) forgetRequestAddress(personId);
  }, [hasEnded, personId]);
}
