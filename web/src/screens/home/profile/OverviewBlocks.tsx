import { Trans } from '@lingui/react/macro';
import { type ComponentType, type ReactNode } from 'react';
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { Loaded, OnTap } from './OnTap.tsx';

const ImpactDashboard = lazyPart(
  async () => (await import('#web/features/impact/ImpactDashboard.tsx')).ImpactDashboard,
);
const AchievementsCard = lazyPart(
  async () => (await import('#web/features/recognition/badges/AchievementsCard.tsx')).AchievementsCard,
);
const GlobalImpactContext = lazyPart(
  async () => (await import('#web/features/impact-facts/GlobalImpactContext.tsx')).GlobalImpactContext,
);
const OwnActivity = () => <RecentActivity of="me" />;

type Block = { readonly title: ReactNode; readonly Block: ComponentType };
const DASHBOARD: Block = { title: <Trans>Impact Dashboard</Trans>, Block: ImpactDashboard };
const MORE: readonly Block[] = [
  { title: <Trans>Achievements & Badges</Trans>, Block: AchievementsCard },
  { title: <Trans>Recent Activity</Trans>, Block: OwnActivity },
  { title: <Trans>Global Impact Context</Trans>, Block: GlobalImpactContext },
];

type Props = {
  /** For a business, whose counter and details fill a phone by themselves. */
  readonly isPartner: boolean;
};

/** Figures and badges of a person, after their tasks. A phone opens most of it on a tap. */
export function OverviewBlocks({ isPartner }: Props) {
  const isWide = useIsWide();
  const open = isWide ? [DASHBOARD, ...MORE] : isPartner ? [] : [DASHBOARD];
  return (
    <>
      {open.map(({ Block }, nth) => (
        <Loaded key={nth}>
          <Block />
        </Loaded>
      ))}
      {[DASHBOARD, ...MORE]
        .filter((block) => !open.includes(block))
        .map(({ title, Block }, nth) => (
          <OnTap key={nth} title={title}>
            <Block />
          </OnTap>
        ))}
    </>
  );
}
