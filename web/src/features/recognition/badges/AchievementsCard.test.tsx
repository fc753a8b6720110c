import { getUserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import {
  type Badge,
  listBadges,
  listUserBadges,
  type UserBadge,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { BADGE_ICONS } from '@openlarder/domain/recognition/recognition-schemas.ts';
import { render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId } from '#web/testing/samples.ts';
import { AchievementsCard } from './AchievementsCard.tsx';
import { BadgeArt } from './BadgeArt.tsx';

const BADGES: Badge[] = BADGE_ICONS.map((iconName, nth) => ({
  id: iconName,
  name: `The ${iconName}`,
  description: `What earns the ${iconName}`,
  category: 'impact',
  iconName,
  pointsRequired: 1000 - nth * 10,
  isActive: true,
}));
const earned = (...nths: number[]): UserBadge[] =>
  nths.map((nth) => {
    const badge = BADGES[nth];
    if (!badge) throw new Error('no such badge');
    return { id: anId(), badgeId: badge.id, badge, earnedAt: '2026-11-02T12:00:00Z' };
  });

beforeEach(() => {
  reply(listBadges, BADGES);
  reply(getUserStats, {
    level: 3,
    totalPoints: 1320,
    badgeCount: 2,
    title: 'food_friend',
    currentRank: 1,
    monthPoints: 3,
    allTimeRank: 1,
  });
});
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('Achievements & Badges', () => {
  it('has the earned badges, each with what it was for, and the next six by their points', async () => {
    reply(listUserBadges, earned(10, 0));
    const { user } = renderWithProviders(<AchievementsCard />);
    const next = await screen.findByRole('region', { name: 'Next badges' });
    expect(names(next).map((text) => text?.replace(/What.*/, ''))).toEqual(
      [9, 8, 7, 6, 5, 4].map((nth) => `The ${BADGE_ICONS[nth]}`),
    );
    await user.click(screen.getByRole('button', { name: 'The flame' }));
    const dialog = await screen.findByRole('dialog', { name: 'The flame' });
    expect(dialog.textContent).toContain('What earns the flame');
    expect(dialog.textContent).toContain('Impact · Earned Nov 2');
  });

  it('shows the latest six until all are asked for', async () => {
    reply(listUserBadges, earned(0, 1, 2, 3, 4, 5, 6, 7));
    const { user } = renderWithProviders(<AchievementsCard />);
    await user.click(await screen.findByRole('button', { name: 'Show all 8 badges' }));
    expect(screen.getByRole('button', { name: 'The target' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show fewer badges' }));
    expect(screen.queryByRole('button', { name: 'The target' })).toBeNull();
  });

  it('says how the first badge is earned', async () => {
    reply(listUserBadges, []);
    renderWithProviders(<AchievementsCard />);
    expect(await screen.findByText('No badges yet')).toBeTruthy();
    expect(names(await screen.findByRole('region', { name: 'Next badges' }))).toHaveLength(6);
  });

  it('says what failed, and loads it again', async () => {
    replyError(listUserBadges, 500, { code: 'fault', message: 'Broken' });
    const { user } = renderWithProviders(<AchievementsCard />);
    expect(await screen.findByText("We couldn't load your badges.")).toBeTruthy();
    reply(listUserBadges, earned(2));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'The star' })).toBeTruthy();
  });

  it('has a drawing of its own for each icon', () => {
    const drawn = BADGE_ICONS.map(
      (iconName) =>
        render(<BadgeArt iconName={iconName} isEarned />).container.querySelector('svg')?.innerHTML,
    );
    expect(new Set(drawn).size).toBe(11);
    expect(drawn.every((markup) => (markup ?? '').length > 100)).toBe(true);
  });
});
