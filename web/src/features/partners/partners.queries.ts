import {
  answerSurplusQuestion,
  type ChangeSurplus,
  changeSurplus,
  type CreateSurplus,
  createSurplus,
  deleteSurplus,
  getOpeningHours,
  getPartner,
  listSurplus,
  listSurplusQuestions,
  type OpeningHoursBody,
  pauseSurplus,
  putOpeningHours,
  type RecurringSurplus,
  setDayOff,
  type SurplusAnswer,
} from '@openlarder/domain/partners/partner-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { cancelRefetches } from '#web/lib/query-client.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { toastError } from '#web/lib/unauthorized.ts';

export const openingHoursQuery = endpointQuery(getOpeningHours);
export const partnerQuery = (id: string) => endpointQuery(getPartner, { params: { id } });
export const surplusQuery = endpointQuery(listSurplus);
export const surplusQuestionsQuery = endpointQuery(listSurplusQuestions);

export function useSaveOpeningHours() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: OpeningHoursBody) => call(putOpeningHours, { body }),
    onSuccess: (saved) => {
      const { queryKey } = openingHoursQuery;
      cancelRefetches(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, saved);
    },
  });
}

export function useSaveSurplus(id: string | null) {
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CreateSurplus): Promise<RecurringSurplus> => {
      const { listingId: _from, ...change }: CreateSurplus & ChangeSurplus = body;
      return id === null
        ? call(createSurplus, { body, idempotencyKey: keyFor(body) })
        : call(changeSurplus, { params: { id }, body: change });
    },
  });
}

/** Pauses, leaves out a day, or deletes. Errors are shown in a toast. */
export function useSurplusActions({ id }: Pick<RecurringSurplus, 'id'>) {
  const options = { onError: (error: unknown) => toastError(error) };
  const params = { id };
  return {
    pause: useMutation({
      ...options,
      mutationFn: (isPaused: boolean) => call(pauseSurplus, { params, body: { isPaused } }),
    }),
    dayOff: useMutation({
      ...options,
      mutationFn: (isOff: boolean) => call(setDayOff, { params, body: { isOff } }),
    }),
    remove: useMutation({ ...options, mutationFn: () => call(deleteSurplus, { params }) }),
  };
}

export function useAnswerQuestion(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SurplusAnswer) => call(answerSurplusQuestion, { params: { id }, body }),
    onSuccess: (answered) => {
      const { queryKey } = surplusQuestionsQuery;
      cancelRefetches(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, (known) =>
        known?.map((one) => (one.id === answered.id ? answered : one)),
      );
    },
  });
}
