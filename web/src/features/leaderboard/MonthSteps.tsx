import { useLingui } from '@lingui/react/macro';
import type { BoardMonths } from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { addMonths, instantInMonth, type Month } from '@openlarder/domain/leaderboard/months.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatMonth } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

type Props = {
  readonly months: BoardMonths;
  readonly month: Month;
  readonly onChange: (month: Month) => void;
};

/** "November 2026". */
export const monthName = (month: Month): string => formatMonth(instantInMonth(month), 'UTC');

/** The way back, month by month, to the first one with points, and forth again. Nothing before there is one. */
export function MonthSteps({ months: { current, first }, month, onChange }: Props) {
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
      <output className="min-w-36 text-center font-semibold">{monthName(month)}</output>
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
