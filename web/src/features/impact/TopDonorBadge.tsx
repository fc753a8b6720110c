import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { Badge } from '#web/ui/Badge.tsx';
import { userImpactQuery } from './impact.queries.ts';

const TOP_DONOR_ABOVE_MEALS = 10;

export function TopDonorBadge() {
  const { data: impact } = useQuery(userImpactQuery());
  if (!impact || impact.mealsShared <= TOP_DONOR_ABOVE_MEALS) return null;
  return (
    <Badge tone="today" icon={<Trophy />}>
      <Trans>Top Donor</Trans>
    </Badge>
  );
}
