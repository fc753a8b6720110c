import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import type {
  EmergencyRequest,
  MatchReleaseReason,
} from '@openlarder/domain/emergency/emergency-contract.ts';
import { type RefObject, useRef, useState } from 'react';
import { CodeForm } from '#web/features/claims/CodeForm.tsx';
import { MoveDialog } from '#web/features/claims/MoveDialog.tsx';
import { MoveProblem } from '#web/features/claims/MoveProblem.tsx';
import { useKeptFocus } from '#web/features/claims/use-kept-focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { requestMovesOf } from './request-facts.ts';
import { helperReasons } from './strip-words.ts';
import { useRequestMove } from './use-request-move.ts';

type Props = {
  readonly request: EmergencyRequest;
  /** Who asked for it. */
  readonly name: string;
  /** Whether there is room for no more than the answer that is waited for. */
  readonly isBrief?: boolean;
};

/** What the one who helps may do now, by the rules that the server goes by. */
export function HelperMoves({ request, name, isBrief = false }: Props) {
  const nowMs = useNow();
  const making = useRequestMove(request);
  const [isLettingGo, setLettingGo] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(whole, `${request.status} ${String(request.match?.helperConfirmedAt)}`);
  const moves = requestMovesOf(request, nowMs);
  const isAnswer = Boolean(request.match?.requesterConfirmedAt);
  const { moving, problem } = making;
  const isCode = making.failed === 'fulfil_by_code';
  return (
    <div ref={whole} tabIndex={-1} {...keptFocus} className="flex flex-col gap-4 outline-none empty:hidden">
      {moves.includes('fulfil_by_code') && !isBrief && !isAnswer && (
        <CodeForm
          name={name}
          isPrimary={false}
          busy={moving?.kind === 'fulfil_by_code'}
          problem={isCode ? problem : null}
          onEnter={(code) => making.move({ kind: 'fulfil_by_code', code })}
          onChange={making.forget}
        />
      )}
      {request.match?.codeLocked && request.status === 'matched' && !isBrief && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. It is done once you have both said so.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {moves.includes('fulfil') && (
          <Button
            variant={isAnswer ? 'primary' : 'secondary'}
            busy={moving?.kind === 'fulfil'}
            onClick={() => {
              making.forget();
              making.move({ kind: 'fulfil' });
            }}
          >
            <Trans>I handed it over</Trans>
          </Button>
        )}
        {moves.includes('release') && !isBrief && (
          <Button
            variant="quiet"
            onClick={() => {
              making.forget();
              setLettingGo(true);
            }}
          >
            <Trans>I can't make it</Trans>
          </Button>
        )}
      </div>
      {!isLettingGo && !isCode && (
        <MoveProblem problem={problem} onRetry={making.retry} busy={moving !== null} />
      )}
      {isLettingGo && (
        <StepBack making={making} name={name} onClose={() => setLettingGo(false)} elseFocus={whole} />
      )}
    </div>
  );
}

type DialogProps = Pick<Props, 'name'> & {
  readonly making: ReturnType<typeof useRequestMove>;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

function StepBack({ making, name, onClose, elseFocus }: DialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState<MatchReleaseReason>('cannot_make_it');
  const reasons = helperReasons(name);
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={<Trans>You can't help this time?</Trans>}
      description={
        <Trans>
          That happens. {name} is told, and others near are asked again while there is time. You can no longer
          write to each other here.
        </Trans>
      }
      confirmLabel={<Trans>Let go</Trans>}
      cancelLabel={<Trans>Keep helping</Trans>}
      busy={making.moving !== null}
      problem={making.problem}
      onConfirm={() => making.move({ kind: 'release', reason }, onClose)}
      elseFocus={elseFocus}
    >
      <RadioGroup<MatchReleaseReason>
        name="step-back-reason"
        label={t`Why?`}
        options={reasons}
        value={reason}
        onChange={(event) => {
          const chosen = reasons.find(({ value }) => value === event.target.value);
          if (chosen) setReason(chosen.value);
        }}
      />
    </MoveDialog>
  );
}
