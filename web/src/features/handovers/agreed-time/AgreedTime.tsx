import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { latestTimeMs } from '@openlarder/domain/handovers/handover-times.ts';
import { firstTime, type OpenParts, suggestedTimes } from '@openlarder/domain/handovers/suggested-times.ts';
import { instantAt, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type FormEvent, useContext, useId, useRef, useState, createContext } from 'react';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { InstantField } from '#web/ui/InstantField.tsx';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { communityZone, formatDayTime, formatTime, otherZoneName, toDateTimeInput } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { ActionError } from '../actions/ActionDialog.tsx';
import { allowedActions, answersRequest, handoverFactsOf, otherParty } from '../actions/handover-actions.ts';
import { useHandoverActions } from '../actions/use-handover-actions.ts';
import { proposalCaution } from '../handover-labels.ts';

/** Who proposes when, for the one who waits and the one who answers; null once it is over, and without a proposal. */
export function proposalSentence(handover: Handover, nowMs: number): string | null {
  const mayAccept = allowedActions(handover, nowMs).includes('accept_time');
  const isOver = handover.proposal !== null && Date.parse(handover.proposal.time) < nowMs - MINUTE_MS;
  const { proposal, side } = handover;
  const name = otherParty(handover).displayName;
  if (proposal === null || isOver) return null;
  const when = formatDayTime(proposal.time, nowMs);
  if (proposal.by === side) return t`You proposed ${when}. Waiting for ${{ name: nameInSentence(name) }}.`;
  return mayAccept ? t`${name} proposes ${when}.` : null;
}

type Props = {
  readonly handover: Handover;
  /**
   * Opens the choice of another time elsewhere, where space is short: only the answers to the other's proposal are here
   * then, below what is agreed or first proposed.
   */
  readonly onOther?: () => void;
  /** Whether another time can be chosen immediately, under a heading that asks for it. */
  readonly startsChoosing?: boolean;
  readonly onProposed?: () => void;
};

/** Proposes, accepts or changes the time to meet, as long as neither side has confirmed the handover. */
export function AgreedTime({ handover, onOther, startsChoosing = false, onProposed }: Props) {
  const nowMs = useNow();
  const actions = useHandoverActions(handover);
  const openParts = useContext(GiverHours)(handover);
  const [isChoosing, setChoosing] = useState(startsChoosing);
  const panelId = useId();
  const container = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const allowed = allowedActions(handover, nowMs);
  const mayAccept = allowed.includes('accept_time');
  const sentence = proposalSentence(handover, nowMs);
  const { agreedTime, proposal } = handover;
  const focusRecovery = useFocusRecovery(container, `${String(sentence)} ${String(agreedTime)}`);
  const isBrief = onOther !== undefined;
  if (!allowed.includes('propose_time') || (isBrief && !mayAccept)) return null;
  const isFirst = sentence === null && agreedTime === null;
  const agreed = agreedTime && formatDayTime(agreedTime, nowMs);
  const proposed = proposal && formatTime(proposal.time);
  const choose = (time: string) =>
    actions.run({ kind: 'propose_time', time }, () => {
      setChoosing(false);
      onProposed?.();
    });
  return (
    <div ref={container} tabIndex={-1} {...focusRecovery} className="flex flex-col gap-2 outline-none">
      {sentence !== null && !(isBrief && agreedTime === null) && <p className="font-medium">{sentence}</p>}
      {agreed !== null && !isBrief && (sentence !== null || isChoosing) && (
        <p className="text-sm text-muted first-letter:uppercase">
          <Trans>You're on for {agreed} unless you both agree on another time.</Trans>
        </p>
      )}
      {/* who asked for another time has said no to this one */}
      {!isFirst && !startsChoosing && (
        <div className="flex flex-wrap gap-2">
          {mayAccept && proposal && (
            <Button
              busy={actions.running === 'accept_time'}
              onClick={() => {
                actions.reset();
                actions.run({ kind: 'accept_time', time: proposal.time });
              }}
            >
              <Trans>Yes, {proposed} works</Trans>
            </Button>
          )}
          <Button
            ref={toggle}
            variant="quiet"
            className={mayAccept ? '' : '-ms-4'}
            {...(!isBrief && { 'aria-expanded': isChoosing, 'aria-controls': panelId })}
            onClick={() => {
              actions.reset();
              if (onOther) onOther();
              else setChoosing(!isChoosing);
            }}
          >
            {mayAccept ? <Trans>Another time</Trans> : <Trans>Change the time</Trans>}
          </Button>
        </div>
      )}
      <div id={panelId} className="flex flex-col gap-2 empty:hidden">
        {(isFirst || isChoosing) && (
          <TimeChoice
            handover={handover}
            nowMs={nowMs}
            openParts={openParts}
            isFirst={isFirst}
            isAsked={startsChoosing}
            busy={actions.running === 'propose_time'}
            error={actions.failed === 'propose_time' ? actions.error : null}
            onChoose={choose}
            onChange={actions.reset}
            onClose={() => {
              if (startsChoosing) onProposed?.();
              setChoosing(false);
              toggle.current?.focus();
            }}
          />
        )}
      </div>
      {actions.failed !== 'propose_time' && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
    </div>
  );
}

/** With "Another time" they fill two rows of a phone. */
const SUGGESTIONS = 3;

/** Focuses the time field and scrolls to it. */
function showField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus({ preventScroll: true });
  form?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
}

type TimeChoiceProps = {
  readonly handover: Handover;
  readonly nowMs: number;
  /** The giver's opening hours: suggested times are within them. */
  readonly openParts: OpenParts | undefined;
  /** Whether no time is proposed or agreed yet; the choice is then always open. */
  readonly isFirst: boolean;
  readonly isAsked?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onChoose: (time: string) => void;
  readonly onChange: () => void;
  /** Called by "Back" when there is nothing else to choose from. */
  readonly onClose: () => void;
};

function TimeChoice(props: TimeChoiceProps) {
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
  const facts = handoverFactsOf(handover, nowMs);
  const [start] = useState(() => {
    const first = firstTime(facts, nowMs, { timeZone: communityZone(), openParts });
    return first === null ? '' : instantAt(first);
  });
  const [time, setTime] = useState(start);
  const [isMissing, setMissing] = useState(false);
  const known = [facts.agreedTimeMs, facts.proposal?.timeMs];
  const suggestions = suggestedTimes(facts, nowMs, {
    count: SUGGESTIONS,
    timeZone: communityZone(),
    openParts,
    isUrgent: answersRequest(handover),
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
    setTime(start);
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
  const caution = time === '' ? null : proposalCaution(handover, Date.parse(time), openParts, nowMs);
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
          <output className="basis-full text-sm text-pretty empty:hidden">{caution}</output>
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

export type HoursOfGiver = (handover: Handover) => OpenParts | undefined;

/** Screens provide it: opening hours belong to a later feature. */
export const GiverHours = createContext<HoursOfGiver>(() => undefined);
