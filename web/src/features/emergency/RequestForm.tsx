import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { Eye } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { ConfirmMailAgain } from '#web/features/claims/ConfirmMailAgain.tsx';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { formatDistance } from '#web/lib/format.ts';
import { HttpError, isUnanswered, sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { DraftBox, SentTry } from './request-draft.ts';
import type { RequestFields } from './request-fields.ts';
import { RequestNeeds } from './RequestNeeds.tsx';
import { RequestPlace } from './RequestPlace.tsx';
import { useRequestDraft, useRequestFaultFocus, useRequestForm } from './use-request-form.ts';
import { useRequestSending } from './use-request-sending.ts';

export type RequestOpening = {
  readonly fields: RequestFields;
  /** The last try of sending it, whose answer did not come. */
  readonly sent: SentTry | null;
  readonly note: 'kept' | 'again' | null;
};

type Props = {
  readonly setting: MapSetting;
  readonly box: DraftBox;
  readonly opening: RequestOpening;
  /** It was opened anew by a press in the form before it. */
  readonly isReopened: boolean;
  readonly onStartAfresh: () => void;
  readonly onAsked: (request: EmergencyRequest) => void;
};

/** Asking for food: a few words, how soon, how many, and where. All else may stay as it is. */
export function RequestForm({ setting, box, opening, isReopened, onStartAfresh, onAsked }: Props) {
  const { t } = useLingui();
  const form = useRequestForm(opening.fields);
  const draft = useRequestDraft(form, box, opening.sent);
  const { busy, failure, send } = useRequestSending({ form, draft, onAsked });
  const element = useRef<HTMLFormElement>(null);
  const lookAtFaults = useRequestFaultFocus(element, form);
  const { errors, isSubmitted } = form.formState;
  const faults = Object.keys(errors).length;
  useEffect(() => {
    if (isReopened) form.setFocus('title');
  }, [isReopened, form]);

  const submit = async () => {
    await form.handleSubmit(send)();
    lookAtFaults();
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
      {opening.note && (
        <Notice
          announce
          title={
            opening.note === 'kept' ? (
              <Trans>We kept what you had written.</Trans>
            ) : (
              <Trans>Filled in from what you asked before. Look it over before you send it.</Trans>
            )
          }
        >
          <Button
            variant="quiet"
            className="-ms-4 underline underline-offset-4"
            onClick={() => {
              draft.forget();
              onStartAfresh();
            }}
          >
            <Trans>Start afresh</Trans>
          </Button>
        </Notice>
      )}
      <RequestNeeds form={form} />
      <RequestPlace form={form} setting={setting} />
      <WhoSeesWhat form={form} />
      {failure !== null && (
        <Notice tone="error" announce title={sentenceOf(failure)}>
          {isUnanswered(failure) ? (
            <Trans>All you entered is still here. Trying again will not ask twice.</Trans>
          ) : (
            <Trans>All you entered is still here.</Trans>
          )}
          {failure instanceof HttpError && failure.code === 'verify-email' && <ConfirmMailAgain />}
        </Notice>
      )}
      <output className="block text-sm font-medium text-tomato empty:hidden">
        {isSubmitted && faults > 0 && (
          <Plural value={faults} one="One answer above needs a look." other="# answers above need a look." />
        )}
      </output>
      <Button type="submit" size="large" wide busy={busy}>
        {busy ? <Trans>Sending…</Trans> : <Trans>Ask for food</Trans>}
      </Button>
    </form>
  );
}

/** What becomes known to whom, in so many words, before it is sent. */
function WhoSeesWhat({ form }: { readonly form: ReturnType<typeof useRequestForm> }) {
  const radiusKm = useWatch({ control: form.control, name: 'radiusKm' });
  const distance = formatDistance(radiusKm);
  return (
    <p className="flex gap-2.5 rounded-control bg-sunken px-4 py-3">
      <Eye aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        <Trans>
          Donors within {distance} see your first name, what you need and roughly where, for {REQUEST_HOURS}{' '}
          hours. Your address is seen by nobody but the one who helps you, and only once you share it.
        </Trans>
      </span>
    </p>
  );
}
