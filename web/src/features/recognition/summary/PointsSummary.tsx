import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { levelProgress, pointsOfLevel } from '@openlarder/domain/recognition/levels.ts';
import type { UserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import { Award } from 'lucide-react';
import { formatNumber } from '#web/lib/format.ts';
import { LevelIcon, titleName } from '../level-labels.tsx';

type Props = { readonly stats: UserStats };

function LevelProgress({ stats }: Props) {
  const next = stats.level + 1;
  const missing = formatNumber(pointsOfLevel(next) - stats.totalPoints);
  return (
    <progress
      aria-label={t`To level ${next}`}
      aria-valuetext={t`${missing} points to go`}
      max={100}
      value={Math.round(levelProgress(stats.totalPoints) * 100)}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken text-plum [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-plum-soft [&::-webkit-progress-value]:bg-current"
    />
  );
}

/** Level, points, badges and the way to the next level, where the header has room. */
export function PointsSummary({ stats }: Props) {
  const { level } = stats;
  return (
    <span className="flex flex-col gap-1 text-start text-sm/tight whitespace-nowrap tabular-nums">
      {/* short forms for the eyes: what they stand in has a name */}
      <span aria-hidden="true" className="flex items-center gap-1.5">
        <LevelIcon level={stats.level} className="size-4 text-plum" />
        <span className="font-semibold">
          <Trans>Level {level}</Trans>
        </span>
        <span className="text-muted">{pointsLabel(stats)}</span>
        <Award className="ms-0.5 size-4 text-plum" />
        <span className="text-muted">{formatNumber(stats.badgeCount)}</span>
      </span>
      <LevelProgress stats={stats} />
    </span>
  );
}

/**
 * Around the avatar where the header has no room for more: a ring that fills up to the next level, and the
 * level. With its icon: a number alone reads as unread.
 */
export function AvatarRing({ stats }: Props) {
  const part = levelProgress(stats.totalPoints);
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 44 44"
        className="pointer-events-none absolute inset-0 size-full -rotate-90 fill-none stroke-3"
      >
        <circle cx="22" cy="22" r="20" className="stroke-plum-soft" />
        <circle
          cx="22"
          cy="22"
          r="20"
          pathLength="1"
          strokeDasharray={`${part} 1`}
          strokeLinecap={part > 0 ? 'round' : 'butt'}
          className="stroke-plum forced-colors:stroke-[Highlight]"
        />
      </svg>
      <span
        aria-hidden="true"
        className="absolute -end-2 -top-0.5 flex items-center gap-0.5 rounded-full border border-bg bg-plum-soft px-1 text-[length:min(0.6875rem,13px)]/[min(1rem,18px)] font-bold text-plum-soft-ink tabular-nums"
      >
        <LevelIcon level={stats.level} className="size-2.5" />
        {stats.level}
      </span>
      <span className="sr-only">, {summaryLabel(stats)}</span>
    </>
  );
}

export function PointsLine({ stats }: Props) {
  const { level } = stats;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <LevelIcon level={stats.level} className="size-5 text-plum" />
        <span className="font-semibold">
          <Trans>Level {level}</Trans>
        </span>
        <span className="text-muted tabular-nums">
          {pointsLabel(stats)} · {badgeCountLabel(stats)}
        </span>
        <span className="text-muted">{titleAndRank(stats)}</span>
      </p>
      <LevelProgress stats={stats} />
    </div>
  );
}

function pointsLabel({ totalPoints }: Pick<UserStats, 'totalPoints'>): string {
  const points = formatNumber(totalPoints);
  return plural(totalPoints, { one: `${points} pt`, other: `${points} pts` });
}

const badgeCountLabel = ({ badgeCount }: Pick<UserStats, 'badgeCount'>): string =>
  plural(badgeCount, { one: '# badge', other: '# badges' });

/** "Level 3, 320 points, 4 badges": what the ring around the avatar shows. */
export function summaryLabel({ level, totalPoints, badgeCount }: UserStats): string {
  const points = plural(totalPoints, { one: '# point', other: '# points' });
  const badges = plural(badgeCount, { one: '# badge', other: '# badges' });
  return t`Level ${level}, ${points}, ${badges}`;
}

/** "Food Friend · #6 this month"; without a rank the title alone. */
export function titleAndRank({ title, currentRank }: Pick<UserStats, 'title' | 'currentRank'>): string {
  if (currentRank === 0) return titleName(title);
  const name = titleName(title);
  const rank = formatNumber(currentRank);
  return t`${name} · #${rank} this month`;
}
