import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { type RefObject, useState } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { otherSide } from './claim-facts.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { wordsOf } from './move-words.ts';
import type { useClaimMove } from './use-claim-move.ts';

type Props = {
  readonly claim: Claim;
  readonly making: ReturnType<typeof useClaimMove>;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** Objects to what the other said, or to how it ended; with words for those who look at it, if one likes. */
export function ObjectDialog({ claim, making, onClose, elseFocus }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [details, setDetails] = useState('');
  const name = otherSide(claim).displayName;
  const { label } = wordsOf('dispute', claim, nowMs);
  return (
    <MoveDialog
      open
      onClose={onClose}
      title={label}
      description={
        <Trans>
          Those who run the community look at it. {name} is told that you object, and not what you write.
        </Trans>
      }
      confirmLabel={<Trans>Tell them</Trans>}
      cancelLabel={<Trans>Back</Trans>}
      busy={making.moving === 'dispute'}
      problem={making.failed === 'dispute' ? making.problem : null}
      onConfirm={() => making.move({ kind: 'dispute', details }, onClose)}
      elseFocus={elseFocus}
    >
      <TextArea
        label={t`What happened?`}
        optional
        maxLength={MAX_TEXT_LENGTH}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
      />
    </MoveDialog>
  );
}
