import { useLingui } from '@lingui/react/macro';
import { plainNumber } from '@openlarder/domain/kernel/text-characters.ts';
import { Minus, Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

type Props = {
  readonly servings: number;
  readonly most: number;
  readonly onChange: (servings: number) => void;
  /** What is counted, named below the number; without it the number says how many there may be. */
  readonly unit?: string;
  /** What may be typed, below one to be told what is wrong with it. */
  readonly least?: 0 | 1;
} & Pick<ComponentProps<'input'>, 'name' | 'aria-describedby' | 'aria-invalid'>;

/** A mark between thousands, in any language. */
const THOUSANDS = /(?<=\d)[.,](?=\d{3}(?!\d))/g;

/** The whole number that a text begins with: 2 of "2.5", none of "-3". */
const wholeNumber = (text: string): number =>
  Number(/^\d{0,5}/.exec(plainNumber(text).replaceAll(THOUSANDS, ''))?.[0]);

/** A number of servings: by steps of one, or by typing. */
export function ServingsInput({ servings, most, onChange, unit, least = 1, ...input }: Props) {
  const { t } = useLingui();
  // What is typed stays as it is until the input is left, so that 2.5 does not become 25.
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (count: number) => {
    setTyped(null);
    onChange(Math.max(1, Math.min(count, most)));
  };
  return (
    <fieldset
      aria-label={unit ? undefined : t`Servings`}
      className={classNames('flex min-w-0 items-center', !unit && 'gap-1')}
    >
      <IconButton
        label={t`One fewer`}
        icon={<Minus />}
        aria-disabled={servings <= 1}
        className="aria-disabled:opacity-55"
        onClick={() => choose(servings - 1)}
      />
      <span className={classNames('relative min-w-8 shrink', unit ? 'w-18' : 'w-14')}>
        <input
          {...input}
          type="text"
          inputMode="numeric"
          enterKeyHint="done"
          aria-label={unit ?? t`How many, up to ${most}`}
          value={typed ?? servings}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value);
            const count = wholeNumber(event.target.value);
            if (count >= least) onChange(Math.min(count, most));
          }}
          onBlur={() => setTyped(null)}
          className={classNames(
            'h-11 w-full rounded-control border bg-surface text-center text-lg font-bold tabular-nums',
            unit && 'pb-4.5',
            input['aria-invalid'] ? 'border-tomato' : 'border-control',
          )}
        />
        {unit && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 bottom-0.5 text-center text-sm/tight text-muted"
          >
            {unit}
          </span>
        )}
      </span>
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
  );
}
