import { Trans, useLingui } from '@lingui/react/macro';
import type {
  EmergencyRequest,
  MatchReleaseReason,
} from '@openlarder/domain/emergency/emergency-contract.ts';
import { type RefObject, useRef, useState } from 'react';
import { MoveDialog } from '#web/features/claims/MoveDialog.tsx';
import { MoveProblem } from '#web/features/claims/MoveProblem.tsx';
import { useKeptFocus } from '#web/features/claims/use-kept-focus.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { awaitedMove, requestMovesOf } from './request-facts.ts';
import { comingSentence, letGoReasons } from './request-words.ts';
import { ShareWhere } from './ShareWhere.tsx';
import { useRequestMove } from './use-request-move.ts';

type Making = ReturnType<typeof useRequestMove>;

type Props = {
  readonly request: EmergencyRequest;
  /** Above the conversation with the helper: what is said there already is not said again. */
  readonly isAboveMessages?: boolean;
  /** Whether there is room for no more than what the helper waits for. */
  readonly isBrief?: boolean;
};

/** What the one who asked may do now, by the rules that the server goes by. */
export function RequestMoves({ request, isAboveMessages = false, isBrief = false }: Props) {
  const nowMs = useNow();
  const making = useRequestMove(request);
  const [asking, setAsking] = useState<'cancel' | 'release' | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(whole, `${request.status} ${String(request.placeShared)}`);
  const allMoves = requestMovesOf(request, nowMs);
  const moves = isBrief ? allMoves.filter((move) => move === awaitedMove(request)) : allMoves;
  const { match, status } = request;
  const coming = isAboveMessages ? null : comingSentence(request, nowMs);
  const ask = (what: typeof asking) => {
    making.forget();
    setAsking(what);
  };
  const gotFood = () => {
    making.forget();
    making.move(status === 'pending' ? { kind: 'cancel', reason: 'got_food' } : { kind: 'fulfil' });
  };
  const close = { making, onClose: () => setAsking(null), elseFocus: whole };
  const isSayingSo = making.moving !== null && asking === null && making.moving.kind !== 'share_place';
  return (
    <div ref={whole} tabIndex={-1} {...keptFocus} className="flex flex-col gap-3 outline-none empty:hidden">
      {coming && <p className="text-sm text-muted">{coming}</p>}
      {moves.includes('share_place') && <ShareWhere request={request} making={making} elseFocus={whole} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {match?.claimId && status === 'matched' && !isAboveMessages && (
          <LinkButton href={paths.claim(match.claimId)} variant="secondary">
            <Trans>See the ticket</Trans>
          </LinkButton>
        )}
        {(moves.includes('fulfil') || (status === 'pending' && moves.includes('cancel'))) && (
          <Button
            variant={match?.helperConfirmedAt ? 'primary' : 'secondary'}
            busy={isSayingSo}
            onClick={gotFood}
          >
            <Trans>I got food</Trans>
          </Button>
        )}
        {moves.includes('release') && (
          <Button variant="quiet" onClick={() => ask('release')}>
            <Trans>Let go</Trans>
          </Button>
        )}
        {moves.includes('cancel') && (
          <Button variant="quiet" onClick={() => ask('cancel')}>
            <Trans>Take it back</Trans>
          </Button>
        )}
      </div>
      {asking === null && making.moving?.kind !== 'share_place' && (
        <MoveProblem problem={making.problem} onRetry={making.retry} busy={making.moving !== null} />
      )}
      {asking === 'cancel' && <TakeBack {...close} helperName={match?.helper.displayName ?? null} />}
      {asking === 'release' && match && <LetHelperGo {...close} helperName={match.helper.displayName} />}
    </div>
  );
}

type DialogProps = {
  readonly making: Making;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

function TakeBack({
  making,
  onClose,
  elseFocus,
  helperName,
}: DialogProps & { readonly helperName: string | null }) {
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={<Trans>Take your request back?</Trans>}
      description={
        helperName === null ? (
          <Trans>Donors no longer see it. You can ask again.</Trans>
        ) : (
          <Trans>{helperName} is told, and can no longer see your address. You can ask again.</Trans>
        )
      }
      confirmLabel={<Trans>Take it back</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      busy={making.moving !== null}
      problem={making.problem}
      onConfirm={() => making.move({ kind: 'cancel', reason: 'no_longer_needed' }, onClose)}
      elseFocus={elseFocus}
    />
  );
}

function LetHelperGo({
  making,
  onClose,
  elseFocus,
  helperName,
}: DialogProps & { readonly helperName: string }) {
  const { t } = useLingui();
  const [reason, setReason] = useState<MatchReleaseReason>('no_answer');
  const reasons = letGoReasons(helperName);
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={<Trans>Ask somebody else?</Trans>}
      description={
        <Trans>
          {helperName} can no longer see your address, and others near you are asked again. Nothing is held
          against either of you.
        </Trans>
      }
      confirmLabel={<Trans>Let go</Trans>}
      cancelLabel={<Trans>Keep waiting</Trans>}
      busy={making.moving !== null}
      problem={making.problem}
      onConfirm={() => making.move({ kind: 'release', reason }, onClose)}
      elseFocus={elseFocus}
    >
      <RadioGroup<MatchReleaseReason>
        name="let-go-reason"
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
