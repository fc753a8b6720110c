import { useLingui } from '@lingui/react/macro';
import type { BoardMonths } from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { addMonths, type Month } from '@openlarder/domain/leaderboard/months.ts';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { formatMonthName } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { BoardFilter } from './leaderboard.queries.ts';

type Props = { readonly value: BoardFilter; readonly onChange: (value: BoardFilter) => void };

/** Whose rows the boards show. */
export function LeaderboardFilter({ value, onChange }: Props) {
  const { t } = useLingui();
  const choices: readonly { readonly value: BoardFilter; readonly label: string }[] = [
    { value: undefined, label: t`All Users` },
    { value: 'donor', label: t`Donors` },
    { value: 'volunteer', label: t`Volunteers` },
    { value: 'recipient', label: t`Community` },
  ];
  return (
    <span className="relative my-1 inline-flex max-w-full items-center">
      <select
        aria-label={t`Who to show`}
        value={value ?? ''}
        onChange={(event) => onChange(choices.find((one) => (one.value ?? '') === event.target.value)?.value)}
        className="min-h-11 max-w-full appearance-none rounded-full border border-control bg-surface ps-3.5 pe-9 text-base font-semibold text-ink"
      >
        {choices.map((one) => (
          <option key={one.label} value={one.value ?? ''}>
            {one.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-5" />
    </span>
  );
}

type MonthStepperProps = {
  readonly months: BoardMonths;
  readonly month: Month;
  readonly onChange: (month: Month) => void;
};

/** The way back, month by month, to the first one with points, and forth again. Nothing before there is one. */
export function MonthStepper({ months: { current, first }, month, onChange }: MonthStepperProps) {
  const { t } = useLingui();
  if (first >= current) return null;
  const go = (count: number) => () => onChange(addMonths(month, count));
  return (
    <div className="-mt-2 mb-2 flex items-center justify-center gap-2">
      <IconButton
        label={t`Earlier month`}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        aria-disabled={month <= first}
        onClick={month <= first ? undefined : go(-1)}
        className="aria-disabled:opacity-40"
      />
      <output className="min-w-36 text-center font-semibold">{formatMonthName(month)}</output>
      <IconButton
        label={t`Later month`}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        aria-disabled={month >= current}
        onClick={month >= current ? undefined : go(1)}
        className="aria-disabled:opacity-40"
      />
    </div>
  );
}
