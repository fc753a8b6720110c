import {
  type Conversation,
  listMessages,
  type Message,
  readConversation,
} from '@openlarder/domain/messaging/message-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aConversation, aMessage, ANA_ID, hoursFromNow, ME_ID } from '#web/testing/samples.ts';
import { conversationsQuery, messagesQuery } from '../../messaging/messaging.queries.ts';
import { Chat } from './Chat.tsx';

/** A chat whose conversation is also in the cached list. */
function chatIn(conversation: Conversation) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(conversationsQuery.queryKey, {
    items: [conversation],
    olderCursor: null,
    unreadCount: conversation.unreadCount > 0 ? 1 : 0,
  });
  return renderWithProviders(
    <Chat conversation={conversation} meId={ME_ID} onBack={() => {}} handover={null} />,
    {
      queryClient,
    },
  );
}

function see(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('reports up to which message was read, and marks the conversation as read', async () => {
  const newest = aMessage();
  reply(listMessages, [aMessage(), newest]);
  const read = reply(readConversation, null);
  const { queryClient } = chatIn(aConversation({ unreadCount: 2, lastMessage: newest }));
  await waitFor(() => expect(read.map(({ body }) => body)).toEqual([{ upTo: newest.id }]));
  expect(queryClient.getQueryData(conversationsQuery.queryKey)).toMatchObject({
    unreadCount: 0,
    items: [{ unreadCount: 0 }],
  });
});

it('reports it again after a failure', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  reply(listMessages, [aMessage()]);
  replyNetworkError(readConversation);
  chatIn(aConversation({ unreadCount: 1 }));
  await screen.findByText('See you at six.');
  const read = reply(readConversation, null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(read).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(read).toHaveLength(1));
});

it('reports once the page is visible', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  see('hidden');
  reply(listMessages, [aMessage()]);
  const read = reply(readConversation, null);
  chatIn(aConversation({ unreadCount: 1 }));
  await screen.findByText('See you at six.');
  expect(read).toHaveLength(0);
  see('visible');
  await waitFor(() => expect(read).toHaveLength(1));
});

it('does not mark messages as read that are not loaded or not visible', async () => {
  const read = reply(readConversation, null);
  replyError(listMessages, 503, { code: 'away', message: 'Please try again in a moment.' });
  const { unmount } = chatIn(aConversation({ unreadCount: 1 }));
  expect(await screen.findByText("We couldn't load these messages.")).toBeTruthy();
  unmount();

  onTestFinished(() => void vi.restoreAllMocks());
  // A long thread in a small window, opened at the first unread message.
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(4000);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return new DOMRect(0, this.hasAttribute('data-unread') ? -2000 : 0, 0, 0);
  });
  reply(listMessages, [aMessage(), aMessage({ content: 'Far down' })]);
  const { user } = chatIn(aConversation({ unreadCount: 1 }));
  await screen.findByText('Far down');
  const jump = await screen.findByRole('button', { name: 'Jump to newest, 1 new' });
  expect(read).toHaveLength(0);
  await user.click(jump);
  await waitFor(() => expect(read).toHaveLength(1));
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

it('says whether the reader’s last message was read', async () => {
  const mine: Message = aMessage({ senderId: ME_ID, content: 'Mine' });
  reply(listMessages, [mine, aMessage({ senderId: ANA_ID })]);
  const conversation = aConversation({ otherReadAt: hoursFromNow(-2) });
  const { unmount } = chatIn(conversation);
  expect(await screen.findByText('Sent')).toBeTruthy();
  unmount();
  chatIn({ ...conversation, otherReadAt: hoursFromNow(1) });
  expect(await screen.findByText('Read')).toBeTruthy();
});

it('reads out new messages of the other person, and no older ones', async () => {
  const old = aMessage({ content: 'Before' });
  reply(listMessages, [old]);
  const conversation = aConversation();
  const { queryClient, container } = chatIn(conversation);
  await screen.findByText('Before');
  const said = () => container.querySelector('output.sr-only')?.textContent;
  expect(said()).toBe('');
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  reply(listMessages, [aMessage({ content: 'Older still' }), old, aMessage({ content: 'I am here' })]);
  await act(() => queryClient.invalidateQueries({ queryKey: messagesQuery(conversation.id).queryKey }));
  await waitFor(() => expect(said()).toBe('Ana R.: I am here'));
});
