import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  acknowledgeExpiryAlert,
  listExpiringSoon,
  listExpiryAlerts,
  tellNeighbors,
} from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { t } from '@lingui/core/macro';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { toast } from '#web/ui/toast-store.ts';

export const expiryAlertsQuery = queryOptions({
  ...endpointQuery(listExpiryAlerts),
  // beside food that other queries keep fresh
  meta: { shows: ['alerts'] },
});

/** Others' food around a person's place that ends within a day; around nothing while they have none. */
export const expiringSoonQuery = ({ latitude, longitude }: Pick<User, 'latitude' | 'longitude'>) =>
  endpointQuery(listExpiringSoon, {
    query: {
      lat: latitude === null ? null : String(latitude),
      lng: longitude === null ? null : String(longitude),
    },
  });

function sayError(error: Error): void {
  if (!isUnauthorized(error)) toast({ title: t`That didn't work`, description: errorMessage(error) });
}

export const useAcknowledge = () =>
  useMutation({
    mutationFn: (id: string) => call(acknowledgeExpiryAlert, { params: { id } }),
    onSuccess: () =>
      toast({ title: t`Alert acknowledged`, description: t`The expiry alert has been marked as read.` }),
    onError: sayError,
  });

/** Notifies nearby people whom the food suits. */
export const useTellNeighbors = (listingId: string) =>
  useMutation({
    mutationFn: () => call(tellNeighbors, { params: { id: listingId } }),
    onSuccess: ({ people }) =>
      toast({
        title:
          people === null
            ? t`We'll let neighbors know who'd like this`
            : t`We let ${people} neighbors know who'd like this`,
      }),
    onError: sayError,
  });
