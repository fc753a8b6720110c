import { useLingui } from '@lingui/react/macro';
import { plainCode } from '@openlarder/domain/kernel/text-characters.ts';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';

type Props = {
  readonly servings: number;
  readonly most: number;
  readonly onChange: (servings: number) => void;
};

/** A number of servings: by steps of one, or by typing. */
export function ServingsInput({ servings, most, onChange }: Props) {
  const { t } = useLingui();
  // The input may be empty while typing.
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (count: number) => {
    setTyped(null);
    onChange(Math.max(1, Math.min(count, most)));
  };
  return (
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
  );
}
