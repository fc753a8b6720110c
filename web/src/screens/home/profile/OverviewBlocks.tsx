import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

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

/** Loads on its own: the rest of the room neither waits for it nor fails with it. */
const Loaded = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>{children}</Suspense>
  </ErrorBoundary>
);

/** A line that turns into the card it names. */
function OnTap({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <div tabIndex={-1} ref={(card) => card?.focus({ preventScroll: true })} className="outline-none">
        <Loaded>{children}</Loaded>
      </div>
    );
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setOpen(true)}
      className="flex min-h-14 items-center justify-between gap-3 rounded-card bg-surface px-4 py-2 text-start font-display text-lg font-bold shadow-card"
    >
      {title}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}
