import {
  listConversations,
  listMessages,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { prepareText, unsentText } from '#web/features/messaging/unsent-text.ts';
import { keepPersonalDataOf } from '#web/lib/personal-storage.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { fakeCache } from '#web/testing/fake-cache.ts';
import { api } from '#web/testing/fake-network.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aConversation, aMessage, anId, ME_ID } from '#web/testing/samples.ts';
import { Chat } from './Chat.tsx';
import type { QuickReply } from './QuickReplies.tsx';

const conversation = aConversation();
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Ana R.' });
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

const NO_REPLIES: readonly QuickReply[] = [];

function write({ queryClient = createQueryClient(), quickReplies = NO_REPLIES, at = conversation } = {}) {
  return renderWithProviders(
    <Chat conversation={at} meId={ME_ID} onBack={() => {}} handover={null} quickReplies={quickReplies} />,
    { queryClient },
  );
}

const sending = () =>
  reply(sendMessage, ({ body }) =>
    aMessage({ conversationId: conversation.id, senderId: ME_ID, content: said(body) }),
  );

function said(body: unknown): string {
  return typeof body === 'object' && body !== null && 'content' in body ? String(body.content) : '';
}

beforeEach(() => {
  reply(listMessages, []);
  reply(listConversations, [conversation]);
});

it('ignores Enter during a composition, also the one that Safari sends after it', async () => {
  const sent = sending();
  const { user } = write();
  const area = await box();
  await user.type(area, 'こんにちは');
  fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
  // Safari: the composition has ended, and only the key code differs.
  const afterwards = createEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
  fireEvent(area, afterwards);
  expect(afterwards.defaultPrevented).toBe(false);
  expect(sent).toHaveLength(0);
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('shows a counter near the limit, and keeps but does not send a text that is too long', async () => {
  const sent = sending();
  write();
  const area = await box();
  fireEvent.change(area, { target: { value: 'x'.repeat(1800) } });
  expect(screen.queryByText(/characters left/)).toBeNull();
  fireEvent.change(area, { target: { value: 'x'.repeat(1990) } });
  expect(screen.getByText('10 characters left')).toBeTruthy();
  fireEvent.change(area, { target: { value: 'x'.repeat(2003) } });
  expect(screen.getByText('3 characters too long')).toBeTruthy();
  expect(sendButton().disabled).toBe(true);
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 13 });
  expect(area.value).toHaveLength(2003);
  expect(sent).toHaveLength(0);
});

it('keeps a draft for each conversation, but not for the next person who signs in', async () => {
  const queryClient = createQueryClient();
  const first = write({ queryClient });
  await first.user.type(await box(), 'Half a');
  first.unmount();
  const other = write({ queryClient, at: aConversation() });
  expect((await box()).value).toBe('');
  other.unmount();
  const again = write({ queryClient });
  expect((await box()).value).toBe('Half a');
  again.unmount();
  write();
  expect((await box()).value).toBe('');
});

it('offers quick replies while a pickup is near, each once', async () => {
  const sent = sending();
  const { user } = write({ quickReplies: ['on_my_way', 'here'] });
  const onMyWay = await screen.findByRole('button', { name: 'On my way' });
  act(() => {
    // Twice, before the next render.
    onMyWay.click();
    onMyWay.click();
  });
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{ content: 'On my way' }]);
  expect(screen.queryByRole('button', { name: 'On my way' })).toBeNull();
  await user.click(screen.getByRole('button', { name: "I'm here" }));
  await waitFor(() => expect(sent).toHaveLength(2));
});

it('comes into sight again while it is written in and the window shrinks for a keyboard', async () => {
  const shown: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  write();
  const area = await box();
  window.dispatchEvent(new Event('resize'));
  expect(shown).not.toContain(area);
  area.focus();
  window.dispatchEvent(new Event('resize'));
  expect(shown).toContain(area);
});

it('offers to ask for what the person avoids, until it is named in the conversation or the field', async () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ id: ME_ID, allergens: ['milk', 'peanuts'] }));
  const sent = sending();
  const { user } = write({ queryClient, quickReplies: ['contains', 'where'] });
  const question = 'Does it contain milk or peanuts?';
  const offered = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await waitFor(() => expect(offered()).toEqual([question, 'Where should I come?']));
  await user.type(await box(), 'Any Peanuts');
  expect(offered()).toEqual(['Where should I come?']);
  await user.clear(await box());
  await user.click(screen.getByRole('button', { name: question }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ content: question }]));
  expect(screen.queryByRole('button', { name: question })).toBeNull();
});

it('offers no quick replies before', async () => {
  write();
  await box();
  expect(screen.queryByRole('button', { name: 'On my way' })).toBeNull();
});

it('shows the server’s reason for a refusal, and lets the message be changed', async () => {
  replyError(sendMessage, 409, { code: 'conversation-closed', message: 'This conversation is closed.' });
  const { user } = write();
  await user.type(await box(), 'Hello{Enter}');
  expect(await screen.findByText('This conversation is closed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit message' }));
  expect((await box()).value).toBe('Hello');
  expect(screen.queryByText('Not sent')).toBeNull();
});

