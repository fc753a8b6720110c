import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type ClaimMove, MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import type { ReleaseReason } from '@openlarder/domain/claims/release-reasons.ts';
import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { phaseOf } from './claim-facts.ts';
import { claimSentence, comingUp, questionOf } from './claim-words.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { LetGoDialog } from './LetGoDialog.tsx';
import { MoveProblem } from './MoveProblem.tsx';
import { type ButtonMove, foldedWord, wordsOf } from './move-words.ts';
import { NoShowDialog } from './NoShowDialog.tsx';
import { ObjectDialog } from './ObjectDialog.tsx';
import { firstOf, offerOf } from './offered-moves.ts';
import { SharePlace } from './SharePlace.tsx';
import { useClaimMove } from './use-claim-move.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** What is asked before it is done. */
type Asking =
  | { readonly kind: 'release'; readonly startWith: ReleaseReason | null }
  | { readonly kind: 'report_no_show' | 'dispute' };

function askFirst(move: ButtonMove, claim: Claim, nowMs: number): Asking | null {
  if (move === 'report_no_food') return { kind: 'release', startWith: 'no_food' };
  if (move === 'report_no_show' || move === 'dispute') return { kind: move };
  if (move !== 'release') return null;
  const couldNot = claim.side === 'donor' ? 'cannot_hand_over' : 'cannot_come';
  return { kind: 'release', startWith: phaseOf(claim, nowMs) === 'after' ? couldNot : null };
}

type Props = {
  readonly claim: Claim;
  /** Whether there is room for no more than the one move that stands out. */
  readonly isBrief?: boolean;
};

/** What this side may do with a claim now: one thing stands out, and each says what follows from it. */
export function HandoverMoves({ claim, isBrief = false }: Props) {
  const nowMs = useNow();
  const making = useClaimMove(claim);
  const [asking, setAsking] = useState<Asking | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(whole, claimSentence(claim, nowMs));
  const offer = offerOf(claim, nowMs);
  const { primary, others, folded } = isBrief ? firstOf(offer) : offer;
  const question = questionOf(claim, nowMs);
  const isLocked = claim.status === 'open' && claim.side === 'donor' && claim.codeLocked;
  const dialogProps = { claim, making, onClose: () => setAsking(null), elseFocus: whole };

  const offered = (move: ClaimMove, isPrimary = false) => {
    if (move === 'share_place')
      return <SharePlace key={move} claim={claim} isPrimary={isPrimary} isBrief={isBrief} />;
    if (move === 'complete_by_code') return <CodeEntry key={move} claim={claim} isPrimary={isPrimary} />;
    const ask = askFirst(move, claim, nowMs);
    return (
      <MoveButton
        key={move}
        {...wordsOf(move, claim, nowMs)}
        variant={isPrimary ? 'primary' : claim.status === 'completed' ? 'quiet' : 'secondary'}
        busy={making.moving === move}
        onPress={() => {
          making.forget();
          if (ask) setAsking(ask);
          else if (move === 'say_coming' || move === 'confirm') making.move({ kind: move });
        }}
      />
    );
  };

  return (
    <div
      ref={whole}
      tabIndex={-1}
      {...keptFocus}
      className={classNames('flex flex-col outline-none empty:hidden', isBrief ? 'gap-2' : 'gap-4')}
    >
      {question && <p className={classNames('font-semibold', !isBrief && 'text-lg')}>{question}</p>}
      {primary && offered(primary, true)}
      {!asking && (
        <MoveProblem problem={making.problem} onRetry={making.retry} busy={making.moving !== null} />
      )}
      {others.map((move) => offered(move))}
      {isLocked && !isBrief && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. The pickup counts once you have both
            confirmed it.
          </Trans>
        </p>
      )}
      {!isBrief &&
        comingUp(claim, nowMs).map((sentence) => (
          <p key={sentence} className="text-sm text-muted">
            {sentence}
          </p>
        ))}
      {folded.length > 0 && (
        <details className="group/folded">
          <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-small font-semibold [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-150 group-open/folded:rotate-90 rtl:-scale-x-100"
            />
            {foldedWord(claim, nowMs)}
          </summary>
          <div className="flex flex-col gap-4 pt-2 pb-1">{folded.map((move) => offered(move))}</div>
        </details>
      )}
      {asking?.kind === 'release' && <LetGoDialog {...dialogProps} startWith={asking.startWith} />}
      {asking?.kind === 'report_no_show' && <NoShowDialog {...dialogProps} />}
      {asking?.kind === 'dispute' && <ObjectDialog {...dialogProps} />}
    </div>
  );
}

type MoveButtonProps = {
  readonly label: string;
  readonly follows: string;
  readonly variant: 'primary' | 'secondary' | 'quiet';
  readonly busy: boolean;
  readonly onPress: () => void;
};

/** A move, and beside it (below it on a phone) what follows from it. */
function MoveButton({ label, follows, variant, busy, onPress }: MoveButtonProps) {
  const sentenceId = useId();
  return (
    <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[13.5rem_1fr] sm:items-center">
      <Button
        variant={variant}
        wide={variant !== 'quiet'}
        className={variant === 'quiet' ? '-ms-4 justify-self-start' : ''}
        busy={busy}
        aria-describedby={sentenceId}
        onClick={onPress}
      >
        {label}
      </Button>
      <p id={sentenceId} className="text-sm text-muted">
        {follows}
      </p>
    </div>
  );
}
