import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import {
  type AllTimeEntry,
  getAllTimeLeaderboard,
  getLeaderboardMonths,
  getMonthlyLeaderboard,
  type MonthlyEntry,
} from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { LeaderboardTab } from './LeaderboardTab.tsx';

const idOf = (nth: number) => `0198a0aa-0000-7000-8000-${String(nth).padStart(12, '0')}`;

const person = (nth: number, known: Partial<MonthlyEntry['user']> = {}): MonthlyEntry['user'] => ({
  id: idOf(nth),
  userType: 'donor',
  organizationName: null,
  firstName: `Rosa${nth}`,
  lastName: 'D.',
  level: 3,
  title: 'food_friend',
  ...known,
});
const monthly = (rank: number, points: number, user: MonthlyEntry['user']): MonthlyEntry => ({
  id: user.id,
  userId: user.id,
  monthRank: rank,
  monthPoints: points,
  user,
});
const total = (rank: number, totalPoints: number, user: MonthlyEntry['user']): AllTimeEntry => ({
  ...user,
  rank,
  totalPoints,
});

const me = aUser();
const mine = person(0, { id: me.id, firstName: 'Ana', lastName: 'B.', level: 7, title: 'food_legend' });
const FOUR = [
  monthly(1, 1402, person(1, { organizationName: 'Ninth Avenue Bakery', level: 4, title: 'food_hero' })),
  monthly(2, 388, person(2, { userType: 'volunteer', title: 'community_champion' })),
  monthly(2, 388, mine),
  monthly(4, 7, person(4, { userType: 'recipient', level: 1, title: 'newcomer' })),
];
const ALL_TIME = [total(1, 2500, person(1)), total(2, 90, person(2))];

function show(known: Partial<User> = {}, entries: readonly MonthlyEntry[] = FOUR) {
  setCommunity(aCommunity());
  reply(getLeaderboardMonths, { current: '2026-11', first: '2026-09' });
  const asked = reply(getMonthlyLeaderboard, [...entries]);
  reply(getAllTimeLeaderboard, ALL_TIME);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, { ...me, ...known });
  return { ...renderWithProviders(<LeaderboardTab />, { queryClient }), asked };
}
const rowsOf = (list: HTMLElement) => within(list).getAllByRole('listitem');
const thisMonth = () => screen.findByRole('list', { name: 'This Month' });
const stat = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent;

