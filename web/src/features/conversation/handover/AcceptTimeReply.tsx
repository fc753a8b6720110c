import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { QUICK_REPLY } from '#web/features/conversation/messages/QuickReplies.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { useNow } from '#web/lib/use-now.ts';
import { allowedActions } from '../../handovers/actions/handover-actions.ts';
import { useHandoverActions } from '../../handovers/actions/use-handover-actions.ts';

/** The quick reply that accepts the time the other has proposed; nothing without one. */
export function AcceptTimeReply({ handover }: { readonly handover: Handover }) {
  const nowMs = useNow();
  const { run, running, error } = useHandoverActions(handover);
  const { proposal } = handover;
  if (proposal === null || !allowedActions(handover, nowMs).includes('accept_time')) return null;
  return (
    <>
      <button
        type="button"
        aria-disabled={running !== null}
        onClick={() => run({ kind: 'accept_time', time: proposal.time })}
        className={QUICK_REPLY}
      >
        <Trans>Yes, that works</Trans>
      </button>
      {Boolean(error) && (
        <p role="alert" className="text-sm font-medium text-tomato">
          {errorMessage(error)}
        </p>
      )}
    </>
  );
}
