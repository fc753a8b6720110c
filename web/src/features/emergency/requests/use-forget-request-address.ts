import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HttpError } from '#web/lib/http-error.ts';
import { useStore } from '#web/lib/store.ts';
import { requestQuery } from '../emergency.queries.ts';
import { forgetRequestAddress, keptRequestAddress, requestAddressStore } from '../request-address.ts';
import { isOpenRequest } from './request-actions.ts';

/** Forgets the address that this browser keeps for a request of mine once the request has ended, or after some days. */
export function useForgetRequestAddress(personId: string): void {
  const [stored] = useState(() => requestAddressStore(personId));
  const requestId = useStore(stored)?.requestId;
  useEffect(() => void keptRequestAddress(personId), [personId]);
  const { data, error } = useQuery({ ...requestQuery(requestId ?? ''), enabled: requestId !== undefined });
  const isGone = error instanceof HttpError && error.status === 404;
  const hasEnded = requestId !== undefined && (isGone || (data !== undefined && !isOpenRequest(data)));
  useEffect(() => {
    if (hasEnded) forgetRequestAddress(personId);
  }, [hasEnded, personId]);
}
