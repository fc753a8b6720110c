import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatAbbreviated } from '#web/features/impact-facts/fact-labels.ts';
import { hungerEstimates, PEOPLE_FACING_HUNGER } from '@openlarder/domain/impact-facts/hunger-estimates.ts';
import { startOfDay } from '@openlarder/domain/kernel/time.ts';
import type { ReactNode } from 'react';
import { deviceZone, formatClock, formatNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';

type FiguresProps = { readonly nowMs: number };

const estimatesAt = (nowMs: number) => hungerEstimates(nowMs, startOfDay(nowMs, deviceZone()));

/** Renders its figures each second, or, while it is paused, as they were at `pausedAtMs`. */
export function AtNow({
  pausedAtMs,
  children,
}: {
  readonly pausedAtMs: number | null;
  readonly children: (nowMs: number) => ReactNode;
}) {
  return pausedAtMs === null ? <Ticking>{children}</Ticking> : children(pausedAtMs);
}

function Ticking({ children }: { readonly children: (nowMs: number) => ReactNode }) {
  return children(useNow('second'));
}

const Amount = ({ children }: { readonly children: ReactNode }) => (
  <strong className="font-bold tabular-nums">{children}</strong>
);

/** The line: all figures where there is room, the first two on a phone. */
export function HungerLine({ nowMs }: FiguresProps) {
  const people = formatAbbreviated(PEOPLE_FACING_HUNGER);
  const { deaths, childDeaths } = estimatesAt(nowMs);
  return (
    <>
      <span>
        <Trans>
          <Amount>{people}</Amount> facing hunger
        </Trans>
      </span>
      <span>
        <Trans>
          <Amount>{formatNumber(deaths)}</Amount> deaths today
        </Trans>
      </span>
      <span className="max-sm:hidden">
        <Trans>
          <Amount>{formatNumber(childDeaths)}</Amount> child deaths
        </Trans>
      </span>
      <span className="text-muted tabular-nums max-sm:hidden">{formatClock(nowMs, deviceZone())}</span>
    </>
  );
}

/** The same one by one, with what each is. */
export function HungerTable({ nowMs }: FiguresProps) {
  const { deaths, childDeaths } = estimatesAt(nowMs);
  const clock = formatClock(nowMs, deviceZone());
  const rows = [
    { figure: formatNumber(PEOPLE_FACING_HUNGER), label: t`people facing hunger, in 2024` },
    { figure: formatNumber(deaths), label: t`deaths from hunger since midnight` },
    { figure: formatNumber(childDeaths), label: t`child deaths since midnight` },
  ];
  return (
    <div>
      <dl className="flex flex-col divide-y">
        {rows.map(({ figure, label }) => (
          <div key={label} className="flex items-baseline justify-between gap-x-4 py-2">
            <dt>{label}</dt>
            <dd className="font-display text-xl whitespace-nowrap font-bold tracking-[-0.02em] tabular-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-sm text-muted tabular-nums">
        <Trans>Your local time: {clock}</Trans>
      </p>
    </div>
  );
}
