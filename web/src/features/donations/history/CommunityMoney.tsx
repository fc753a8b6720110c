import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { formatExactMoney, formatImpact, formatMoney } from '../donation-format.ts';
import { typeLabel } from '../donation-labels.ts';
import { communityDonationsQuery } from '../donations.queries.ts';

/** In the demo, for people who have given nothing and so read it nowhere else. */
function DemoMark() {
  const isDemo = (useCommunity()?.demoAccounts.length ?? 0) > 0;
  return isDemo ? (
    <Badge tone="plain">
      <Trans>Demo money</Trans>
    </Badge>
  ) : null;
}

/** What everyone's donations came to, and what for. Says nothing while there is nothing to say. */
export function CommunityMoney() {
  const { data } = useQuery(communityDonationsQuery);
  if (!data || data.totalDonations === 0) return null;
  const { totalDonated, totalFees, byType } = data;
  const total = formatMoney(totalDonated);
  const fees = formatExactMoney(totalFees);
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
              <span className="font-semibold tabular-nums">{formatMoney(amount)}</span>
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
