import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type Handover, releaseHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { useEffect, useId, useRef } from 'react';
import { handoverPhase } from '#web/features/handovers/actions/handover-actions.ts';
import { actionDoneNotice } from '#web/features/handovers/actions/action-labels.ts';
import { handoverTimeLabel } from '#web/features/handovers/handover-labels.ts';
import { CodeButton } from '#web/features/handovers/code/CodeButton.tsx';
import { formatDayTime, formatServings } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cacheHandover } from '#web/features/handovers/handover-cache.ts';
import { call } from '#web/lib/call.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { classNames } from '#web/ui/class-names.ts';

/** A slip of the finger is noticed by then; later, "I can't make it" asks for a reason. */
const UNDO_FOR_MS = 10 * MINUTE_MS;

/** Whether a claim can be undone without a question: it is fresh, and nothing was planned or shared yet. */
const mayUndo = ({ status, createdAt, agreedTime, proposal }: Handover, nowMs: number): boolean =>
  status === 'open' &&
  nowMs < Date.parse(createdAt) + UNDO_FOR_MS &&
  agreedTime === null &&
  proposal === null;

type Props = {
  readonly claim: Claim;
  /** Claimed right here: takes the focus of the button that it replaces. */
  readonly isJustClaimed?: boolean;
  /** Servings that others can still claim; 0 where that is shown elsewhere. */
  readonly leftForOthers?: number;
  /** As high as the button that it replaces, where the whole ticket stands elsewhere on the page. */
  readonly compact?: boolean;
};

/** What is to be done until a time is agreed; null then. */
function nextStep({ agreedTime, proposal, side }: Handover, mayComeNow: boolean): string | null {
  if (agreedTime !== null) return null;
  if (proposal) return proposal.by === side ? t`Next: they answer your time.` : t`Next: answer their time.`;
  return mayComeNow ? t`Next: send a message when you set off.` : t`Next: agree on a time.`;
}

/** The same on a card: "4:30 PM", "4:30 PM?" while it is only proposed. */
function shortState({ agreedTime, proposal }: Handover, mayComeNow: boolean, nowMs: number): string {
  if (proposal) return t`${formatDayTime(proposal.time, nowMs)}?`;
  if (agreedTime !== null) return formatDayTime(agreedTime, nowMs);
  return mayComeNow ? t`come by` : t`agree on a time`;
}

/** The ticket in place of a claim button: what was claimed, when, the code, and the way to the conversation. */
export function ClaimTicket({ claim, isJustClaimed = false, leftForOthers = 0, compact = false }: Props) {
  const nowMs = useNow();
  const nameId = useId();
  const ticket = useRef<HTMLFieldSetElement>(null);
  const { listing, handover } = claim;
  const knowsPlace = listing.placeShared || listing.placeIsPublic;
  const mayComeNow = handoverPhase(handover, nowMs) === 'during' && knowsPlace;
  useEffect(() => {
    if (!isJustClaimed) return;
    // The pressed button is gone. The name of what has the focus is read aloud.
    if (document.activeElement === document.body) ticket.current?.focus({ preventScroll: true });
    ticket.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
  }, [isJustClaimed]);
  const next = nextStep(handover, mayComeNow);
  const amount = formatServings(claim.servings, handover.countedAs);
  const left = formatServings(leftForOthers, handover.countedAs);
  const undo = mayUndo(handover, nowMs) && <UndoClaim claim={claim} compact={compact} />;
  if (compact)
    return (
      <fieldset
        ref={ticket}
        aria-labelledby={nameId}
        tabIndex={-1}
        className="flex w-full min-w-0 flex-wrap items-center outline-none"
      >
        <span className="sr-only">
          <span id={nameId}>
            <Trans>You claimed {amount}</Trans>
          </span>
        </span>
        <LinkButton
          href={paths.conversation(claim.conversationId)}
          variant="secondary"
          className={classNames(
            'min-w-0 flex-1 border-brand! bg-brand-soft! px-1.5! py-1! text-brand-soft-ink! forced-colors:px-1.5',
            // two lines beside Undo, as high as the button was
            undo ? 'text-xs/tight' : 'text-sm/tight',
          )}
        >
          <Trans>Yours · {shortState(handover, mayComeNow, nowMs)}</Trans>
          <span className="sr-only">, {t`Open messages about ${listing.title}`}</span>
        </LinkButton>
        {undo}
      </fieldset>
    );
  return (
    <fieldset
      ref={ticket}
      aria-labelledby={nameId}
      tabIndex={-1}
      className="relative w-full min-w-0 scroll-my-4 animate-pop-in overflow-hidden rounded-control border border-brand bg-brand-soft text-brand-soft-ink outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 p-3">
        <div className="min-w-0 flex-1 basis-28">
          <p id={nameId} className="text-sm">
            <Trans>You claimed {amount}</Trans>
          </p>
          <p className="font-semibold first-letter:uppercase">{handoverTimeLabel(handover, nowMs)}</p>
          {knowsPlace && (
            <p className="font-semibold wrap-anywhere">
              <bdi translate="no">{listing.pickupLocation}</bdi>
            </p>
          )}
          {next && <p className="text-sm">{next}</p>}
          {leftForOthers > 0 && (
            <p className="text-sm">
              <Trans>{left} left for others</Trans>
            </p>
          )}
        </div>
        <CodeButton handover={handover} amount={amount} />
      </div>
      <div className="relative flex flex-wrap items-center gap-2 border-t-2 border-dashed border-brand p-3 before:absolute before:-start-2.5 before:-top-2.75 before:size-5 before:rounded-full before:border before:border-brand before:bg-surface after:absolute after:-end-2.5 after:-top-2.75 after:size-5 after:rounded-full after:border after:border-brand after:bg-surface">
        <LinkButton
          href={paths.conversation(claim.conversationId)}
          variant="secondary"
          aria-label={t`Open messages about ${listing.title}`}
          className="flex-1 basis-28"
        >
          <Trans>Open messages</Trans>
        </LinkButton>
        {undo}
      </div>
    </fieldset>
  );
}

function UndoClaim({ claim, compact }: Pick<Props, 'claim' | 'compact'>) {
  const queryClient = useQueryClient();
  const { listing, handover } = claim;
  const undo = useMutation({
    mutationFn: () =>
      // no reason is asked for, so that none is told
      call(releaseHandover, { params: { id: handover.id }, body: { reason: 'other' } }),
    onSuccess: (released) => {
      cacheHandover(queryClient, released);
      toast({ ...actionDoneNotice('release', released, Date.now()), tone: 'success' });
    },
  });
  const error = undo.error && !isUnauthorized(undo.error) ? errorMessage(undo.error) : null;
  return (
    <>
      <Button
        variant="quiet"
        busy={undo.isPending}
        aria-label={t`Undo: cancel my claim of ${listing.title}`}
        onClick={() => undo.mutate()}
        // on a card beside the ticket's two lines
        className={classNames('underline underline-offset-4', compact && 'px-2! text-sm')}
      >
        <Trans>Undo</Trans>
      </Button>
      {error && (
        <p role="alert" className="w-full text-sm font-medium">
          {error}
        </p>
      )}
    </>
  );
}
