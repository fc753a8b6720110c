import { useLingui } from '@lingui/react/macro';
import type { CreateRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS, instantAt } from '@openlarder/domain/kernel/time.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { saveWhileWriting } from '#web/lib/draft.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { sentTitle } from '#web/lib/tile-title.ts';
import { toastFailure } from '#web/ui/toast-store.ts';
import { useCreateRequest } from '../emergency.queries.ts';
import { keepRequestAddress } from '../request-address.ts';
import {
  type RequestDraftStorage,
  type SentAttempt,
  toRequestDraft,
  REQUEST_FIELDS,
  type RequestFields,
} from './request-fields.ts';

export type RequestFormState = UseFormReturn<RequestFields, unknown, CreateRequest>;

const check = contractResolver<RequestFields, CreateRequest>(createRequestBody);

/** Stands for an address that is told to the helper only: the body needs one, and the server does not store it. */
const TOLD_LATER = 'told-later';

const checkWithoutAddress: typeof check = (values, ...rest) =>
  check({ ...values, pickupLocation: values.pickupLocation.trim() || TOLD_LATER }, ...rest);

/** `asksAddress`: whether a place to meet is asked for now, and needed. */
export function useRequestForm(
  start: RequestFields,
  { asksAddress }: { readonly asksAddress: boolean },
): RequestFormState {
  return useForm<RequestFields, unknown, CreateRequest>({
    defaultValues: start,
    resolver: asksAddress ? check : checkWithoutAddress,
    shouldFocusError: false,
  });
}

/** The same content sent again after a lost answer is the same attempt, also after the page was closed. */
function attemptFor(values: CreateRequest, last: SentAttempt | null): SentAttempt {
  const content = JSON.stringify(values);
  const nowMs = Date.now();
  if (last?.content === content && Date.parse(last.expiresAt) > nowMs) return last;
  return { content, key: randomKey(), expiresAt: instantAt(nowMs + REQUEST_HOURS * HOUR_MS) };
}

/**
 * Saves the draft while it is being written, and at the latest when the form unmounts. `lastSent` is the attempt that
 * the form opened with. `startAttempt` saves that these values are being sent, and returns the attempt to send;
 * `dropAttempt` saves that the server refused it, so that nothing of it can have arrived.
 */
export function useRequestDraft(
  form: RequestFormState,
  storage: RequestDraftStorage,
  lastSent: SentAttempt | null,
) {
  const sent = useRef(lastSent);
  const saveNow = useCallback(() => {
    storage.save(toRequestDraft(form.getValues(), sent.current));
  }, [storage, form]);
  useEffect(() => {
    const saving = saveWhileWriting(saveNow);
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: saving.changed });
    return () => {
      unsubscribe();
      saving.stop();
    };
  }, [form, saveNow]);
  const startAttempt = (values: CreateRequest): SentAttempt => {
    const attempt = attemptFor(values, sent.current);
    sent.current = attempt;
    saveNow();
    return attempt;
  };
  const dropAttempt = () => {
    sent.current = null;
    saveNow();
  };
  return { startAttempt, dropAttempt, discard: storage.discard };
}

type SubmitOptions = {
  readonly form: RequestFormState;
  readonly draft: ReturnType<typeof useRequestDraft>;
  readonly onCreated: () => void;
};

/** Sends the form once, however often the button is pressed; after a failure the form keeps all values. */
export function useSubmitRequest({ form, draft, onCreated }: SubmitOptions) {
  const { t } = useLingui();
  const me = useCurrentUser();
  const { mutateAsync, isPending } = useCreateRequest();
  const isSending = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);

  const sendAttempt = async (values: CreateRequest): Promise<void> => {
    const { key, expiresAt } = draft.startAttempt(values);
    try {
      const request = await mutateAsync({ body: { ...values, expiresAt }, key });
      draft.discard();
      const { latitude, longitude } = values;
      const address = form.getValues('pickupLocation').trim();
      keepRequestAddress(me.id, { requestId: request.id, address, latitude, longitude });
      onCreated();
    } catch (error) {
      if (isUnauthorized(error)) return;
      if (error instanceof HttpError && error.status < 500) draft.dropAttempt();
      toastFailure(t`Error`, t`Failed to create emergency request. Please try again.`);
      if (!showFieldErrors(error, REQUEST_FIELDS, form.setError)) setFailure(error);
    }
  };

  const send = async (values: CreateRequest): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setFailure(null);
    await sendAttempt({ ...values, title: sentTitle(values.title) });
    isSending.current = false;
  };
  return { busy: isPending, failure, send };
}
