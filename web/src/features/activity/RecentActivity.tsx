import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ActivityCategory } from '@openlarder/domain/activity/activity-schemas.ts';
import {
  type ActivityItem,
  listActivity,
  listUserActivity,
} from '@openlarder/domain/activity/activity-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Apple, CookingPot, Croissant, type LucideIcon, Package } from 'lucide-react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const SHOWN = 5;
const ICONS: Readonly<Record<ActivityCategory, LucideIcon>> = {
  produce: Apple,
  prepared: CookingPot,
  baked: Croissant,
  other: Package,
};

export function RecentActivity({ of }: { readonly of: 'me' | 'community' }) {
  const me = useCurrentUser();
  const isOwn = of === 'me';
  const activity = useQuery(isOwn ? userActivityQuery(me.id, SHOWN) : activityQuery(SHOWN));
  const items = activity.data;
  return (
    <Section isCard title={<Trans>Recent Activity</Trans>} heading="mb-2 text-xl">
      {items ? (
        items.length > 0 ? (
          <ul className="flex flex-col divide-y">
            {items.map((item) => (
              <Line key={item.id} item={item} isOwn={isOwn} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">
            {isOwn ? (
              <Trans>What you share and pick up shows here.</Trans>
            ) : (
              <Trans>It's quiet right now. What neighbors share shows here.</Trans>
            )}
          </p>
        )
      ) : (
        <QueryState of={activity} title={<Trans>We couldn't load recent activity.</Trans>} reason={null}>
          <Skeleton className="h-60 rounded-control" />
        </QueryState>
      )}
    </Section>
  );
}

function Line({ item, isOwn }: { readonly item: ActivityItem; readonly isOwn: boolean }) {
  const Icon = ICONS[item.category];
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden="true" className="h-lh w-5 shrink-0 text-brand" />
      <p className="min-w-0 flex-1">
        <span className="wrap-anywhere">{activityLabel(item, isOwn)}</span>
        <RelativeTime at={item.timestamp} className="block text-sm text-muted" />
      </p>
    </li>
  );
}

export function activityLabel({ status, type, title, donorName }: ActivityItem, isOwn: boolean): string {
  if (status === 'completed') return t`Food pickup completed: ${title}`;
  if (status === 'claimed') return t`Food claimed: ${title}`;
  if (!isOwn) return t`${donorName} shared ${title}`;
  return type === 'donated' ? t`You shared ${title}` : t`You claimed ${title}`;
}

const activityQuery = (limit: number) => endpointQuery(listActivity, { query: { limit } });
const userActivityQuery = (userId: string, limit: number) =>
  endpointQuery(listUserActivity, { params: { userId }, query: { limit } });