describe('the leaderboard', () => {
  it('shows each person with rank, name, level, title, type and points, and oneself highlighted', async () => {
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'Food Hero Leaderboard' })).toBeTruthy();
    const [first, second, own, fourth] = rowsOf(await thisMonth());
    expect(first?.textContent).toContain('Ninth Avenue Bakery');
    expect(first?.textContent).toMatch(/Business PartnerLevel 4.*Food Hero.*1,402.*monthly/);
    expect(first?.querySelector('[data-rank-icon="1"]')).toBeTruthy();
    expect(first?.querySelector('[data-level-icon="trophy"]')).toBeTruthy();
    expect(second?.textContent).toMatch(/Rosa2 D\.Volunteer.*Community Champion.*388/);
    // equal points share a rank
    expect(own?.querySelector('[data-rank-icon="2"]')).toBeTruthy();
    expect(own?.querySelector('[data-level-icon="crown"]')).toBeTruthy();
    expect(own?.textContent).toMatch(/Ana B\.You.*Food Legend/);
    expect(own?.hasAttribute('data-me')).toBe(true);
    expect(fourth?.textContent).toMatch(/^#4R.*Rosa4 D\.Community MemberLevel 1.*Newcomer7points monthly$/);
    expect(fourth?.hasAttribute('data-me')).toBe(false);
  });

  it('has the month on its tab, and the champions of all time on the other', async () => {
    const { user } = show();
    expect(await screen.findByRole('tab', { name: /^This Month\s*Nov 2026$/ })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'All Time' }));
    expect(screen.getByRole('heading', { name: 'All-Time Champions' })).toBeTruthy();
    const rows = rowsOf(await screen.findByRole('list', { name: 'All-Time Champions' }));
    expect(rows.map((row) => /[\d,]+points total$/.exec(row.textContent ?? '')?.[0])).toEqual([
      '2,500points total',
      '90points total',
    ]);
  });

  it('has the three figures', async () => {
    show();
    await thisMonth();
    expect([stat('Top Monthly Score'), stat('All-Time Leader'), stat('Active Heroes')]).toEqual([
      '1,402',
      '2,500',
      '4',
    ]);
  });

  it('asks for the kind of person that is chosen, and for months past', async () => {
    const { user, asked } = show();
    await thisMonth();
    const choice = screen.getByRole('combobox', { name: 'Who to show' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['All Users', 'Donors', 'Volunteers', 'Community']);
    await user.selectOptions(choice, 'Community');
    await expect.poll(() => asked.at(-1)?.query.get('userType')).toBe('recipient');
    await user.click(screen.getByRole('button', { name: 'Earlier month' }));
    await expect.poll(() => asked.at(-1)?.query.get('month')).toBe('2026-10');
    expect(await screen.findByRole('list', { name: 'October 2026' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Earlier month' }));
    await expect.poll(() => asked.at(-1)?.query.get('month')).toBe('2026-09');
    // no points were earned before
    expect(screen.getByRole('button', { name: 'Earlier month' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps one’s own place in sight where it is not in the list', async () => {
    const fifty = Array.from({ length: 50 }, (_, nth) => monthly(nth + 1, 500 - nth, person(nth + 1)));
    const { user } = show({}, [...fifty, monthly(73, 12, mine)]);
    expect(rowsOf(await thisMonth())).toHaveLength(10);
    expect(rowsOf(screen.getByRole('list', { name: 'Your place' }))[0]?.textContent).toMatch(
      /^#73.*Ana B\.You/,
    );
    expect(stat('Active Heroes')).toBe('50');
    await user.click(screen.getByRole('button', { name: 'Show everyone' }));
    expect(rowsOf(await thisMonth())).toHaveLength(50);
  });

  it('shows one’s own place above the first ten while it is folded away', async () => {
    const others = Array.from({ length: 19 }, (_, nth) => monthly(nth + 1, 500 - nth, person(nth + 1)));
    const { user } = show({}, [...others, monthly(20, 12, mine)]);
    await thisMonth();
    expect(rowsOf(screen.getByRole('list', { name: 'Your place' }))[0]?.textContent).toMatch(/^#20.*You/);
    await user.click(screen.getByRole('button', { name: 'Show everyone' }));
    expect(screen.queryByRole('list', { name: 'Your place' })).toBeNull();
  });

  it('shows who is hidden that only they see their row, and lets them show themselves', async () => {
    const { user } = show({ leaderboardVisible: false }, [...FOUR.slice(0, 2), monthly(0, 40, mine)]);
    expect(rowsOf(await thisMonth())).toHaveLength(2);
    expect(rowsOf(screen.getByRole('list', { name: 'Your place' }))[0]?.textContent).toContain('No rank');
    expect(screen.getByText(/^Only you can see this\./)).toBeTruthy();
    const saved = reply(updateProfile, { ...me, leaderboardVisible: true });
    await user.click(screen.getByRole('button', { name: 'Show me' }));
    expect(await screen.findByRole('button', { name: 'Hide me' })).toBeTruthy();
    expect(saved[0]?.body).toEqual({ leaderboardVisible: true });
  });

  it('shows ten skeleton rows while it loads, and an empty state without points', async () => {
    const { container } = show({}, []);
    expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(10);
    expect(await screen.findByText('No Rankings Yet')).toBeTruthy();
    expect(screen.getByText('Be the first to earn points and climb the leaderboard!')).toBeTruthy();
    expect(stat('Top Monthly Score')).toBe('0');
  });

  it('says that it could not be loaded, and tries again', async () => {
    setCommunity(aCommunity());
    reply(getLeaderboardMonths, { current: '2026-11', first: '2026-11' });
    reply(getAllTimeLeaderboard, []);
    replyError(getMonthlyLeaderboard, 500, { code: 'unexpected', message: 'No' });
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, me);
    const { user } = renderWithProviders(<LeaderboardTab />, { queryClient });
    expect(await screen.findByText("We couldn't load the leaderboard.")).toBeTruthy();
    reply(getMonthlyLeaderboard, FOUR);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(rowsOf(await thisMonth())).toHaveLength(4);
  });
});
