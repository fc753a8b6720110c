import { Trans } from '@lingui/react/macro';
import { CENTS_OF_MEALS, CENTS_PER_FAMILY } from '@openlarder/domain/donations/donation-impact.ts';
import { fromDollarCents } from '@openlarder/domain/kernel/currency-scales.ts';
import { co2Lbs } from '@openlarder/domain/kernel/impact-factors.ts';
import { useQuery } from '@tanstack/react-query';
import { HeartHandshake, Leaf, type LucideIcon, Soup, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import {
  communityRegion,
  formatExactMoney,
  formatMoney,
  numberFormat,
  weighsInPounds,
} from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { formatImpact, typeLabel } from '../donation-labels.ts';
import { communityDonationsQuery, donationStatsQuery } from '../donations.queries.ts';

const KG_PER_LB = 0.453_592_37;

type StatProps = {
  readonly icon: LucideIcon;
  readonly label: ReactNode;
  /** Undefined while it is not known. */
  readonly value: ReactNode;
};

function Stat({ icon: Icon, label, value }: StatProps) {
  return (
    <Card className="flex flex-col-reverse justify-end gap-1 p-4!">
      <dt className="flex items-center gap-1.5 text-sm text-muted">
        <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
        {label}
      </dt>
      <dd className="font-display text-2xl font-bold tracking-[-0.02em] tabular-nums">
        {value ?? <Skeleton className="h-8 w-20" />}
      </dd>
    </Card>
  );
}

type DonationStatsProps = {
  /** The list below says already that it cannot be loaded. */
  readonly isFailureSaid: boolean;
};

/** Four figures of what the person's donations come to, and how each is worked out. */
export function DonationStats({ isFailureSaid }: DonationStatsProps) {
  const query = useQuery(donationStatsQuery);
  const stats = query.data;
  const impact = stats?.impactMetrics;
  const pounds = impact && formatImpact(impact.co2Saved);
  const co2Kg = impact && formatImpact(impact.co2Saved * KG_PER_LB);
  const [ofMeals, ofFamily] = [CENTS_OF_MEALS, CENTS_PER_FAMILY].map((cents) =>
    formatMoney(fromDollarCents(cents, communityRegion().currency)),
  );
  const inPounds = weighsInPounds();
  const perMeal = numberFormat({ maximumFractionDigits: 1 }).format(co2Lbs(1));
  if (query.isError && !stats)
    return isFailureSaid ? null : (
      <QueryError
        of={query}
        title={<Trans>We couldn't load what your donations come to.</Trans>}
        reason={null}
      />
    );
  return (
    <section>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
        <Stat
          icon={HeartHandshake}
          label={<Trans>Total Donated</Trans>}
          value={stats && formatMoney(stats.totalDonated, stats.currency)}
        />
        <Stat
          icon={Soup}
          label={<Trans>Meals Provided</Trans>}
          value={impact && formatImpact(impact.mealsProvided)}
        />
        <Stat
          icon={Leaf}
          label={
            <span>
              <Trans>CO₂ Saved</Trans>
              {co2Kg !== undefined && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">
                    {inPounds ? <Trans>{co2Kg} kg</Trans> : <Trans>{pounds} lbs</Trans>}
                  </span>
                </>
              )}
            </span>
          }
          value={impact && (inPounds ? <Trans>{pounds} lbs</Trans> : <Trans>{co2Kg} kg</Trans>)}
        />
        <Stat
          icon={Users}
          label={<Trans>Families Helped</Trans>}
          value={impact && formatImpact(impact.familiesHelped)}
        />
      </dl>
      <details className="mt-2">
        <summary className="flex min-h-11 items-center font-semibold underline underline-offset-4">
          <Trans>How is this worked out?</Trans>
        </summary>
        <p className="max-w-[65ch] text-sm text-muted">
          <Trans>
            We count donations that went through, less anything refunded. {ofMeals} provides 12 meals,{' '}
            {ofFamily} helps a family, and each meal saves {perMeal} lbs of CO₂.
          </Trans>
        </p>
      </details>
    </section>
  );
}

/** In the demo, for people without donations, who would read it nowhere else. */
function DemoMark() {
  const isDemo = (useCommunity()?.demoAccounts.length ?? 0) > 0;
  return isDemo ? (
    <Badge tone="plain">
      <Trans>Demo money</Trans>
    </Badge>
  ) : null;
}

/** The community's donations, in total and by purpose. Renders nothing without any. */
export function CommunityDonationTotals() {
  const { data } = useQuery(communityDonationsQuery);
  if (!data || data.totalDonations === 0) return null;
  const { currency, totalDonated, totalFees, byType } = data;
  const total = formatMoney(totalDonated, currency);
  const fees = formatExactMoney(totalFees, currency);
  const meals = formatImpact(data.impactMetrics.mealsProvided);
  return (
    <Card as="section" aria-labelledby="community-money">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="community-money" className="text-xl">
          <Trans>What all of us gave</Trans>
        </h2>
        <DemoMark />
      </div>
      <p className="mt-1 text-muted">
        <Trans>
          Together, neighbors gave {total}. That's {meals} meals.
        </Trans>
      </p>
      <ul className="mt-4 flex flex-col gap-3">
        {byType.map(({ donationType, amount }) => (
          <li key={donationType}>
            <span className="flex justify-between gap-3">
              <span>{typeLabel(donationType)}</span>
              <span className="font-semibold tabular-nums">{formatMoney(amount, currency)}</span>
            </span>
            <svg aria-hidden="true" className="mt-1 block h-2 w-full overflow-hidden rounded-full">
              <rect width="100%" height="100%" className="fill-sunken" />
              <rect width={`${(amount / totalDonated) * 100}%`} height="100%" rx="4" className="fill-brand" />
            </svg>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        <Trans>The card provider kept {fees} of it in fees.</Trans>
      </p>
    </Card>
  );
}
