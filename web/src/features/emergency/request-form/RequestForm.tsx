import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useEffect, useRef } from 'react';
import { ResendVerificationMail } from '#web/features/accounts/sign-in/ResendVerificationMail.tsx';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useFocusFirstError } from '#web/lib/form-errors.ts';
import { errorMessage, HttpError, isNetworkError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { RequestDraftStorage, SentAttempt } from './request-draft.ts';
import { REQUEST_FIELDS, type RequestFields } from './request-fields.ts';
import { RequestLocationFields } from './RequestLocationFields.tsx';
import { RequestNeedsFields } from './RequestNeedsFields.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import { useRequestDraft, useRequestForm, useSubmitRequest } from './use-request-form.ts';

export type RequestFormStart = {
  readonly fields: RequestFields;
  /** The last attempt to send it, whose answer was lost. */
  readonly sent: SentAttempt | null;
  readonly note: 'draft' | 'repeat' | null;
};

type Props = {
  readonly setting: MapSettings;
  readonly storage: RequestDraftStorage;
  readonly initial: RequestFormStart;
  /** It replaces a form that the person has reset. */
  readonly isReset: boolean;
  readonly onReset: () => void;
  readonly onCreated: (request: EmergencyRequest) => void;
};

/** The form of an emergency request; only a few fields need input. */
export function RequestForm({ setting, storage, initial, isReset, onReset, onCreated }: Props) {
  const { t } = useLingui();
  const form = useRequestForm(initial.fields);
  const draft = useRequestDraft(form, storage, initial.sent);
  const { busy, failure, send } = useSubmitRequest({ form, draft, onCreated });
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useFocusFirstError(element, form.formState.errors, REQUEST_FIELDS);
  const { errors, isSubmitted } = form.formState;
  const errorCount = Object.keys(errors).length;
  useEffect(() => {
    if (isReset) form.setFocus('title');
  }, [isReset, form]);

  const submit = async () => {
    await form.handleSubmit(send)();
    focusFirstError();
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={t`Emergency Food Request`}
      className="flex min-w-0 flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {initial.note && (
        <Notice
          announce
          title={
            initial.note === 'draft' ? (
              <Trans>We saved what you wrote.</Trans>
            ) : (
              <Trans>We filled this in from your earlier request. Take a look before you send it.</Trans>
            )
          }
        >
          <Button
            variant="quiet"
            className="-ms-4 underline underline-offset-4"
            onClick={() => {
              draft.discard();
              onReset();
            }}
          >
            <Trans>Start over</Trans>
          </Button>
        </Notice>
      )}
      <RequestNeedsFields form={form} />
      <RequestLocationFields form={form} setting={setting} />
      <Checkbox
        {...form.register('showsFirstName')}
        label={<Trans>Show my first name</Trans>}
        hint={<Trans>Otherwise it says “A neighbor” until you've met.</Trans>}
      />
      <RequestPreview form={form} setting={setting} />
      {failure !== null && (
        <Notice tone="error" announce title={errorMessage(failure)}>
          {isNetworkError(failure) ? (
            <Trans>Everything you entered is still here. Trying again won't send it twice.</Trans>
          ) : (
            <Trans>Everything you entered is still here.</Trans>
          )}
          {failure instanceof HttpError && failure.code === 'verify-email' && <ResendVerificationMail />}
        </Notice>
      )}
      <output className="block text-sm font-medium text-tomato empty:hidden">
        {isSubmitted && errorCount > 0 && (
          <Plural
            value={errorCount}
            one="Please check one answer above."
            other="Please check # answers above."
          />
        )}
      </output>
      <Button type="submit" size="large" wide busy={busy}>
        {busy ? <Trans>Sending…</Trans> : <Trans>Ask for food</Trans>}
      </Button>
    </form>
  );
}
