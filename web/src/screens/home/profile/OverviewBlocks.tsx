import { Trans } from '@lingui/react/macro';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { Loaded, OnTap } from './OnTap.tsx';

const ImpactDashboard = lazy(async () => ({
  default: (await import('#web/features/impact/ImpactDashboard.tsx')).ImpactDashboard,
}));
const AchievementsCard = lazy(async () => ({
  default: (await import('#web/features/recognition/badges/AchievementsCard.tsx')).AchievementsCard,
}));
const GlobalImpactContext = lazy(async () => ({
  default: (await import('#web/features/impact-facts/GlobalImpactContext.tsx')).GlobalImpactContext,
}));
const OwnActivity = () => <RecentActivity of="me" />;

const MORE: readonly { readonly title: ReactNode; readonly Block: ComponentType }[] = [
  { title: <Trans>Achievements & Badges</Trans>, Block: AchievementsCard },
  { title: <Trans>Recent Activity</Trans>, Block: OwnActivity },
  { title: <Trans>Global Impact Context</Trans>, Block: GlobalImpactContext },
];

/** What a person's sharing comes to, after what is to be done. A phone opens what follows the dashboard on a tap. */
export function OverviewBlocks() {
  const isWide = useIsWide();
  return (
    <>
      <Loaded>
        <ImpactDashboard />
      </Loaded>
      {MORE.map(({ title, Block }, nth) =>
        isWide ? (
          <Loaded key={nth}>
            <Block />
          </Loaded>
        ) : (
          <OnTap key={nth} title={title}>
            <Block />
          </OnTap>
        ),
      )}
    </>
  );
}
