import {
  getHelpOffer,
  type HelpOfferChange,
  putHelpOffer,
} from '@openlarder/domain/volunteers/volunteer-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const helpOfferQuery = endpointQuery(getHelpOffer);

export const NOTHING_OFFERED: HelpOfferChange = { days: [], times: [], area: '', transport: [] };

export const isOffering = ({ days, times, area, transport }: HelpOfferChange): boolean =>
  days.length + times.length + area.length + transport.length > 0;

/** Saves when, where and how the person can help; `NOTHING_OFFERED` deletes it. */
export function useSaveHelpOffer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: HelpOfferChange) => call(putHelpOffer, { body }),
    onSuccess: (offer) => {
      const { queryKey } = helpOfferQuery;
      cancelRefetches(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, offer);
    },
  });
}
