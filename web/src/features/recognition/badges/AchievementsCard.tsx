import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { nextBadges } from '@openlarder/domain/recognition/badges.ts';
import type { Badge, UserBadge } from '@openlarder/domain/recognition/recognition-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatDay, formatNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { badgesQuery, userBadgesQuery } from '../recognition.queries.ts';
import { BadgeArt } from './BadgeArt.tsx';

const LATEST_SHOWN = 6;

/** The card "Achievements & Badges": what the person has earned, and what comes next. */
export function AchievementsCard() {
  const headingId = useId();
  const all = useQuery(badgesQuery());
  const earned = useQuery(userBadgesQuery());
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-[length:min(1.375rem,38px)]/tight">
        <Trans>Achievements & Badges</Trans>
      </h2>
      {all.data && earned.data ? (
        <div className="flex flex-col gap-6">
          <EarnedBadges badges={earned.data} />
          <NextBadges badges={nextBadges(all.data, earned.data)} />
        </div>
      ) : all.isError || earned.isError ? (
        <ErrorState
          title={<Trans>We couldn't load your badges.</Trans>}
          onRetry={() => {
            if (all.isError) void all.refetch();
            if (earned.isError) void earned.refetch();
          }}
          retrying={all.isFetching || earned.isFetching}
        >
          <Trans>They're safe, and so are your points.</Trans>
        </ErrorState>
      ) : (
        <BadgesSkeleton />
      )}
    </Card>
  );
}

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(5.5rem,100%),1fr))] gap-x-2 gap-y-3';

function EarnedBadges({ badges }: { readonly badges: readonly UserBadge[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const [opened, setOpened] = useState<UserBadge | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  if (badges.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-4 rounded-control bg-plum-soft p-4 text-plum-soft-ink">
        <BadgeArt iconName="award" isEarned={false} />
        <div className="min-w-[min(100%,10rem)] flex-1">
          <p className="font-semibold">
            <Trans>No badges yet</Trans>
          </p>
          <p className="text-sm">
            <Trans>Your first one comes with the first food you share or pick up.</Trans>
          </p>
        </div>
      </div>
    );
  const count = formatNumber(badges.length);
  return (
    <div>
      <ul className={GRID}>
        {badges.slice(0, showsAll ? badges.length : LATEST_SHOWN).map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                setOpened(one);
                setIsOpen(true);
              }}
              className="flex w-full flex-col items-center gap-1.5 rounded-control p-1 text-center text-sm/tight font-semibold hover:bg-sunken"
            >
              <BadgeArt iconName={one.badge.iconName} isEarned />
              {one.badge.name}
            </button>
          </li>
        ))}
      </ul>
      {badges.length > LATEST_SHOWN && (
        <Button variant="quiet" wide className="mt-2" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? <Trans>Show fewer badges</Trans> : <Trans>Show all {count} badges</Trans>}
        </Button>
      )}
      <Dialog open={isOpen} onOpenChange={setIsOpen} size="small" title={opened?.badge.name}>
        {opened && <EarnedBadge earned={opened} />}
      </Dialog>
    </div>
  );
}

function EarnedBadge({ earned: { badge, earnedAt } }: { readonly earned: UserBadge }) {
  const day = formatDay(earnedAt, useNow());
  return (
    <div className="flex flex-col items-center gap-3 pb-2 text-center">
      <BadgeArt iconName={badge.iconName} isEarned className="size-32" />
      <p>{badge.description}</p>
      <p className="text-sm text-muted">
        {categoryLabel(badge.category)}
        {' · '}
        <Trans>Earned {day}</Trans>
      </p>
    </div>
  );
}

function NextBadges({ badges }: { readonly badges: readonly Badge[] }) {
  const headingId = useId();
  if (badges.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="font-semibold">
        <Trans>Next badges</Trans>
      </h3>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-3">
        {badges.map(({ id, name, description, iconName }) => (
          <li key={id} className="flex items-center gap-3">
            <BadgeArt iconName={iconName} isEarned={false} className="size-12" />
            <span className="min-w-0 flex-1">
              <span className="block leading-snug font-semibold">{name}</span>
              <span className="block text-sm text-muted">{description}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function categoryLabel(category: Badge['category']): string {
  const words: Readonly<Record<Badge['category'], () => string>> = {
    starter: () => t`Starter`,
    impact: () => t`Impact`,
    special: () => t`Special`,
    streak: () => t`Streak`,
  };
  return words[category]();
}

function BadgesSkeleton() {
  return (
    <div className={GRID}>
      <span className="sr-only">
        <output>
          <Trans>Loading your badges</Trans>
        </output>
      </span>
      {Array.from({ length: LATEST_SHOWN }, (_, nth) => (
        <div key={nth} className="flex flex-col items-center gap-1.5 p-1">
          <Skeleton className="size-16 rounded-control" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
