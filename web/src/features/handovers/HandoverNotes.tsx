import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { MAX_CODE_TRIES } from '@openlarder/domain/handovers/handover-states.ts';
import { upcomingSentences } from './handover-labels.ts';

type Props = { readonly handover: Handover; readonly nowMs: number };

/** That its code is locked, and what will happen to it. */
export function HandoverNotes({ handover, nowMs }: Props) {
  const isLocked = handover.status === 'open' && handover.side === 'giver' && handover.codeLocked;
  return (
    <>
      {isLocked && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. You can both confirm it instead.
          </Trans>
        </p>
      )}
      {upcomingSentences(handover, nowMs).map((sentence) => (
        <p key={sentence} className="text-sm text-muted">
          {sentence}
        </p>
      ))}
    </>
  );
}
