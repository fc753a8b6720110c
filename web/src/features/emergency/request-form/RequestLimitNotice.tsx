import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { RequestLimits } from '@openlarder/domain/emergency/request-contract.ts';
import type { RequestLimitRefusal } from '@openlarder/domain/emergency/request-limits.ts';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFormDraft } from '#web/lib/draft.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useAppealRequestLimit } from '../emergency.queries.ts';

type Props = {
  readonly refusal: RequestLimitRefusal;
  readonly limits: RequestLimits;
  /** It replaces the form that was being sent, and takes its focus. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
};

/** Replaces the form: why the person cannot ask now, and what they can do instead. */
export function RequestLimitNotice({ refusal, limits, takesFocus, onClose }: Props) {
  const nowMs = useNow();
  const until = limits.slowedUntil === null ? '' : formatDayAtTime(limits.slowedUntil, nowMs);
  const isSlowed = limits.slowedUntil !== null && nowMs < Date.parse(limits.slowedUntil);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
      {refusal === 'request-open' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>You already have an open request</Trans>
          </p>
          <p>
            <Trans>You can ask again once it's closed.</Trans>
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
              one="You've asked once since yesterday"
              other="You've asked # times since yesterday"
            />
          </p>
          <p>
            <Plural
              value={limits.maxRequestsPerDay}
              one="You can ask once a day here."
              other="You can ask up to # times a day here."
            />{' '}
            {limits.nextAt && <Trans>You can ask again {formatDayAtTime(limits.nextAt, nowMs)}.</Trans>}
          </p>
          {isSlowed && (
            <>
              <p>
                <Trans>
                  A few helpers told us something wasn't right, so until {until} it's one request a day. Food
                  on Discover is there for you as always.
                </Trans>
              </p>
              <LimitAppealForm />
            </>
          )}
        </>
      )}
    </div>
  );
}

function LimitAppealForm() {
  const { t } = useLingui();
  const [{ words }, change, forget] = useFormDraft('limit-appeal', { words: '' });
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const appeal = useAppealRequestLimit();
  useEffect(() => {
    if (appeal.isSuccess) thanks.current?.focus();
  }, [appeal.isSuccess]);

  if (appeal.isSuccess)
    return (
      <div ref={thanks} tabIndex={-1} className="w-full outline-none">
        <Notice tone="success" announce title={<Trans>Thank you. An organizer will read it soon.</Trans>} />
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = words.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (!appeal.isPending)
      appeal.mutate(words, {
        onSuccess: forget,
      });
  };
  const told = appeal.error instanceof HttpError ? appeal.error.fields['words'] : undefined;
  return (
    <form
      noValidate
      aria-label={t`Is this a mistake?`}
      onSubmit={send}
      className="flex w-full flex-col gap-3"
    >
      <TextArea
        ref={field}
        label={<Trans>Is this a mistake?</Trans>}
        hint={<Trans>Tell an organizer what happened. No one else will read it.</Trans>}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={words}
        onChange={(event) => {
          change({ words: event.target.value });
          setMissing(false);
        }}
        error={isMissing ? t`Please tell us what happened` : told}
      />
      {appeal.isError && told === undefined && (
        <Notice tone="error" announce title={<Trans>We couldn't send that. It's still here.</Trans>}>
          {errorMessage(appeal.error)}
        </Notice>
      )}
      <Button type="submit" variant="secondary" className="self-start" busy={appeal.isPending}>
        <Trans>Tell an organizer</Trans>
      </Button>
    </form>
  );
}

/** Why the person may not ask now, by the server's limits; null if they may. */
export function currentRefusal(limits: RequestLimits, nowMs: number): RequestLimitRefusal | null {
  if (limits.openRequestId !== null) return 'request-open';
  return limits.nextAt !== null && nowMs < Date.parse(limits.nextAt) ? 'requests-today' : null;
}
