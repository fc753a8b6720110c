import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { CircleCheck, MessageCircle } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'wouter';
import { ActionError } from '#web/features/handovers/actions/ActionDialog.tsx';
import { actionLabels, enterCodeLabel } from '#web/features/handovers/actions/action-labels.ts';
import { allowedActions } from '#web/features/handovers/actions/handover-actions.ts';
import { HandoverDialog } from '#web/features/handovers/actions/HandoverDialogs.tsx';
import { TakenServings, useTakenServings } from '#web/features/handovers/completion/TakenServings.tsx';
import { amountBeside } from '#web/features/listings/titles.ts';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { calendarDaysBetween } from '@openlarder/domain/kernel/time.ts';
import { formatDayTime, formatPickupWindow, formatServings, formatTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { hasMoreToReveal } from '../claim-labels.ts';
import { RevealAddressButton, WhoSeesAddress } from '../ticket/PickupAddress.tsx';
import { handedOverAt, type Pickup } from './pickup-queue.ts';

type Clock = { readonly nowMs: number; readonly timeZone: string };

/** "6:30 PM" today, "yesterday, 11:45 PM" else. */
const clockTime = (atMs: number | string, { nowMs, timeZone }: Clock): string => {
  const ms = typeof atMs === 'number' ? atMs : Date.parse(atMs);
  return calendarDaysBetween(ms, nowMs, timeZone) === 0
    ? formatTime(ms, timeZone)
    : formatDayTime(ms, nowMs, timeZone);
};

/** When someone comes, in a word; without a time, until when, or the pickup window of a day ahead. */
export function whenComing({ stage, timeMs, claim }: Pickup, clock: Clock): string {
  if (timeMs === null) {
    if (stage === 'overdue') return t`not here yet`;
    const { windowFrom, windowUntil } = claim.handover;
    const isAhead = calendarDaysBetween(clock.nowMs, Date.parse(windowFrom), clock.timeZone) > 0;
    if (isAhead) return formatPickupWindow(windowFrom, windowUntil, clock.nowMs, clock.timeZone);
    const end = clockTime(windowUntil, clock);
    return t`by ${end}`;
  }
  const time = clockTime(timeMs, clock);
  if (stage === 'asking') return t`asks for ${time}`;
  return stage === 'overdue' ? t`was due ${time}` : time;
}

/** What the claimer has announced: coming, on the way, or has the food. */
export function saidBadge({ stage, claim }: Pickup): string | null {
  if (stage === 'received') return t`says they have it`;
  if (stage === 'on-the-way') return t`on the way`;
  return stage === 'timed' && claim.handover.comingAt !== null ? t`coming` : null;
}

export type RowContext = Clock & {
  /** The listing stands around the row, which offers to show its address. */
  readonly isUnderListing: boolean;
  /** The food that the heading above names. */
  readonly named?: string | undefined;
};

type PersonProps = {
  readonly claim: Claim;
  readonly isNamed: boolean;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
};

function PersonLines({ claim, isNamed, badge, children }: PersonProps) {
  const { t: word } = useLingui();
  const { title } = claim.listing;
  const name = claim.claimer.displayName;
  const amount = amountBeside(title, claim.servings, claim.handover.countedAs);
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={paths.conversation(claim.conversationId)}
          aria-label={word`Messages with ${name}`}
          className="target-44 inline-flex items-center gap-1.5 rounded-small text-base/snug font-semibold wrap-anywhere hover:underline"
        >
          <bdi translate="no">{name}</bdi>
          <MessageCircle aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </Link>
        {badge}
      </p>
      <p className="text-sm wrap-anywhere">
        <span className="font-semibold">{children}</span>
        {' · '}
        {isNamed ? (
          formatServings(claim.servings, claim.handover.countedAs)
        ) : amount === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Trans>
            {amount}, <bdi>{title}</bdi>
          </Trans>
        )}
      </p>
    </div>
  );
}

/** In forced colors its edge is all that is left of it. */
const SOLID = 'border border-transparent';

