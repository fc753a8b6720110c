import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AskingRefusal } from '@openlarder/domain/emergency/asking.ts';
import type { Asking } from '@openlarder/domain/emergency/request-contract.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useAppealPause } from '../emergency.queries.ts';

type Props = {
  readonly refusal: AskingRefusal;
  readonly limits: Asking;
  /** It takes the place of the form that was being sent, and the keyboard with it. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
};

/** Said before anything is filled in: why one cannot ask just now, and what one can do instead. */
export function RequestLimitNotice({ refusal, limits, takesFocus, onClose }: Props) {
  const nowMs = useNow();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
      {refusal === 'request-open' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>You have asked already</Trans>
          </p>
          <p>
            <Trans>
              Your request is open, and donors near you see it. When it has ended, you can ask again.
            </Trans>
          </p>
          <LinkButton href={paths.requests} onClick={onClose}>
            <Trans>See my request</Trans>
          </LinkButton>
        </>
      )}
      {refusal === 'requests-today' && (
        <>
          <p className="text-lg font-semibold">
            <Plural
              value={limits.requestsInLastDay}
              one="You have asked once since yesterday"
              other="You have asked # times since yesterday"
            />
          </p>
          <p>
            <Plural
              value={limits.maxRequestsPerDay}
              one="Once in a day is as often as one can ask here."
              other="# times in a day is as often as one can ask here."
            />{' '}
            {limits.nextAt && <Trans>You can ask again {formatDayTime(limits.nextAt, nowMs)}.</Trans>}
          </p>
        </>
      )}
      {refusal === 'paused' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>Asking is paused for you</Trans>
          </p>
          <p>
            <Trans>Several helpers told us that something did not fit, so we take a pause.</Trans>{' '}
            {limits.pausedUntil && (
              <Trans>You can ask again {formatDayTime(limits.pausedUntil, nowMs)}.</Trans>
            )}{' '}
            <Trans>You can still find food on Discover.</Trans>
          </p>
          <PauseAppealForm />
        </>
      )}
    </div>
  );
}

/** Lets somebody whose asking is paused say to those who run the community why it should not be. */
function PauseAppealForm() {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const appeal = useAppealPause();
  useEffect(() => {
    if (appeal.isSuccess) thanks.current?.focus();
  }, [appeal.isSuccess]);

  if (appeal.isSuccess)
    return (
      <div ref={thanks} tabIndex={-1} className="w-full outline-none">
        <Notice tone="success" announce title={<Trans>Thank you. They read it as soon as they can.</Trans>} />
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = words.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (!appeal.isPending)
      appeal.mutate(words, {
        onError: (error) => {
          handleUnauthorized(error);
        },
      });
  };
  const told = appeal.error instanceof HttpError ? appeal.error.fields['words'] : undefined;
  return (
    <form
      noValidate
      aria-label={t`Is that a mistake?`}
      onSubmit={send}
      className="flex w-full flex-col gap-3"
    >
      <TextArea
        ref={field}
        label={<Trans>Is that a mistake?</Trans>}
        hint={<Trans>Tell the people who run this community. Nobody else reads it.</Trans>}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setMissing(false);
        }}
        error={isMissing ? t`Please say what we should know` : told}
      />
      {appeal.isError && told === undefined && (
        <Notice tone="error" announce title={<Trans>That was not sent. It is kept here.</Trans>}>
          {errorMessage(appeal.error)}
        </Notice>
      )}
      <Button type="submit" variant="secondary" className="self-start" busy={appeal.isPending}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}

/** Why somebody may not ask now, as the server knows it, or null when they may. */
export function currentRefusal(limits: Asking, nowMs: number): AskingRefusal | null {
  if (limits.pausedUntil !== null && nowMs < Date.parse(limits.pausedUntil)) return 'paused';
  if (limits.openRequestId !== null) return 'request-open';
  return limits.nextAt !== null && nowMs < Date.parse(limits.nextAt) ? 'requests-today' : null;
}
