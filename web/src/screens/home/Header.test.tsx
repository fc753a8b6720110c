import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderPart } from '#web/testing/render.tsx';
import { Header } from './Header.tsx';
import { TabBar } from './TabBar.tsx';

function show(me: Partial<User> = {}, unreadMessages = 0) {
  setCommunity(aCommunity());
  reply(listNotifications, [], { 'X-Unread-Count': '0' });
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser(me));
  const onSafety = vi.fn<() => void>();
  const part = renderPart(
    <>
      <Header tab="discover" unreadMessages={unreadMessages} onSafety={onSafety} />
      <TabBar tab="discover" unreadMessages={unreadMessages} />
    </>,
    { queryClient },
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
  it('leads to the four tabs, as does the phone’s tab bar, and marks the current one', () => {
    const { main, tabs } = show();
    const four = [
      ['Discover', '/'],
      ['Share Food', '/?tab=share'],
      ['Messages', '/?tab=messages'],
      ['Profile', '/?tab=profile'],
    ];
    expect(targets(main.getAllByRole('link'))).toEqual([...four, ['Donate', '/donate']]);
    expect(targets(tabs.getAllByRole('link'))).toEqual(four);
    for (const bar of [main, tabs])
      expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Discover');
  });

  it('names unread messages in one sentence', () => {
    const { main, tabs } = show({}, 2);
    for (const bar of [main, tabs])
      expect(
        bar.getByRole('link', { name: 'Messages, 2 unread' }).querySelector('[data-count="2"]'),
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
