import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { suggestedTimes } from '@openlarder/domain/handovers/suggested-times.ts';
import { instantAt } from '@openlarder/domain/kernel/time.ts';
import { isForLater } from '@openlarder/domain/emergency/offerable-food.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useRef, useState } from 'react';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { ActionDialog, type ActionDialogProps } from '#web/features/handovers/actions/ActionDialog.tsx';
import { allowedActions, handoverFactsOf } from '#web/features/handovers/actions/handover-actions.ts';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { communityZone, formatDayTime } from '#web/lib/format.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';

/** When the food of an open match is there, if that is on another day (ISO 8601); null otherwise. */
export function laterTime({ status, match }: EmergencyRequest, nowMs: number): string | null {
  if (status !== 'matched' || match?.handover.status !== 'open') return null;
  const { agreedTime, listingId, windowFrom } = match.handover;
  const at = agreedTime ?? (listingId === null ? null : windowFrom);
  return at !== null && isForLater(Date.parse(at), nowMs, communityZone()) ? at : null;
}

/** Says that the food is for another day; the requester can ask for a time today, or others. Nothing otherwise. */
export function ForLaterNote({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  const at = laterTime(request, nowMs);
  if (at === null) return null;
  const when = formatDayTime(at, nowMs);
  return (
    <div className="flex flex-col items-start gap-2 rounded-control bg-sky-soft px-4 py-3 text-start text-sky-soft-ink">
      <p className="font-semibold">
        <Trans>This food is for {when}.</Trans>
      </p>
      {request.side === 'requester' && request.match && isNeededToday(request, nowMs) && (
        <ProposeToday handover={request.match.handover} />
      )}
      <NeedToday request={request} />
    </div>
  );
}

/** Whether the food of a match is for another day, and may still be asked for sooner. */
export const isNeededToday = (request: EmergencyRequest, nowMs: number): boolean => {
  const handover = request.match?.handover;
  if (!handover || handover.proposal !== null || laterTime(request, nowMs) === null) return false;
  return request.side === 'requester'
    ? allowedActions(handover, nowMs).includes('release')
    : // who asked has agreed to a later time otherwise
      handover.agreedTime === null;
};

/** For food of another day: the requester can ask others, the helper propose a sooner time. Nothing otherwise. */
export function NeedToday({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  const container = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const handover = request.match?.handover;
  if (!handover || !isNeededToday(request, nowMs)) return null;
  if (request.side !== 'requester') return <ProposeToday handover={handover} />;
  return (
    <div ref={container} tabIndex={-1} className="flex flex-auto outline-none">
      <Button variant="quiet" className="flex-auto" onClick={() => setAsking(true)}>
        <Trans>Ask others instead</Trans>
      </Button>
      {isAsking && (
        <NeedTodayDialog handover={handover} onClose={() => setAsking(false)} elseFocus={container} />
      )}
    </div>
  );
}

/** The food is for another day: to propose the soonest time of today is one tap. */
function ProposeToday({ handover }: { readonly handover: Handover }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const timeZone = communityZone();
  const { run, running } = useHandoverActions(handover);
  const [today] = suggestedTimes(handoverFactsOf(handover, nowMs), nowMs, {
    count: 1,
    timeZone,
    isUrgent: true,
  }).filter((timeMs) => !isForLater(timeMs, nowMs, timeZone));
  if (today === undefined) return null;
  const when = formatDayTime(today, nowMs);
  return (
    <Button
      variant="secondary"
      className="flex-auto"
      busy={running === 'propose_time'}
      onClick={() => run({ kind: 'propose_time', time: instantAt(today) })}
    >
      <span className="inline-block first-letter:uppercase">{t`Propose ${when}`}</span>
    </Button>
  );
}

function NeedTodayDialog({ handover, ...dialog }: ActionDialogProps & { readonly handover: Handover }) {
  const { t } = useLingui();
  const actions = useHandoverActions(handover);
  const keyFor = useIdempotencyKey();
  const name = nameInSentence(handover.giver.displayName);
  const content = t`Thank you so much! I need something today, so I'm asking others.`;
  return (
    <ActionDialog
      {...dialog}
      title={<Trans>Ask others instead?</Trans>}
      description={
        <Trans>We'll thank {name} for you and ask others again. This food won't be held for you.</Trans>
      }
      confirmLabel={<Trans>Ask others instead</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      prefersCancel
      actions={actions}
      kind="release"
      onConfirm={() => {
        const note = { content, idempotencyKey: keyFor(content) };
        actions.run({ kind: 'release', reason: 'other', note }, dialog.onClose);
      }}
    />
  );
}
