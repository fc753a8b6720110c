import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { useContext, useId, useRef, useState } from 'react';
import { nameInSentence } from '#web/features/accounts/name-in-sentence.ts';
import { formatDayTime, formatTime } from '#web/lib/format.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { ActionError } from '../actions/ActionDialog.tsx';
import { allowedActions, otherParty } from '../actions/handover-actions.ts';
import { useHandoverActions } from '../actions/use-handover-actions.ts';
import { GiverHours } from './giver-hours.ts';
import { TimeChoice } from './TimeChoice.tsx';

/** A proposal that still counts, in one sentence; null if there is none. */
function proposalSentence(handover: Handover, mayAccept: boolean, nowMs: number): string | null {
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
  /** Shows only the answers to the other's proposal, where space is short. */
  readonly isBrief?: boolean;
  /** Whether another time can be chosen immediately, under a heading that asks for it. */
  readonly startsChoosing?: boolean;
  /** Called once a time is proposed. */
  readonly onProposed?: () => void;
};

/** Proposes, accepts or changes the time to meet, as long as neither side has confirmed the handover. */
export function AgreedTime({ handover, isBrief = false, startsChoosing = false, onProposed }: Props) {
  const nowMs = useNow();
  const actions = useHandoverActions(handover);
  const openParts = useContext(GiverHours)(handover);
  const [isChoosing, setChoosing] = useState(startsChoosing);
  const panelId = useId();
  const container = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const allowed = allowedActions(handover, nowMs);
  const mayAccept = allowed.includes('accept_time');
  const sentence = proposalSentence(handover, mayAccept, nowMs);
  const { agreedTime, proposal } = handover;
  const focusRecovery = useFocusRecovery(container, `${String(sentence)} ${String(agreedTime)}`);
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
      {sentence !== null && <p className="font-medium">{sentence}</p>}
      {agreed !== null && (sentence !== null || isChoosing) && (
        <p className="text-sm text-muted first-letter:uppercase">
          <Trans>You're on for {agreed} unless you both agree on another time.</Trans>
        </p>
      )}
      {!isFirst && (
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
            aria-expanded={isChoosing}
            aria-controls={panelId}
            onClick={() => {
              actions.reset();
              setChoosing(!isChoosing);
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
