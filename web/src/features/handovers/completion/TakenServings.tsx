import { Plural, Trans } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useEffect, useRef, useState } from 'react';
import { ServingsInput } from '#web/features/listings/ServingsInput.tsx';
import { formatServings } from '#web/lib/format.ts';

type Taken = {
  readonly servings: number;
  /** For the call: nothing where the promised number, or the one that the other side said, is right. */
  readonly said: { readonly servings?: number };
  readonly choose: (servings: number) => void;
};

/** How many of the promised servings changed hands: all, or what the other side said, unless another number is chosen. */
/** `onChoice`: what was said of another number is over. */
export function useTakenServings({ servings, servingsSaid }: Handover, onChoice?: () => void): Taken {
  const [chosen, setChosen] = useState<number | null>(null);
  return {
    servings: chosen ?? servingsSaid ?? servings,
    said: chosen === null ? {} : { servings: chosen },
    choose: (number) => {
      setChosen(number);
      onChoice?.();
    },
  };
}

type Props = { readonly handover: Handover; readonly taken: Taken };

/**
 * A number to choose, where it was less than promised. It is no field from the start: a pickup code would be typed into
 * it.
 */
export function TakenServings({ handover, taken }: Props) {
  const isLess = taken.servings < handover.servings;
  const [isOpen, setOpen] = useState(isLess);
  // the other side may say less meanwhile
  if (isLess && !isOpen) setOpen(true);
  const choice = useRef<HTMLDivElement>(null);
  const focusOnOpen = useRef(false);
  useEffect(() => {
    if (isOpen && focusOnOpen.current) choice.current?.querySelector('input')?.focus();
  }, [isOpen]);
  if (handover.servings < 2) return null;
  const left = handover.servings - taken.servings;
  const all = formatServings(handover.servings, handover.countedAs);
  if (!isOpen)
    return (
      <button
        type="button"
        className="min-h-11 self-start rounded-small text-start text-sm font-semibold underline underline-offset-4"
        onClick={() => {
          focusOnOpen.current = true;
          setOpen(true);
        }}
      >
        <Trans>Not all {all}?</Trans>
      </button>
    );
  return (
    <div ref={choice} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-start">
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
