import { Plural, Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useState } from 'react';
import { ServingsInput } from '#web/features/listings/ServingsInput.tsx';

type Taken = {
  readonly servings: number;
  /** For the call: nothing where the promised number, or the one that the other side said, is right. */
  readonly said: { readonly servings?: number };
  readonly choose: (servings: number) => void;
};

/** How many of the promised servings changed hands: all, or what the other side said, unless another number is chosen. */
export function useTakenServings({ servings, servingsSaid }: Handover): Taken {
  const [chosen, setChosen] = useState<number | null>(null);
  return {
    servings: chosen ?? servingsSaid ?? servings,
    said: chosen === null ? {} : { servings: chosen },
    choose: setChosen,
  };
}

type Props = { readonly handover: Handover; readonly taken: Taken };

export function TakenServings({ handover, taken }: Props) {
  if (handover.servings < 2) return null;
  const left = handover.servings - taken.servings;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-start">
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-sm font-semibold">
          {handover.countedAs === null ? (
            <Trans>How many servings changed hands?</Trans>
          ) : (
            <Trans>How many changed hands?</Trans>
          )}
        </p>
        {left > 0 && (
          <p className="text-sm text-muted">
            <Plural
              value={left}
              one="We'll offer the other one to someone else."
              other="We'll offer the other # to someone else."
            />
          </p>
        )}
      </div>
      <ServingsInput servings={taken.servings} most={handover.servings} onChange={taken.choose} />
    </div>
  );
}
