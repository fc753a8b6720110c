import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@openlarder/domain/notifications/notification-contract.ts';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_SUBJECTS,
} from '@openlarder/domain/notifications/notification-kinds.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { delay, http, HttpResponse } from 'msw';
import { api } from '#web/testing/fake-network.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { shownNotification } from './feature-notifications.ts';
import { setDiscreet } from '#web/lib/discreet-mode.ts';
import { NotificationBell } from './NotificationBell.tsx';
import { NotificationList } from './NotificationList.tsx';
import { withRead, useMarkVisibleRead, useShownSubjects } from './notifications.queries.ts';

const idOf = (last: number) => `0198a0aa-0000-7000-8000-00000000000${last}`;

function aNotification(last: number, known: Partial<Notification> = {}): Notification {
  return {
    id: idOf(last),
    kind: 'listing_claimed',
    subject: { type: 'conversation', id: idOf(9) },
    actor: {
      id: idOf(8),
      displayName: 'Amir H.',
      initials: 'AH',
      userType: 'recipient',
      organizationName: null,
    },
    listingTitle: 'Soup',
    servings: null,
    createdAt: '2026-11-21T10:00:00Z',
    readAt: null,
    ...known,
  };
}

beforeEach(() => setCommunity(aCommunity()));

const bell = (name: string) => screen.findByRole('button', { name });

describe('a claim', () => {
  it.each([
    [null, 'Amir H. claimed “Soup”. Plan the pickup by message.'],
    [{ claimed: 4, shared: 6 }, 'Amir H. claimed part of “Soup” (4 of 6). Plan the pickup by message.'],
    [{ claimed: 6, shared: 6 }, 'Amir H. claimed all of “Soup”. Plan the pickup by message.'],
    [{ claimed: 1, shared: 1 }, 'Amir H. claimed “Soup”. Plan the pickup by message.'],
  ])('says whether all was claimed: %j', (servings, sentence) => {
    expect(shownNotification(aNotification(1, { servings }), false)?.sentence).toBe(sentence);
  });
});

