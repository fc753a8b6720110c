import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { LiveNotice } from '#web/live/LiveNotice.tsx';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { cutSocket, hearHello, socketsOpened } from '#web/testing/live.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { LiveRefresh } from './SignedIn.tsx';

const me = aUser();
let went: string[];
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The page shows how often the conversations were fetched. */
function Shown() {
  const { dataUpdatedAt } = useQuery(endpointQuery(listConversations));
  return <p>{dataUpdatedAt > 0 ? `as of ${dataUpdatedAt}` : 'nothing yet'}</p>;
}

async function open() {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  renderWithProviders(
    <LiveProvider onSignedOut={() => {}}>
      <LiveRefresh />
      <LiveNotice />
      <Shown />
    </LiveProvider>,
    { queryClient },
  );
  await hearHello();
  return { text: async () => (await screen.findByText(/^as of/)).textContent };
}

beforeEach(() => {
  went = [];
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
  vi.spyOn(window.location, 'reload').mockImplementation(() => void went.push('again'));
  reply(getUser, me);
  reply(listConversations, []);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('while the socket is disconnected', () => {
  it('refetches what is on screen immediately, every half minute, and when the page becomes visible', async () => {
    const { text } = await open();
    const seen = [await text()];
    const isNew = async () => {
      await waitFor(async () => expect(seen).not.toContain(await text()));
      seen.push(await text());
    };
    await pass(60_000);
    expect(await text()).toBe(seen[0]);
    await cutSocket();
    await pass(2500);
    await isNew();
    await pass(30_000);
    await isNew();
    await pass(1000);
    window.dispatchEvent(new Event('focus'));
    await isNew();
  });

  it('stops once it is connected again', async () => {
    const { text } = await open();
    await cutSocket();
    await pass(2500);
    await hearHello();
    await pass(500);
    const before = await text();
    await pass(20_000);
    await hearHello();
    await pass(20_000);
    expect(await text()).toBe(before);
  });

  it('says since when the page is stale and offers a retry', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    replyNetworkError(getUser);
    await cutSocket();
    await pass(2500);
    // in human words first
    const human = screen.getByText("News isn't arriving right now. We'll keep trying.");
    const technical = screen.getByText('WebSocket connection failed');
    expect(human.compareDocumentPosition(technical)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText(/^Last updated: today, /)).toBeTruthy();
    const before = socketsOpened();
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(socketsOpened()).toBe(before + 1);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await cutSocket();
      await pass(17_000);
    }
    expect(screen.getByText('Failed to reconnect after 5 attempts')).toBeTruthy();
  });

  it('after giving up, reconnects once the server answers a poll', async () => {
    await open();
    replyNetworkError(getUser);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await cutSocket();
      await pass(17_000);
    }
    const before = socketsOpened();
    await pass(31_000);
    expect(socketsOpened()).toBe(before);
    reply(getUser, me);
    for (let second = 0; second < 31 && socketsOpened() === before; second += 1) await pass(1000);
    expect(socketsOpened()).toBe(before + 1);
    await hearHello();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  });

  it('leaves a session that has ended meanwhile', async () => {
    await open();
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    await cutSocket();
    await pass(2500);
    await pass(2500);
    await waitFor(() => expect(went).toEqual(['/api/login?ended']));
  });

  it('reloads a page whose browser now belongs to another user', async () => {
    await open();
    reply(getUser, aUser({ id: '0198a0aa-0000-7000-8000-00000000beef' }));
    await cutSocket();
    await pass(2500);
    await pass(2500);
    await waitFor(() => expect(went).toEqual(['again']));
  });
});