const path = `/objects/${anId()}`;
const picture = () => new File(['x'], 'bread.jpg', { type: 'image/jpeg' });

/** Uploads that complete once `release` is called. */
function uploads(): { release: () => void } {
  const asked: (() => void)[] = [];
  reply(requestUpload, { uploadURL: `${window.location.origin}/api/upload/1` });
  reply(storePhoto, { objectPath: path, thumbhash: null, width: 400, height: 300, caption: '' });
  api.use(
    http.put('*/api/upload/1', async () => {
      await new Promise<void>((resolve) => asked.push(resolve));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { release: () => asked.forEach((go) => go()) };
}

it('sends a photo with text once it is uploaded, and says who sees it', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL() {} });
  const { release } = uploads();
  const sent = sending();
  const { user } = write();
  await user.upload(await screen.findByLabelText('Choose a photo'), picture());
  expect(await screen.findByText('Only you and Ana R. will see it.')).toBeTruthy();
  await user.type(await box(), 'The blue door{Enter}');
  expect(screen.queryByText('Only you and Ana R. will see it.')).toBeNull();
  expect(await screen.findByText(/Sending photo/)).toBeTruthy();
  expect(sent).toHaveLength(0);
  await waitFor(() => {
    release();
    expect(sent.map(({ body }) => body)).toEqual([{ content: 'The blue door', photo: path }]);
  });
});

it('sends photos with their texts after a reload, and has the one not sent in the field', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL() {} });
  const { names } = fakeCache();
  onTestFinished(() => void vi.unstubAllGlobals());
  keepPersonalDataOf(ME_ID);
  const stalled = uploads();
  const at = aConversation({ id: anId() });
  const newPage = () => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, aUser({ id: ME_ID }));
    return queryClient;
  };
  const before = write({ queryClient: newPage(), at });
  for (const text of ['The blue door', 'and this bell']) {
    await before.user.upload(await screen.findByLabelText('Choose a photo'), picture());
    await before.user.type(await box(), `${text}{Enter}`);
  }
  await before.user.upload(await screen.findByLabelText('Choose a photo'), picture());
  await waitFor(() => expect(names()).toHaveLength(3));
  before.unmount();

  const { release } = uploads();
  const sent = sending();
  const [first, , draft] = names();
  const queryClient = newPage();
  write({ queryClient }).unmount();
  await waitFor(() => expect([names().length, names()[0] === first]).toEqual([3, false]));
  write({ queryClient, at });
  expect(await screen.findByText('Only you and Ana R. will see it.')).toBeTruthy();
  await waitFor(() => expect(names().at(-1)).toBe(draft));
  await waitFor(() => {
    release();
    expect(sent.map(({ body }) => body)).toEqual([
      { content: 'The blue door', photo: path },
      { content: 'and this bell', photo: path },
    ]);
  });
  await waitFor(() => expect(names()).toHaveLength(1));
  // no page has ended here: the first one sends, too
  await waitFor(() => {
    stalled.release();
    expect(sent).toHaveLength(4);
  });
});

it('sends a photo without text, one per message, and rejects other files', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL() {} });
  const { release } = uploads();
  const sent = sending();
  const { user } = write();
  const area = await box();
  fireEvent.paste(area, {
    clipboardData: { files: [new File(['x'], 'list.pdf', { type: 'application/pdf' })] },
  });
  expect(await screen.findByText(/“list.pdf” isn't a photo/)).toBeTruthy();
  fireEvent.paste(area, { clipboardData: { files: [picture(), picture()] } });
  expect(await screen.findByText('You can add one photo to each message.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the photo' }));
  expect(sendButton().disabled).toBe(true);
  fireEvent.paste(area, { clipboardData: { files: [picture()] } });
  await user.click(sendButton());
  await waitFor(() => {
    release();
    expect(sent.map(({ body }) => body)).toEqual([{ content: '', photo: path }]);
  });
});

it('shows a text prepared for a conversation that was visited before, unless one is begun', async () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ id: ME_ID }));
  const at = aConversation({ id: anId() });
  const visited = write({ queryClient, at });
  expect((await box()).value).toBe('');
  visited.unmount();
  prepareText(ME_ID, at.id, 'I can bring soup.');
  const { user } = write({ queryClient, at });
  const area = await box();
  expect(area.value).toBe('I can bring soup.');
  await user.type(area, ' At six?');
  act(() => prepareText(ME_ID, at.id, 'I can bring bread.'));
  expect(area.value).toBe('I can bring soup. At six?');
});

it('keeps a stored text from a prepared one', () => {
  const id = anId();
  const personId = anId();
  unsentText(personId, id).save('My own words');
  prepareText(personId, id, 'I can bring soup.');
  expect(unsentText(personId, id).load()).toBe('My own words');
});
