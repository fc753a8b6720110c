import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { type EmergencyRequest, listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import {
  getUserStats,
  type UserStats,
  listUserBadges,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { aRequest, someStats } from '#web/testing/samples.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Header } from './Header.tsx';
import { TabBar } from './TabLink.tsx';

type Points = { stats?: UserStats; requests?: EmergencyRequest[]; at?: string };

function show(
  me: Partial<User> = {},
  unreadMessages = 0,
  { stats = someStats(), requests = [], at = '/' }: Points = {},
) {
  setCommunity(aCommunity());
  reply(listNotifications, [], { 'X-Unread-Count': '0' });
  reply(listConversations, [], { 'X-Unread-Count': String(unreadMessages) });
  reply(getUserStats, stats);
  reply(listUserBadges, []);
  reply(listRequests, requests);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser(me));
  const onSafety = vi.fn<() => void>();
  const part = renderWithProviders(
    <>
      <Header tab="discover" onSafety={onSafety} />
      <TabBar tab="discover" />
    </>,
    { queryClient, at },
  );
  const [main, tabs] = ['Main', 'Tabs'].map((name) => within(screen.getByRole('navigation', { name })));
  return {
    ...part,
    onSafety,
    main: main as ReturnType<typeof within>,
    tabs: tabs as ReturnType<typeof within>,
  };
}
const targets = (links: readonly HTMLElement[]) =>
  links.map((link) => [link.textContent, link.getAttribute('href')]);

describe('the header', () => {
  it('leads to the five tabs, as does the phone’s tab bar, and marks the current one', () => {
    const { main, tabs } = show();
    const five = [
      ['Discover', '/'],
      ['Share Food', '/?tab=share'],
      ['Messages', '/?tab=messages'],
      ['Profile', '/?tab=profile'],
      ['Leaderboard', '/?tab=leaderboard'],
    ];
    expect(targets(main.getAllByRole('link'))).toEqual([...five, ['Donate', '/donate']]);
    expect(targets(tabs.getAllByRole('link'))).toEqual(five);
    for (const bar of [main, tabs])
      expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Discover');
  });

  it('names unread messages in one sentence', async () => {
    const { main, tabs } = show({}, 2);
    for (const bar of [main, tabs])
      expect(
        (await bar.findByRole('link', { name: 'Messages, 2 unread' })).querySelector('[data-count="2"]'),
      ).not.toBeNull();
  });

  it('opens the safety guidelines, and has the bell and Sign Out', async () => {
    const { user, main, onSafety } = show();
    await user.click(main.getByRole('button', { name: 'Safety' }));
    expect(onSafety).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign Out' }).getAttribute('href')).toBe('/api/logout');
  });

  it('asks once before signing out on a phone', async () => {
    const real = window.matchMedia.bind(window);
    const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
    const went = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { user } = show();
    await user.click(screen.getByRole('link', { name: 'Sign Out' }));
    const question = within(await screen.findByRole('dialog', { name: /^Sign out of / }));
    expect(went).not.toHaveBeenCalled();
    await user.click(question.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Sign Out' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign Out' }));
    expect(went.mock.calls).toEqual([['/api/logout']]);
    went.mockRestore();
    narrow.mockRestore();
  });

  it.each([
    [{}, 'AB'],
    [{ firstName: '', lastName: '' }, 'A'],
    [{ firstName: '', lastName: '', email: '' }, 'U'],
  ])('has an avatar that opens the profile tab: %j', (me, letters) => {
    show(me);
    const avatar = screen.getByRole('link', { name: /^Your profile, / });
    expect(avatar.getAttribute('href')).toBe('/?tab=profile');
    expect(avatar.querySelector('[aria-hidden]')?.textContent).toBe(letters);
  });
});

describe('the summary of points', () => {
  const stats = someStats(320, { badgeCount: 4, currentRank: 6 });
  const wide = (isWide: boolean) => {
    const real = window.matchMedia.bind(window);
    return vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        real(query === '(min-width: 85rem)' && isWide ? '(min-width: 1px)' : '(max-width: 1px)'),
      );
  };

  it('has level, points, badges and the way to the next level, and title and rank on a press', async () => {
    const media = wide(true);
    const { user } = show({}, 0, { stats });
    const summary = await screen.findByRole('button', {
      name: 'Level 4, 320 points, 4 badges. Food Hero · #6 this month',
    });
    expect(summary.textContent).toBe('Level 4320 pts4');
    const bar = within(summary).getByRole('progressbar', { name: 'To level 5' });
    expect([bar.getAttribute('value'), bar.getAttribute('aria-valuetext')]).toEqual([
      '10',
      '180 points to go',
    ]);
    await user.click(summary);
    expect(screen.getByRole('tooltip').textContent).toBe('Food Hero · #6 this month');
    await user.click(summary);
    expect(screen.queryByRole('tooltip')).toBeNull();
    media.mockRestore();
  });

  it('is a ring around the avatar where there is less room, with its words', async () => {
    const media = wide(false);
    show({}, 0, { stats });
    expect(
      await screen.findByRole('link', { name: /^Your profile, Ana Bell ?, Level 4, 320 points, 4 badges$/ }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Level/ })).toBeNull();
    media.mockRestore();
  });

  it.each([
    ['is open', '/', [aRequest()]],
    ['is written', '/?tab=profile&room=requests', []],
    ['is answered', '/?filter=emergencies', []],
    ['is talked about', '/?tab=messages&request=1', []],
  ])('stays away while a request for food %s', async (_, at, requests) => {
    const media = wide(false);
    const { queryClient } = show({}, 0, { stats, requests, at });
    await waitFor(() => expect(queryClient.getQueryData([listRequests.path, { side: 'mine' }])).toBeTruthy());
    await waitFor(() => expect(queryClient.getQueryData([getUserStats.path])).toBeTruthy());
    expect(screen.getByRole('link', { name: /^Your profile, / }).textContent).not.toContain('points');
    media.mockRestore();
  });
});