it.each(NOTIFICATION_KINDS)('has a sentence, an icon and a page for each kind and subject: %s', (kind) => {
  for (const type of NOTIFICATION_SUBJECTS) {
    const one = aNotification(1, { kind, subject: { type, id: '1' } });
    expect(shownNotification(one, false)).toMatchObject({
      sentence: expect.stringMatching(/^\S.*[.?!]$/),
      path: expect.stringMatching(/^\//),
    });
    // over a shoulder, nothing of what it is about
    expect(shownNotification(one, true)?.sentence).toBe('News from Amir H.');
  }
});

describe('the bell', () => {
  it('shows the number of unread ones from the header', async () => {
    reply(listNotifications, [aNotification(1)], { 'X-Unread-Count': '63' });
    renderWithProviders(<NotificationBell />);
    expect(await bell('Notifications, 63 unread')).toBeTruthy();
  });

  it('keeps discreetly only what is unread', async () => {
    setDiscreet(true);
    const read = aNotification(2, { readAt: '2026-11-21T11:00:00Z' });
    reply(listNotifications, [aNotification(1), read], { 'X-Unread-Count': '1' });
    renderWithProviders(<NotificationList pictureOf={() => null} onOpened={() => {}} />);
    expect(await screen.findAllByRole('link')).toHaveLength(1);
    setDiscreet(false);
  });

  it.each([false, true])(
    'keeps the focus of who marks as read by keyboard, discreetly: %s',
    async (discreet) => {
      setDiscreet(discreet);
      onTestFinished(() => setDiscreet(false));
      reply(listNotifications, [aNotification(1), aNotification(2)], { 'X-Unread-Count': '2' });
      reply(readNotifications, null);
      const { user } = renderWithProviders(<NotificationBell />);
      await user.click(await bell('Notifications, 2 unread'));
      const [first, second] = await screen.findAllByRole('link', { name: /Amir/ });
      const readFirst = async (left: number) => {
        const readAt = '2026-11-21T12:00:00Z';
        reply(listNotifications, [
          aNotification(1, { readAt }),
          aNotification(2, left === 0 ? { readAt } : {}),
        ]);
        screen.getAllByRole('button', { name: 'Mark as read' })[0]?.focus();
        await user.keyboard('{Enter}');
        await waitFor(() =>
          expect(screen.queryAllByRole('button', { name: 'Mark as read' })).toHaveLength(left),
        );
      };
      await readFirst(1);
      expect(document.activeElement).toBe(discreet ? second : first);
      await readFirst(0);
      expect(document.activeElement).toBe(discreet ? screen.getByRole('dialog') : second);
    },
  );

  it('does not rise for the conversation on the screen, and reads its news', async () => {
    const here = aNotification(1, { kind: 'message_received' });
    const ticket = aNotification(2, { kind: 'time_proposed', subject: { type: 'claim', id: idOf(6) } });
    const elsewhere = aNotification(3, { subject: { type: 'claim', id: idOf(5) } });
    reply(listNotifications, [here, ticket, elsewhere], { 'X-Unread-Count': '3' });
    const asked = reply(readNotifications, null);
    const Talk = () => {
      useShownSubjects([{ type: 'conversation', id: idOf(9) }, { type: 'claim', id: idOf(6) }, null]);
      useMarkVisibleRead();
      return null;
    };
    const names = new Set<string | null>();
    const seen = new MutationObserver(() => names.add(screen.getByRole('button').getAttribute('aria-label')));
    seen.observe(document.body, { attributes: true, childList: true, subtree: true });
    renderWithProviders(
      <>
        <Talk />
        <NotificationBell />
      </>,
    );
    expect(await bell('Notifications, 1 unread')).toBeTruthy();
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ ids: [here.id, ticket.id] }]));
    seen.disconnect();
    expect([...names]).not.toContain('Notifications, 3 unread');
  });

  it('reports news on the screen once, however often that fails, and again with a connection', async () => {
    reply(listNotifications, [aNotification(1)], { 'X-Unread-Count': '1' });
    let tries = 0;
    api.use(
      http.post(`*${readNotifications.path}`, async () => {
        tries += 1;
        await delay(30);
        return HttpResponse.json({ code: 'away', message: 'We are away.' }, { status: 503 });
      }),
    );
    const Talk = () => {
      useShownSubjects([{ type: 'conversation', id: idOf(9) }]);
      useMarkVisibleRead();
      return null;
    };
    renderWithProviders(
      <>
        <Talk />
        <NotificationBell />
      </>,
    );
    await waitFor(() => expect(tries).toBe(1));
    await expect(waitFor(() => expect(tries).toBeGreaterThan(1), { timeout: 200 })).rejects.toThrow();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(tries).toBe(2));
    expect(screen.queryByText('We are away.')).toBeNull();
  });

  it.each([
    [
      'emergency_alert',
      'Someone near you needs food: “Soup”.',
      `/?tab=discover&filter=emergencies&request=${idOf(7)}`,
    ],
    ['request_matched', 'Amir H. is helping with “Soup”.', `/?tab=messages&request=${idOf(7)}`],
    ['time_proposed', 'Amir H. proposed a time for “Soup”.', `/?tab=messages&request=${idOf(7)}`],
    ['on_my_way_question', 'It.s time for “Soup”.', `/?tab=messages&request=${idOf(7)}`],
    ['request_expired', 'No one could help with “Soup” in time.', '/?tab=profile&room=requests'],
  ] as const)('links %s to where the person can respond', async (kind, sentence, path) => {
    reply(listNotifications, [aNotification(1, { kind, subject: { type: 'request', id: idOf(7) } })], {
      'X-Unread-Count': '1',
    });
    reply(readNotifications, null);
    const { user, location } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications, 1 unread'));
    await user.click(await screen.findByRole('link', { name: new RegExp(sentence) }));
    expect(location.history?.at(-1)).toBe(path);
  });

  it('speaks of an address only where one was shared, not where a public place was named', async () => {
    const kind = 'place_shared';
    reply(listNotifications, [
      aNotification(1, { kind, subject: { type: 'conversation', id: idOf(9) } }),
      aNotification(2, { kind, subject: { type: 'claim', id: idOf(5) } }),
    ]);
    reply(readNotifications, null);
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications'));
    expect(await screen.findByText('Amir H. named a place to meet for “Soup”.')).toBeTruthy();
    expect(screen.getByText('Amir H. shared the address for “Soup” with you.')).toBeTruthy();
  });

  it('shows each as a sentence that links to its subject, and marks it as read', async () => {
    const list = [
      aNotification(1),
      aNotification(2, { kind: 'handover_completed', readAt: '2026-11-21T11:00:00Z' }),
    ];
    reply(listNotifications, list, { 'X-Unread-Count': '1' });
    const heard = reply(readNotifications, null);
    const { user, location } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications, 1 unread'));
    const sheet = await screen.findByRole('dialog', { name: 'Notifications' });
    const [first] = await within(sheet).findAllByRole('link');
    expect(first?.textContent).toContain('Amir H. claimed “Soup”. Plan the pickup by message.');
    if (first) await user.click(first);
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ ids: [idOf(1)] }]));
    expect(location.history?.at(-1)).toBe(`/?tab=messages&conversation=${idOf(9)}`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('groups them by day, and marks one as read without opening it', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const list = [
      aNotification(1, { createdAt: hoursAgo(0) }),
      aNotification(2, { createdAt: hoursAgo(24), kind: 'thanked' }),
      aNotification(3, { createdAt: hoursAgo(24.01), readAt: hoursAgo(20) }),
    ];
    reply(listNotifications, list, { 'X-Unread-Count': '2' });
    const heard = reply(readNotifications, null);
    const { user, location } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications, 2 unread'));
    const today = await screen.findByRole('region', { name: 'today' });
    expect(within(today).getAllByRole('link')).toHaveLength(1);
    const yesterday = within(screen.getByRole('region', { name: 'yesterday' }));
    expect(yesterday.getAllByRole('link')[0]?.textContent).toContain('says thank you');
    await user.click(yesterday.getByRole('button', { name: 'Mark as read' }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ ids: [idOf(2)] }]));
    expect(location.history).toEqual(['/']);
    expect(await screen.findByText('Notifications')).toBeTruthy();
  });

  it('shows older ones on request, and marks them as read too', async () => {
    reply(listNotifications, [aNotification(1, { readAt: '2026-11-21T12:00:00Z' })], {
      'X-Unread-Count': '1',
      Link: '</api/notifications?cursor=7.x>; rel="next"',
    });
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications, 1 unread'));
    const asked = reply(listNotifications, [aNotification(2, { kind: 'thanked' })], {
      'X-Unread-Count': '1',
    });
    await user.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText(/says thank you/)).toBeTruthy();
    expect(asked.map(({ query }) => query.get('cursor'))).toEqual(['7.x']);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    const heard = reply(readNotifications, null);
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ ids: [idOf(2)] }]));
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull();
  });

  it('links to the notification settings', async () => {
    reply(listNotifications, []);
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications'));
    const link = await screen.findByRole('link', { name: 'Settings' });
    expect(link.getAttribute('href')).toBe('/?tab=profile&room=settings');
  });

  it('marks all as read with one press', async () => {
    reply(listNotifications, [aNotification(1), aNotification(2)], { 'X-Unread-Count': '2' });
    const heard = reply(readNotifications, null);
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications, 2 unread'));
    reply(
      listNotifications,
      [
        aNotification(1, { readAt: '2026-11-21T12:00:00Z' }),
        aNotification(2, { readAt: '2026-11-21T12:00:00Z' }),
      ],
      { 'X-Unread-Count': '0' },
    );
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{}]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });

  it('restores the unread state when the server refuses', async () => {
    reply(listNotifications, [aNotification(1)], { 'X-Unread-Count': '1' });
    replyError(readNotifications, 503, {
      code: 'away',
      message: 'We are away for a moment. Please try again.',
    });
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications, 1 unread'));
    const readAll = await screen.findByRole('button', { name: 'Mark all as read' });
    replyError(listNotifications, 503, {
      code: 'away',
      message: 'We are away for a moment. Please try again.',
    });
    await user.click(readAll);
    expect(await screen.findByText('We are away for a moment. Please try again.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(await bell('Notifications, 1 unread')).toBeTruthy();
  });

  it('shows an empty state', async () => {
    reply(listNotifications, [], { 'X-Unread-Count': '0' });
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications'));
    expect(await screen.findByText('All quiet')).toBeTruthy();
  });

  it('shows an error and retries', async () => {
    replyError(listNotifications, 503, { code: 'away', message: 'We are away for a moment.' });
    const { user } = renderWithProviders(<NotificationBell />);
    await user.click(await bell('Notifications'));
    expect(await screen.findByText("We couldn't load your notifications")).toBeTruthy();
    reply(listNotifications, [aNotification(1)]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/Amir H. claimed/)).toBeTruthy();
  });
});

describe('withRead', () => {
  const list = { notifications: [aNotification(1), aNotification(2)], unreadCount: 60, olderCursor: null };

  it('decreases the count by those that were unread', () => {
    const once = withRead(list, [idOf(1)], '2026-11-21T12:00:00Z');
    expect(once.unreadCount).toBe(59);
    expect(withRead(once, [idOf(1)], '2026-11-21T13:00:00Z')).toEqual(once);
  });

  it('has a count of zero after all were read, also those not in the list', () => {
    expect(withRead(list, null, '2026-11-21T12:00:00Z').unreadCount).toBe(0);
  });
});
