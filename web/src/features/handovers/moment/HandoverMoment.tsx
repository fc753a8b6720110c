import { Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { ReactNode } from 'react';
import { LeafBurst } from '#web/ui/LeafBurst.tsx';
import { answersRequest } from '../actions/handover-actions.ts';
import { type MomentPlace, useMoment } from './moments.ts';
import { Thanks } from './Thanks.tsx';

type Props = { readonly handover: Handover; readonly place?: MomentPlace };

/**
 * What a completed handover shows: once its moment, with leaves for shared food and a calm sentence where somebody asked
 * for food, and the receiver's thanks.
 */
export function HandoverMoment({ handover, place = 'inline' }: Props) {
  const isNow = useMoment(handover, place);
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {isNow && (
        <div className="text-center">
          {!answersRequest(handover) && <LeafBurst />}
          <output className="mt-2 block text-lg font-semibold">{momentSentence(handover)}</output>
        </div>
      )}
      <Thanks handover={handover} isPrimary={isNow || place === 'stage'} />
    </div>
  );
}

function momentSentence(handover: Handover): ReactNode {
  const { title, side } = handover;
  if (answersRequest(handover))
    return side === 'giver' ? <Trans>That helped. Thank you.</Trans> : <Trans>We hope it helps.</Trans>;
  return side === 'giver' ? <Trans>“{title}” has found its table.</Trans> : <Trans>Enjoy “{title}”!</Trans>;
}
