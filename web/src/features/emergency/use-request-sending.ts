import { useLingui } from '@lingui/react/macro';
import type { CreateRequest, EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { useRef, useState } from 'react';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';
import { useCreateRequest } from './emergency.queries.ts';
import { REQUEST_FIELDS } from './request-fields.ts';
import type { RequestFormState, useRequestDraft } from './use-request-form.ts';

type Parts = {
  readonly form: RequestFormState;
  readonly draft: ReturnType<typeof useRequestDraft>;
  readonly onAsked: (request: EmergencyRequest) => void;
};

/** Sends the form once, however often it is pressed; or says what is wrong and keeps everything. */
export function useRequestSending({ form, draft, onAsked }: Parts) {
  const { t } = useLingui();
  const { mutateAsync, isPending } = useCreateRequest();
  const isSending = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);

  const sendNow = async (values: CreateRequest): Promise<void> => {
    const { key, expiresAt } = draft.noteTry(values);
    try {
      const request = await mutateAsync({ body: { ...values, expiresAt }, key });
      draft.forget();
      toast({
        title: t`Your request is out`,
        description: t`Donors near you are being told. We tell you as soon as somebody helps.`,
        tone: 'success',
      });
      onAsked(request);
    } catch (error) {
      if (toldUnauthorized(error)) return;
      if (error instanceof HttpError && error.status < 500) draft.forgetTry();
      toast({
        title: t`Error`,
        description: t`Failed to create emergency request. Please try again.`,
        tone: 'destructive',
      });
      if (!showFieldErrors(error, REQUEST_FIELDS, form.setError)) setFailure(error);
    }
  };

  const send = async (values: CreateRequest): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setFailure(null);
    await sendNow(values);
    isSending.current = false;
  };
  return { busy: isPending, failure, send };
}
