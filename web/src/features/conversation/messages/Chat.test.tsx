import {
  type Conversation,
  listConversations,
  listMessages,
  type Message,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply, replyError } from '#web/testing/api.ts';
import { cutSocket, hearHello, saidLive } from '#web/testing/live.ts';
import { api } from '#web/testing/fake-network.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aConversation, aMessage, ANA_ID, anId, ME_ID } from '#web/testing/samples.ts';
import { Chat } from './Chat.tsx';

const chatIn = (conversation: Conversation, queryClient = createQueryClient()) =>
  renderWithProviders(<Chat conversation={conversation} meId={ME_ID} onBack={() => {}} handover={null} />, {
    queryClient,
  });
const noop = () => {};
const box = () => screen.findByRole('textbox', { name: 'Message to Ana R.' });

it('shows messages oldest first, with events as sentences and safe links', async () => {
  const conversation = aConversation();
  reply(listMessages, [
    aMessage({ senderId: ME_ID, event: 'claimed', content: '' }),
    aMessage({ senderId: ANA_ID, content: 'Map: https://example.org/map.' }),
  ]);
  chatIn(conversation);
  expect(screen.getByRole('link', { name: 'Sourdough loaves' }).getAttribute('href')).toBe(
    `/?tab=messages&conversation=${conversation.id}&listing=${conversation.foodListing?.id}`,
  );
  const happened = await screen.findByText(/You claimed this food\./);
  const link = screen.getByRole('link', { name: 'https://example.org/map' });
  expect(happened.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(link.getAttribute('rel')).toContain('nofollow');
});

it('fills a phone: Escape leads back to the list, but not while writing', async () => {
  const real = window.matchMedia.bind(window);
  // no media query matches
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  reply(listMessages, []);
  const onBack = vi.fn();
  const handover = <input aria-label="A note" />;
  const { user } = renderWithProviders(
    <Chat conversation={aConversation()} meId={ME_ID} onBack={onBack} handover={handover} />,
  );
  const heading = await screen.findByRole('heading', { name: 'Ana R.' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.type(screen.getByRole('textbox', { name: 'A note' }), 'So kind{Escape}');
  expect(onBack).not.toHaveBeenCalled();
  act(() => heading.focus());
  await user.keyboard('{Escape}');
  expect(onBack).toHaveBeenCalledOnce();
  media.mockRestore();
});

it('lets the giver report the note of a thank-you like a message; thanks without a note have none', async () => {
  const event = 'thanked';
  reply(listMessages, [
    aMessage({ senderId: ANA_ID, event, content: 'Ana says thank you.' }),
    aMessage({ senderId: ME_ID, event, note: 'Lovely' }),
    aMessage({ senderId: ANA_ID, event, note: 'Unkind words' }),
  ]);
  const { user } = chatIn(aConversation());
  const note = await screen.findByText('Ana R. says thank you: “Unkind words”');
  const buttons = screen.getAllByRole('button', { name: 'Report this message' });
  expect(buttons.map((one) => one.closest('li'))).toEqual([note.closest('li')]);
  for (const button of buttons) await user.click(button);
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('does not link to the profile of an anonymous requester', async () => {
  const { otherUser, ...rest } = aConversation();
  const neighbor = { ...otherUser, displayName: 'A neighbor', isAnonymous: true };
  reply(listMessages, []);
  chatIn({ ...rest, otherUser: neighbor });
  expect(await screen.findByRole('heading', { name: 'A neighbor' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'A neighbor' })).toBeNull();
});

it('sends with Enter, starts a line with Shift+Enter, and does not send empty text', async () => {
  const conversation = aConversation();
  const thread: Message[] = [];
  reply(listMessages, () => thread);
  reply(listConversations, [conversation]);
  const sent = reply(sendMessage, ({ body }) => {
    const message = aMessage({
      conversationId: conversation.id,
      senderId: ME_ID,
      content: contentOf(body),
    });
    thread.push(message);
    return message;
  });
  const { user } = chatIn(conversation);
  const area = await box();
  await user.type(area, '   {Enter}');
  expect(sent).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true);
  await user.clear(area);
  await user.type(area, 'One{Shift>}{Enter}{/Shift}Two');
  expect(sent).toHaveLength(0);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ content: 'One\nTwo' }]));
  expect(area).toHaveProperty('value', '');
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull());
  expect(screen.getByText(/One\s+Two/)).toBeTruthy();
});

