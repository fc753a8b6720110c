import { Trans, useLingui } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { latestTimeMs, suggestedTimes } from '@openlarder/domain/handovers/handover-times.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type FormEvent, useState } from 'react';
import { DateTimeInstantField } from '#web/features/listings/share/DayAndTimeFields.tsx';
import { deviceZone, formatDayTime, toDateTimeInput } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { handoverFactsOf } from '../actions/handover-actions.ts';

/** With "Another time" they fill two rows of a phone. */
const SUGGESTIONS = 3;

type Props = {
  readonly handover: Handover;
  readonly nowMs: number;
  readonly busy: boolean;
  /** Why the last proposal failed. */
  readonly error: unknown;
  readonly onChoose: (time: string) => void;
  /** Called when another time is typed after an error, to clear it. */
  readonly onChange: () => void;
};

/** Times within the window to propose with one tap, and a field for another. */
export function TimeChoice({ handover, nowMs, busy, error, onChoose, onChange }: Props) {
  const { t } = useLingui();
  const facts = handoverFactsOf(handover, nowMs);
  const [isTyping, setTyping] = useState(false);
  const [time, setTime] = useState('');
  const [isMissing, setMissing] = useState(false);
  const known = [facts.agreedTimeMs, facts.proposal?.timeMs];
  const suggestions = suggestedTimes(facts, nowMs, { count: SUGGESTIONS, timeZone: deviceZone() }).filter(
    (timeMs) => !known.includes(timeMs),
  );
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
      <div className="flex flex-wrap gap-2">
        {suggestions.map((timeMs) => (
          <Button
            key={timeMs}
            variant="secondary"
            className="rounded-full text-sm"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onChoose(new Date(timeMs).toISOString());
            }}
          >
            <span className="inline-block first-letter:uppercase">{formatDayTime(timeMs, nowMs)}</span>
          </Button>
        ))}
        {!isTyping && (
          <Button variant="quiet" onClick={() => setTyping(true)}>
            <Trans>Another time</Trans>
          </Button>
        )}
      </div>
      {isTyping && (
        <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
          <DateTimeInstantField
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
