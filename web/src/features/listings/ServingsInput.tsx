import { Trans, useLingui } from '@lingui/react/macro';
import { plainCode } from '@openlarder/domain/kernel/text-characters.ts';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { Chip } from '#web/ui/Chip.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';

/** From this many servings on, there are chips for the usual numbers. */
const CHIPS_FROM_SERVINGS = 8;
const CHIP_SERVINGS = [1, 2, 4, 10];

type Props = {
  readonly servings: number;
  readonly most: number;
  /** The usual numbers to choose from. */
  readonly hasChips?: boolean;
  readonly onChange: (servings: number) => void;
};

/** A number of servings: by steps of one, by typing, or by chips. */
export function ServingsInput({ servings, most, hasChips = true, onChange }: Props) {
  const { t } = useLingui();
  // The input may be empty while typing.
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (count: number) => {
    setTyped(null);
    onChange(Math.max(1, Math.min(count, most)));
  };
  return (
    <>
      {hasChips && most >= CHIPS_FROM_SERVINGS && (
        <fieldset aria-label={t`Common amounts`} className="flex w-full flex-wrap gap-1.5">
          {CHIP_SERVINGS.filter((count) => count < most).map((count) => (
            <Chip
              key={count}
              pressed={servings === count}
              onClick={() => choose(count)}
              className="min-w-11 justify-center px-3 tabular-nums"
            >
              {count}
            </Chip>
          ))}
          <Chip pressed={servings === most} onClick={() => choose(most)} className="px-3">
            <Trans>All {most}</Trans>
          </Chip>
        </fieldset>
      )}
      <fieldset aria-label={t`Servings`} className="flex min-w-0 items-center gap-1">
        <IconButton
          label={t`One fewer`}
          icon={<Minus />}
          aria-disabled={servings <= 1}
          className="aria-disabled:opacity-55"
          onClick={() => choose(servings - 1)}
        />
        <input
          type="text"
          inputMode="numeric"
          aria-label={t`How many, up to ${most}`}
          value={typed ?? servings}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            const digits = plainCode(event.target.value).replace(/\D/g, '').slice(0, 5);
            setTyped(digits);
            if (Number(digits) >= 1) onChange(Math.min(Number(digits), most));
          }}
          onBlur={() => setTyped(null)}
          className="h-11 w-14 min-w-8 shrink rounded-control border border-control bg-surface text-center text-lg font-bold tabular-nums"
        />
        <span className="sr-only">
          <output>{servings}</output>
        </span>
        <IconButton
          label={t`One more`}
          icon={<Plus />}
          aria-disabled={servings >= most}
          className="aria-disabled:opacity-55"
          onClick={() => choose(servings + 1)}
        />
      </fieldset>
    </>
  );
}
