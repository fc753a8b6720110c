import { Trans, useLingui } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { latestTimeMs } from '@openlarder/domain/handovers/handover-times.ts';
import { type OpenParts, suggestedTimes } from '@openlarder/domain/handovers/suggested-times.ts';
import { instantAt, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type FormEvent, useRef, useState } from 'react';
import { InstantField } from '#web/features/listings/share/InstantField.tsx';
import { communityZone, formatDayTime, otherZoneName, toDateTimeInput } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { scrollBehavior } from '#web/lib/use-media-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { handoverFactsOf } from '../actions/handover-actions.ts';

/** With "Another time" they fill two rows of a phone. */
const SUGGESTIONS = 3;

/** Focuses the time field and scrolls to it. */
function showField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus({ preventScroll: true });
  form?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
}

type Props = {
  readonly handover: Handover;
  readonly nowMs: number;
  /** The giver's opening hours: suggested times are within them. */
  readonly openParts: OpenParts | undefined;
  /** Whether no time is proposed or agreed yet; the choice is then always open. */
  readonly isFirst: boolean;
  /** Whether a heading asks already when it suits. */
  readonly isAsked?: boolean;
  readonly busy: boolean;
  /** Why the last proposal failed. */
  readonly error: unknown;
  readonly onChoose: (time: string) => void;
  /** Called when another time is typed after an error, to clear it. */
  readonly onChange: () => void;
  /** Called by "Back" when there is nothing else to choose from. */
  readonly onClose: () => void;
};

/** Times within the window to propose with one tap, and a field for another. */
export function TimeChoice(props: Props) {
  const {
    handover,
    nowMs,
    openParts,
    isFirst,
    isAsked = false,
    busy,
    error,
    onChoose,
    onChange,
    onClose,
  } = props;
  const { t } = useLingui();
  const facts = handoverFactsOf(handover, nowMs);
  const [time, setTime] = useState('');
  const [isMissing, setMissing] = useState(false);
  const known = [facts.agreedTimeMs, facts.proposal?.timeMs];
  const suggestions = suggestedTimes(facts, nowMs, {
    count: SUGGESTIONS,
    timeZone: communityZone(),
    openParts,
  }).filter((timeMs) => !known.includes(timeMs));
  const zone = otherZoneName(nowMs);
  const hasSuggestions = suggestions.length > 0;
  const [isTyping, setTyping] = useState(!isFirst && !hasSuggestions);
  const goesBack = useRef(false);
  const focusAfterBack = (button: HTMLButtonElement | null) => {
    if (button && goesBack.current) button.focus();
    goesBack.current = false;
  };
  const back = () => {
    if (error) onChange();
    if (!isFirst && !hasSuggestions) {
      onClose();
      return;
    }
    goesBack.current = true;
    setTime('');
    setMissing(false);
    setTyping(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(time === '');
    if (time !== '') onChoose(time);
  };
  const fieldError = error instanceof HttpError ? error.fields['time'] : undefined;
  const failure = error ? (fieldError ?? errorMessage(error)) : undefined;
  const shownError = isMissing ? t`Please choose a time` : failure;
  return (
    <>
      {isFirst && !isAsked && hasSuggestions && (
        <p className="text-sm text-muted">
          <Trans>When works for you?</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {suggestions.map((timeMs) => (
          <Button
            key={timeMs}
            variant="secondary"
            className="rounded-full text-sm"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onChoose(instantAt(timeMs));
            }}
          >
            <span className="inline-block first-letter:uppercase">{formatDayTime(timeMs, nowMs)}</span>
          </Button>
        ))}
        {!isTyping && (
          <Button
            ref={focusAfterBack}
            variant="quiet"
            className={hasSuggestions ? '' : '-ms-4'}
            onClick={() => setTyping(true)}
          >
            {hasSuggestions ? <Trans>Another time</Trans> : <Trans>Propose another time</Trans>}
          </Button>
        )}
      </div>
      {zone !== null && (
        <p className="text-sm text-muted">
          <Trans>Times are in {zone}.</Trans>
        </p>
      )}
      {isTyping && (
        <form ref={showField} onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
          <InstantField
            label={t`Day and time`}
            value={time}
            min={toDateTimeInput(nowMs + MINUTE_MS)}
            max={toDateTimeInput(latestTimeMs(facts))}
            error={shownError}
            onInstant={(instant) => {
              setTime(instant);
              setMissing(false);
              if (error) onChange();
            }}
            className="w-60 max-w-full"
          />
          <Button type="submit" variant="secondary" busy={busy}>
            <Trans>Propose this time</Trans>
          </Button>
          <Button variant="quiet" onClick={back}>
            <Trans>Back</Trans>
          </Button>
        </form>
      )}
      {!isTyping && shownError !== undefined && (
        <p role="alert" className="text-sm font-medium text-tomato">
          {shownError}
        </p>
      )}
    </>
  );
}