it('keeps the text of a failed message and retries with the same key', async () => {
  const conversation = aConversation();
  reply(listMessages, []);
  reply(listConversations, [conversation]);
  replyError(sendMessage, 503, { code: 'away', message: 'Please try again in a moment.' });
  const { user } = chatIn(conversation);
  await user.type(await box(), 'On my way{Enter}');
  expect(await screen.findByText('Failed to send message. Please try again.')).toBeTruthy();
  expect(screen.getByText('On my way')).toBeTruthy();
  const sent = reply(sendMessage, aMessage({ conversationId: conversation.id, senderId: ME_ID }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{ content: 'On my way' }]);
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
});

it('keeps a message that was written offline, says so once, and sends it when the network is back', async () => {
  const device = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => device.mockRestore());
  const conversation = aConversation();
  reply(listMessages, []);
  reply(listConversations, [conversation]);
  api.use(http.post('*/messages', () => HttpResponse.error()));
  const { user } = chatIn(conversation);
  await box();
  act(() => void window.dispatchEvent(new Event('offline')));
  await user.type(await box(), 'On my way{Enter}');
  await screen.findByText("We'll send it once you're back online");
  expect(screen.queryByText('Failed to send message. Please try again.')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Try again$/i })).toBeNull();
  expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
  const sent = reply(sendMessage, aMessage({ conversationId: conversation.id, senderId: ME_ID }));
  device.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{ content: 'On my way' }]);
});

it('sends messages written offline after a reload, and does not show them to another account', async () => {
  const conversation = aConversation();
  reply(listMessages, []);
  reply(listConversations, [conversation]);
  const sessionOf = (id: string) => {
    const client = createQueryClient();
    client.setQueryData(currentUserQuery.queryKey, aUser({ id }));
    return client;
  };
  const device = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => device.mockRestore());
  api.use(http.post('*/messages', () => HttpResponse.error()));
  const { user, unmount } = chatIn(conversation, sessionOf(ME_ID));
  await box();
  act(() => void window.dispatchEvent(new Event('offline')));
  await user.type(await box(), 'Blue door{Enter}');
  await screen.findByText("We'll send it once you're back online");
  unmount();
  device.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));

  const sent = reply(sendMessage, aMessage({ conversationId: conversation.id, senderId: ME_ID }));
  const other = chatIn(conversation, sessionOf(anId()));
  await box();
  expect(screen.queryByText('Blue door')).toBeNull();
  other.unmount();
  expect(sent).toEqual([]);

  chatIn(conversation, sessionOf(ME_ID));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ content: 'Blue door' }]));
  await waitFor(() => expect(window.sessionStorage.getItem(personalKey('outbox', ME_ID))).toBeNull());
  // No page has ended here: the first one still waits for a network, and would send in a later test.
  await act(async () => window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(sent).toHaveLength(2));
});

it('says that the connection is lost', async () => {
  reply(listMessages, []);
  chatIn(aConversation());
  // Without a provider the socket counts as disconnected.
  expect(await screen.findByText('Connection lost. Messages may not be sent in real-time.')).toBeTruthy();
});

it('joins its conversation over the live socket', async () => {
  reply(listMessages, []);
  const conversation = aConversation();
  renderWithProviders(
    <LiveProvider onSignedOut={noop}>
      <Chat conversation={conversation} meId={ME_ID} onBack={noop} handover={null} />
    </LiveProvider>,
  );
  await box();
  await hearHello();
  expect(saidLive()).toContainEqual(
    expect.objectContaining({
      type: 'join_conversation',
      conversationId: conversation.id,
      userId: ME_ID,
    }),
  );
});

it('says so between two attempts after a delay, until events arrive again', async () => {
  reply(listMessages, []);
  renderWithProviders(
    <LiveProvider onSignedOut={noop}>
      <Chat conversation={aConversation()} meId={ME_ID} onBack={noop} handover={null} />
    </LiveProvider>,
  );
  const note = () => screen.queryByText('Connection lost. Messages may not be sent in real-time.');
  await box();
  await hearHello();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await cutSocket();
  act(() => void vi.advanceTimersByTime(1900));
  expect(note()).toBeNull();
  act(() => void vi.advanceTimersByTime(100));
  expect(note()).toBeTruthy();
  await hearHello();
  expect(note()).toBeNull();
});

function contentOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'content' in body ? String(body.content) : '';
}
