import { Trans, useLingui } from '@lingui/react/macro';
import type { UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { useState } from 'react';
import { formatMonthName, formatNumber } from '#web/lib/format.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { formatMeals, formatPeople, formatPounds } from './impact-labels.ts';

type Months = UserImpact['months'];
type Figure = 'mealsShared' | 'co2Saved' | 'peopleHelped';

/** The months of a season stand without their year. */
const SHOWN_MONTHS = 6;

/** The last months as bars, and as a table for screen readers. */
export function MonthChart({ months }: { readonly months: Months }) {
  const { t } = useLingui();
  const [figure, setFigure] = useState<Figure>('mealsShared');
  const figures: readonly (readonly [Figure, string, (value: number) => string])[] = [
    ['mealsShared', t`Meals`, formatMeals],
    ['co2Saved', t`CO₂`, formatPounds],
    ['peopleHelped', t`People`, formatPeople],
  ];
  const shown = months.slice(-SHOWN_MONTHS);
  const most = Math.max(1, ...shown.map((month) => month[figure]));
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">
          <Trans>What the bars show</Trans>
        </legend>
        {figures.map(([name, label]) => (
          <Chip key={name} pressed={name === figure} onClick={() => setFigure(name)}>
            {label}
          </Chip>
        ))}
      </fieldset>
      <ol aria-hidden="true" className="flex h-24 items-end gap-2">
        {shown.map((month) => (
          <li key={month.month} className="flex h-full min-w-0 flex-1 flex-col justify-end gap-1 text-center">
            <span className="text-xs text-muted tabular-nums">
              {month[figure] > 0 && formatNumber(Math.round(month[figure]))}
            </span>
            <span
              className="block min-h-1 rounded-t-small bg-brand forced-colors:bg-[CanvasText]"
              style={{ height: `${(month[figure] / most) * 60}%` }}
            />
            <span className="truncate text-[length:min(0.75rem,15px)] text-muted">
              {formatMonthName(month.month).slice(0, 3)}
            </span>
          </li>
        ))}
      </ol>
      {/* a table itself would keep the width of its words */}
      <div className="sr-only">
        <table>
          <caption>
            <Trans>Your impact by month</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Month</Trans>
              </th>
              {figures.map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row">{formatMonthName(month.month)}</th>
                {figures.map(([name, , formatted]) => (
                  <td key={name}>{formatted(Math.round(month[name]))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
