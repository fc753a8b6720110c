import { t } from '@lingui/core/macro';
import type { Title } from '@openlarder/domain/recognition/levels.ts';
import type { UserBadge, UserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { useMediaQuery, usePageVisible } from '#web/lib/browser-state.ts';
import { LeafBurst } from '#web/ui/LeafBurst.tsx';
import { useToastSlot } from '#web/ui/ToastRow.tsx';
import { type Toast, toast, useCurrentToast } from '#web/ui/toast-store.ts';
import { titleName } from '../level-labels.tsx';
import { userBadgesQuery, userStatsQuery } from '../recognition.queries.ts';

const DURATIONS_MS: Readonly<Record<ProgressNews['kind'], number>> = {
  level: 5000,
  badge: 6000,
  gain: 3000,
  milestone: 4000,
};

/** How long a page shows nothing new: what changed together is read in two answers. */
const SETTLED_AFTER_MS = 300;

type Props = {
  readonly personId: string;
  /** True where points are hidden, see `useHidesPoints`. */
  readonly isQuiet: boolean;
};

/**
 * Shows a toast for a new level, a badge, a gain of points and a milestone, one after the other and each once, in the
 * tab in front, while no dialog is open. What was shown is kept in the browser's storage, which other tabs and a reload
 * read.
 */
export function RecognitionToasts({ personId, isQuiet }: Props) {
  const stats = useQuery(userStatsQuery()).data;
  const badges = useQuery(userBadgesQuery()).data;
  const isSlotFree = useCurrentToast() === null;
  const isUnderDialog = useToastSlot()?.kind === 'dialog';
  const isVisible = usePageVisible();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const mayShow = isSlotFree && !isUnderDialog && isVisible && !isQuiet;
  useEffect(() => {
    if (!stats || !badges || !mayShow) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      void alone(personId, () => {
        if (leaving.signal.aborted) return;
        const news = takeNews(personId, { stats, badges });
        if (news) toast(toastOf(news, isStill));
      });
    }, SETTLED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [personId, stats, badges, mayShow, isStill]);
  return null;
}

const nameOf = (personId: string): string => personalKey('recognition', personId);

/** Runs in one tab at a time, so that two windows side by side do not show the same. */
async function alone(personId: string, run: () => void): Promise<void> {
  let hasRun = false;
  const runOnce = () => {
    hasRun = true;
    run();
  };
  try {
    await navigator.locks.request(nameOf(personId), runOnce);
  } catch (error) {
    if (hasRun) throw error;
    // refused together with storage, or not an https page
    run();
  }
}

/** Returns the next news and marks it as shown; null without any. */
function takeNews(personId: string, standing: CurrentProgress): ProgressNews | null {
  const stored = storedValue({ key: nameOf(personId), parse: parseSeen });
  let seen = stored.get();
  if (seen === null) {
    stored.set(allSeen(standing));
    return null;
  }
  for (;;) {
    const next = nextNews(seen, standing);
    if (next === null) return null;
    seen = next.seen;
    stored.set(seen);
    if (next.news) return next.news;
  }
}

function toastOf(news: ProgressNews, isStill: boolean): Toast {
  return { ...wordsOf(news, isStill), durationMs: DURATIONS_MS[news.kind] };
}

function wordsOf(news: ProgressNews, isStill: boolean): Pick<Toast, 'title' | 'description'> {
  switch (news.kind) {
    case 'level': {
      const title = titleName(news.title);
      const { level } = news;
      return { title: t`Level ${level}!`, description: t`You're a ${title} now.` };
    }
    case 'badge': {
      const { name, description } = news.badge;
      return {
        title: (
          <>
            {!isStill && <LeafBurst on="toast" className="-my-2 me-1.5 inline-block h-10 w-16" />}
            {t`New badge: ${name}`}
          </>
        ),
        description,
      };
    }
    case 'gain': {
      const points = formatNumber(news.points);
      return { title: t`+${points} points`, description: t`Thank you, neighbor.` };
    }
    case 'milestone': {
      const points = formatNumber(news.points);
      return { title: t`${points} points!`, description: t`You keep good food on tables.` };
    }
    default:
      return news satisfies never;
  }
}

/** A smaller gain of points is not shown. */
const NEWSWORTHY_GAIN = 25;
const MILESTONES = [100, 250, 500, 1000, 2500, 5000] as const;

/**
 * Progress already shown, or present at the first visit on a device. It never decreases: regained points are no news.
 */
export type SeenProgress = {
  readonly level: number;
  readonly points: number;
  /** The last milestone; 0 before the first. */
  readonly milestone: number;
  readonly badgeIds: readonly string[];
};

type ProgressNews =
  | { readonly kind: 'level'; readonly level: number; readonly title: Title }
  | { readonly kind: 'badge'; readonly badge: UserBadge['badge'] }
  | { readonly kind: 'gain'; readonly points: number }
  | { readonly kind: 'milestone'; readonly points: number };

type CurrentProgress = {
  readonly stats: Pick<UserStats, 'level' | 'totalPoints' | 'title'>;
  /** Latest first. */
  readonly badges: readonly Pick<UserBadge, 'badgeId' | 'badge'>[];
};

const milestoneOf = (points: number): number => MILESTONES.findLast((each) => points >= each) ?? 0;

/** All of it as seen: nothing old is news on a new device. */
const allSeen = ({ stats, badges }: CurrentProgress): SeenProgress => ({
  level: stats.level,
  points: stats.totalPoints,
  milestone: milestoneOf(stats.totalPoints),
  badgeIds: badges.map(({ badgeId }) => badgeId),
});

/**
 * The next toast: a level, then each new badge, then a gain of points, then a milestone; and the progress that counts
 * as seen after it. Null if nothing is left; without `news` if the change is too small to show.
 */
export function nextNews(
  seen: SeenProgress,
  { stats, badges }: CurrentProgress,
): { readonly news: ProgressNews | null; readonly seen: SeenProgress } | null {
  const { level, totalPoints, title } = stats;
  if (level > seen.level) return { news: { kind: 'level', level, title }, seen: { ...seen, level } };

  const earned = badges.findLast(({ badgeId }) => !seen.badgeIds.includes(badgeId));
  if (earned)
    return {
      news: { kind: 'badge', badge: earned.badge },
      seen: { ...seen, badgeIds: [...seen.badgeIds, earned.badgeId] },
    };

  const gain = totalPoints - seen.points;
  if (gain > 0)
    return {
      news: gain >= NEWSWORTHY_GAIN ? { kind: 'gain', points: gain } : null,
      seen: { ...seen, points: totalPoints },
    };

  const milestone = milestoneOf(totalPoints);
  if (milestone > seen.milestone)
    return { news: { kind: 'milestone', points: milestone }, seen: { ...seen, milestone } };
  return null;
}

/** By hand, for what an older version stored; null if it is not usable. */
function parseSeen(stored: unknown): SeenProgress | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { level, points, milestone, badgeIds }: Partial<Record<keyof SeenProgress, unknown>> = stored;
  if (typeof level !== 'number' || typeof points !== 'number' || typeof milestone !== 'number') return null;
  if (!Array.isArray(badgeIds)) return null;
  return { level, points, milestone, badgeIds: badgeIds.filter((id) => typeof id === 'string') };
}
