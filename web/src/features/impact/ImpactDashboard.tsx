import { Trans, useLingui } from '@lingui/react/macro';
import type { UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatMonthName, formatNumber } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { formatCo2, formatMeals, formatPeople, formatWeight, formatWeightRange } from './impact-labels.ts';
import { userImpactQuery } from './impact.queries.ts';

const ImpactMethod = lazyPart(async () => (await import('./ImpactMethod.tsx')).ImpactMethod);
const SharePicture = lazyPart(async () => (await import('./SharePicture.tsx')).SharePicture);

/** Meals shared in a month. */
const MONTHLY_GOAL = 50;
const TEXT_BUTTON = 'min-h-11 text-start font-semibold text-brand underline underline-offset-4';

/** "Impact Dashboard": what a person's food did, this month and in all. */
export function ImpactDashboard() {
  const query = useQuery(userImpactQuery());
  const impact = query.data;
  return (
    <Section isCard title={<Trans>Impact Dashboard</Trans>} heading="mb-4 text-xl">
      {impact ? (
        impact.mealsShared + impact.peopleHelped > 0 ? (
          <Figures impact={impact} />
        ) : (
          <NothingYet />
        )
      ) : (
        <QueryState
          of={query}
          title={<Trans>We couldn't load your impact.</Trans>}
          reason={<Trans>Nothing of it is lost.</Trans>}
        >
          <Skeleton className="h-72 rounded-card" />
        </QueryState>
      )}
    </Section>
  );
}

/** No goal before the first share. */
const NothingYet = () => (
  <p>
    <Trans>Once you share food and a neighbor picks it up, you'll see here what it did.</Trans>{' '}
    <Link href={paths.tab('share')} className={TEXT_BUTTON}>
      <Trans>Share Food</Trans>
    </Link>
  </p>
);

function Figures({ impact }: { readonly impact: UserImpact }) {
  const [dialog, setDialog] = useState<'how' | 'picture' | null>(null);
  const thisMonth = impact.months.at(-1);
  const monthMeals = thisMonth?.mealsShared ?? 0;
  const month = thisMonth ? formatMonthName(thisMonth.month) : '';
  const [shared, goal] = [formatNumber(monthMeals), formatNumber(MONTHLY_GOAL)];
  const close = () => setDialog(null);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-4 sm:gap-x-6">
        <GoalRing value={monthMeals} goal={MONTHLY_GOAL} />
        <div className="min-w-[min(100%,9rem)] flex-1">
          <h3 className="font-bold">
            <Trans>Monthly goal</Trans>
          </h3>
          <p className="text-muted">
            {monthMeals >= MONTHLY_GOAL ? (
              <Trans>
                {shared} meals in {month}: you reached it. Thank you!
              </Trans>
            ) : (
              <Trans>
                {shared} of {goal} meals in {month}
              </Trans>
            )}
          </p>
          <button type="button" className={TEXT_BUTTON} onClick={() => setDialog('how')}>
            <Trans>How is this worked out?</Trans>
          </button>
        </div>
      </div>
      <dl className="flex flex-col rounded-control py-1.5 max-sm:bg-sunken sm:grid sm:grid-cols-3 sm:gap-3 sm:py-0 forced-colors:max-sm:border">
        <Figure label={<Trans>Meals Shared</Trans>} value={formatNumber(impact.mealsShared)} />
        <Figure
          label={<Trans>CO₂ Saved</Trans>}
          value={formatCo2(impact.co2Saved)}
          note={formatWeightRange(impact.co2SavedLow, impact.co2SavedHigh)}
        />
        <Figure label={<Trans>People Helped</Trans>} value={formatNumber(impact.peopleHelped)} />
      </dl>
      <MonthChart months={impact.months} />
      <button type="button" className={`${TEXT_BUTTON} self-start`} onClick={() => setDialog('picture')}>
        <Trans>Make a picture to share</Trans>
      </button>
      <Optional>
        {dialog === 'how' && <ImpactMethod impact={impact} onClose={close} />}
        {dialog === 'picture' && <SharePicture impact={impact} onClose={close} />}
      </Optional>
    </div>
  );
}

type FigureProps = { readonly label: ReactNode; readonly value: string; readonly note?: ReactNode };

const Figure = ({ label, value, note }: FigureProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-1.5 sm:block sm:rounded-control sm:bg-sunken sm:py-3 forced-colors:sm:border">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="ms-auto text-end sm:text-start">
      <span className="font-display text-xl font-bold wrap-anywhere tabular-nums">{value}</span>
      {note && <span className="block text-xs text-muted">{note}</span>}
    </dd>
  </div>
);

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

/** A number in a ring that fills up to a goal; full at the goal and beyond. The words beside it say of what. */
function GoalRing({ value, goal }: { readonly value: number; readonly goal: number }) {
  const share = Math.min(1, value / goal);
  return (
    <div aria-hidden="true" className="relative grid size-[min(7.5rem,45vw)] shrink-0 place-items-center">
      <svg viewBox="0 0 100 100" className="col-start-1 row-start-1 size-full -rotate-90">
        <circle cx="50" cy="50" r={RADIUS} className="fill-none stroke-sunken" strokeWidth="11" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          className="fill-none stroke-brand transition-[stroke-dashoffset] duration-300 motion-reduce:transition-none forced-colors:stroke-[CanvasText]"
          strokeWidth="11"
          strokeLinecap={share > 0 ? 'round' : 'butt'}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
      </svg>
      <p className="col-start-1 row-start-1 font-display text-[length:min(1.75rem,36px)] font-bold tabular-nums">
        {formatNumber(value)}
      </p>
    </div>
  );
}

type Months = UserImpact['months'];
type FigureName = 'mealsShared' | 'co2Saved' | 'peopleHelped';

/** The months of a season stand without their year. */
const SHOWN_MONTHS = 6;

function MonthChart({ months }: { readonly months: Months }) {
  const { t } = useLingui();
  const [figure, setFigure] = useState<FigureName>('mealsShared');
  const figures: readonly (readonly [FigureName, string, (value: number) => string])[] = [
    ['mealsShared', t`Meals`, formatMeals],
    ['co2Saved', t`CO₂`, formatWeight],
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
            <span className="shrink-0 truncate text-[length:min(0.75rem,15px)] text-muted">
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
