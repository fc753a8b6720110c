import { useLingui } from '@lingui/react/macro';
import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const KEY =
  'flex min-h-[56px] touch-manipulation select-none items-center justify-center rounded-control border border-control bg-surface font-display text-xl font-bold tabular-nums active:bg-brand-soft active:text-brand-soft-ink hover:bg-sunken';

type Props = {
  readonly onDigit: (digit: string) => void;
  readonly onDelete: () => void;
  /** In the free place beside the zero. */
  readonly extra?: ReactNode;
};

/** Keys for the digits, large enough for a thumb. */
export function Keypad({ onDigit, onDelete, extra }: Props) {
  const { t } = useLingui();
  const key = (digit: string) => (
    <button key={digit} type="button" className={KEY} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  );
  return (
    <fieldset aria-label={t`Keypad`} dir="ltr" className="grid min-w-0 grid-cols-3 gap-[8px]">
      {DIGITS.map(key)}
      {extra || <span />}
      {key('0')}
      <button type="button" aria-label={t`Delete the last digit`} className={KEY} onClick={onDelete}>
        <Delete aria-hidden="true" className="size-6" />
      </button>
    </fieldset>
  );
}
