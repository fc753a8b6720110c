import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { formatCo2 } from './impact-labels.ts';
import { communityStatsQuery } from './impact.queries.ts';

/** "Community Impact": what neighbors did together. */
export function CommunityImpact() {
  const query = useQuery(communityStatsQuery());
  const stats = query.data;
  return (
    <Section isCard title={<Trans>Community Impact</Trans>} heading="mb-3 text-xl">
      {stats ? (
        <dl className="flex flex-col gap-2">
          <Line label={<Trans>Meals Saved Today</Trans>}>{formatNumber(stats.mealsToday)}</Line>
          <Line label={<Trans>Active Donors</Trans>} note={<Trans>in the last 30 days</Trans>}>
            {formatNumber(stats.activeDonors)}
          </Line>
          <Line label={<Trans>CO₂ Saved</Trans>} note={<Trans>since the beginning</Trans>}>
            {formatCo2(stats.co2Saved)}
          </Line>
        </dl>
      ) : (
        <QueryState of={query} title={<Trans>We couldn't load what the community did.</Trans>} reason={null}>
          <Skeleton className="h-28 rounded-control" />
        </QueryState>
      )}
    </Section>
  );
}

type LineProps = { readonly label: ReactNode; readonly note?: ReactNode; readonly children: ReactNode };

const Line = ({ label, note, children }: LineProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt>
      {label}
      {note && <span className="block text-sm text-muted">{note}</span>}
    </dt>
    <dd className="font-display text-xl font-bold text-brand tabular-nums">{children}</dd>
  </div>
);
