import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { isForLater } from '@openlarder/domain/emergency/offerable-food.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { ActionError } from '#web/features/handovers/actions/ActionDialog.tsx';
import { allowedActions } from '#web/features/handovers/actions/handover-actions.ts';
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

/** Says plainly that the food is for another day; the requester can go on asking with one tap. Nothing otherwise. */
export function ForLaterNote({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  const at = laterTime(request, nowMs);
  if (at === null || request.match === null) return null;
  const when = formatDayTime(at, nowMs);
  return (
    <div className="flex flex-col items-start gap-2 rounded-control bg-sky-soft px-4 py-3 text-start text-sky-soft-ink">
      <p className="font-semibold">
        <Trans>This food is for {when}.</Trans>
      </p>
      {request.side === 'requester' ? (
        <NeedToday handover={request.match.handover} />
      ) : (
        // who asked has agreed to a later time otherwise
        request.match.handover.agreedTime === null && (
          <p className="text-sm">
            <Trans>They need some today. If you can, propose a sooner time.</Trans>
          </p>
        )
      )}
    </div>
  );
}

function NeedToday({ handover }: { readonly handover: Handover }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const actions = useHandoverActions(handover);
  const keyFor = useIdempotencyKey();
  const name = nameInSentence(handover.giver.displayName);
  if (!allowedActions(handover, nowMs).includes('release')) return null;
  const content = t`Thank you so much! I need something today, so I'm asking others.`;
  return (
    <>
      <Button
        variant="secondary"
        busy={actions.running === 'release'}
        onClick={() => {
          actions.reset();
          const note = { content, idempotencyKey: keyFor(content) };
          actions.run({ kind: 'release', reason: 'other', note });
        }}
      >
        <Trans>I need it today</Trans>
      </Button>
      <p className="text-sm">
        <Trans>We'll thank {name} for you and ask others again. This food won't be held for you.</Trans>
      </p>
      {actions.failed === 'release' && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
    </>
  );
}