type Props = RowContext & {
  readonly pickup: Pickup;
  /** The one who is expected first and now: the only one with a solid button. */
  readonly isNext: boolean;
  readonly onEnterCode: (claim: Claim, button: HTMLElement) => void;
  /** Takes the focus when the pickup is gone. */
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** An open pickup: who, when, what, and one button; a second one while a person is late. */
export function PickupRow({
  pickup,
  isNext,
  onEnterCode,
  elseFocus,
  isUnderListing,
  named,
  ...clock
}: Props) {
  const { t: word } = useLingui();
  const { claim, stage } = pickup;
  const { handover } = claim;
  const actions = useHandoverActions(handover);
  const taken = useTakenServings(handover, actions.reset);
  const [isStopping, setStopping] = useState(false);
  const mayStop = stage !== 'received' && allowedActions(handover, clock.nowMs).includes('stop_waiting');
  const name = handover.receiver.displayName;
  const badge = saidBadge(pickup);
  const enterCode =
    stage === 'received' ? (
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        wide={isNext}
        className={isNext ? SOLID : 'shrink-0'}
        busy={actions.running === 'confirm'}
        onClick={() => actions.run({ kind: 'confirm', ...taken.said })}
      >
        <Trans>Yes, handed over</Trans>
      </Button>
    ) : (
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        size={isNext ? 'large' : 'regular'}
        wide={isNext}
        className={isNext ? SOLID : 'shrink-0'}
        aria-label={isNext || handover.codeLocked ? undefined : word`Enter code: ${name}`}
        onClick={(event) => onEnterCode(claim, event.currentTarget)}
      >
        {handover.codeLocked ? (
          actionLabels('confirm', handover, clock.nowMs).label
        ) : isNext ? (
          enterCodeLabel(handover)
        ) : (
          <Trans>Enter code</Trans>
        )}
      </Button>
    );
  return (
    <div
      className={classNames(
        'flex flex-col gap-3 py-3',
        isNext && 'rounded-card border border-transparent bg-brand-soft px-4 text-brand-soft-ink',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-48 items-center gap-3">
          <PersonAvatar person={claim.claimer} className="max-sm:size-10" />
          <PersonLines
            claim={claim}
            isNamed={isUnderListing || claim.listing.title === named}
            badge={badge && <Badge tone={isNext ? 'brand' : 'fresh'}>{badge}</Badge>}
          >
            {whenComing(pickup, clock)}
          </PersonLines>
        </div>
        {!isNext && enterCode}
      </div>
      {stage === 'received' && <TakenServings handover={handover} taken={taken} />}
      {isNext && enterCode}
      {isUnderListing && hasMoreToReveal(claim) && (
        <div className="flex flex-col gap-1.5">
          <RevealAddressButton claim={claim} isPrimary={false} />
          <WhoSeesAddress claim={claim} />
        </div>
      )}
      {stage === 'asking' && handover.proposal && (
        <AcceptTime time={handover.proposal.time} name={name} actions={actions} {...clock} />
      )}
      {mayStop && (
        <Button
          variant="secondary"
          className={isNext ? undefined : 'self-end'}
          wide={isNext}
          aria-label={word`Stop waiting for ${name}`}
          onClick={() => {
            actions.reset();
            setStopping(true);
          }}
        >
          <Trans>Stop waiting</Trans>
        </Button>
      )}
      {isStopping ? (
        <HandoverDialog
          kind="stop_waiting"
          handover={handover}
          actions={actions}
          elseFocus={elseFocus}
          onClose={() => setStopping(false)}
        />
      ) : (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
    </div>
  );
}

type AcceptProps = Clock & {
  readonly time: string;
  readonly name: string;
  readonly actions: ReturnType<typeof useHandoverActions>;
};

function AcceptTime({ time, name, actions, ...clock }: AcceptProps) {
  const { t: word } = useLingui();
  const when = clockTime(time, clock);
  return (
    <Button
      variant="secondary"
      className="ms-13 self-start max-sm:ms-0"
      busy={actions.running === 'accept_time'}
      aria-label={word`Agree to ${when} with ${name}`}
      onClick={() => actions.run({ kind: 'accept_time', time })}
    >
      <Trans>Agree to {when}</Trans>
    </Button>
  );
}

export function DoneRow({ claim, isUnderListing, named, ...clock }: RowContext & { readonly claim: Claim }) {
  const { t: word } = useLingui();
  const at = handedOverAt(claim);
  const name = claim.handover.receiver.displayName;
  const isConfirmed = claim.status === 'completed';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-soft-ink">
          <CircleCheck className="size-6" />
        </span>
        <PersonLines claim={claim} isNamed={isUnderListing || claim.listing.title === named}>
          {isConfirmed ? <Trans>handed over</Trans> : <Trans>waiting for their OK</Trans>}
          {at !== null && ` ${clockTime(at, clock)}`}
        </PersonLines>
      </div>
      {claim.handover.disputedAt === null && (
        <Link
          href={paths.claim(claim.id)}
          aria-label={word`Something isn't right with ${name}'s pickup`}
          className="inline-flex min-h-11 items-center rounded-small text-sm font-semibold underline underline-offset-4"
        >
          <Trans>Something isn't right</Trans>
        </Link>
      )}
    </div>
  );
}
