import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { OBJECTION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { NO_SHOW_COUNTS_DAYS } from '@openlarder/domain/claims/no-shows.ts';
import type { RefObject } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { wordsOf } from './move-words.ts';
import { afterwardsSentence } from './release-words.ts';
import type { useClaimMove } from './use-claim-move.ts';

type Props = {
  readonly claim: Claim;
  readonly making: ReturnType<typeof useClaimMove>;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** Says that nobody came, after saying what that means for the other. */
export function NoShowDialog({ claim, making, onClose, elseFocus }: Props) {
  const nowMs = useNow();
  const name = claim.claimer.displayName;
  const ownFault = wordsOf('release', claim, nowMs).label;
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={<Trans>{name} did not come?</Trans>}
      description={afterwardsSentence(claim, null, nowMs)}
      confirmLabel={<Trans>They did not come</Trans>}
      cancelLabel={<Trans>Wait a little</Trans>}
      busy={making.moving === 'report_no_show'}
      problem={making.failed === 'report_no_show' ? making.problem : null}
      onConfirm={() => making.move({ kind: 'report_no_show' }, onClose)}
      elseFocus={elseFocus}
    >
      <p className="text-muted">
        <Trans>
          {name} is told, and can object for {OBJECTION_HOURS} hours. A missed pickup is forgotten after{' '}
          {plural(NO_SHOW_COUNTS_DAYS, { one: '# day', other: '# days' })}, and the first one changes nothing.
          If you could not be there yourself, choose “{ownFault}” instead.
        </Trans>
      </p>
    </MoveDialog>
  );
}
