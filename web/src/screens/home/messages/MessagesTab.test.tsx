import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import {
  listConversations,
  listMessages,
  readConversation,
} from '@openlarder/domain/messaging/message-contract.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { getPartner } from '@openlarder/domain/partners/partner-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import { fireEvent, act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { call } from '#web/lib/call.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import {
  aClaim,
  aConversation,
  aMessage,
  ANA,
  ANA_ID,
  anId,
  hoursFromNow,
  ME_ID,
} from '#web/testing/samples.ts';
import { MessagesTab } from './MessagesTab.tsx';

function tab(conversationId?: string) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ id: ME_ID }));
  const at = conversationId ? `/?tab=messages&conversation=${conversationId}` : '/?tab=messages';
  return renderWithProviders(<MessagesTab />, { at, queryClient });
}

const named = (displayName: string) => {
  const conversation = aConversation();
  return { ...conversation, otherUser: { ...conversation.otherUser, displayName } };
};

const onTwoPages = (first: ReturnType<typeof named>, second: ReturnType<typeof named>) =>
  reply(
    listConversations,
    ({ query }) => (query.get('cursor') === 'older' ? [second] : [first]),
    // The last page's link returns nothing new.
    { Link: '</api/conversations?cursor=older>; rel="next"', 'X-Unread-Count': '0' },
  );

beforeEach(() => {
  reply(listClaims, []);
  reply(listNotifications, []);
  reply(listMessages, []);
});
afterEach(() => void vi.restoreAllMocks());

it('is titled "Messages" and says "No Messages" without conversations', async () => {
  reply(listConversations, []);
  tab();
  expect(await screen.findByRole('heading', { name: 'No Messages' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Messages', level: 1 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find Food Near You' }).getAttribute('href')).toBe('/');
});

it('says "Select a Conversation" until one is open', async () => {
  const conversation = named('Ana');
  reply(listConversations, [conversation]);
  const { location } = tab();
  expect(await screen.findByText('Select a Conversation')).toBeTruthy();
  location.navigate(`/?tab=messages&conversation=${conversation.id}`);
  expect(await screen.findByRole('textbox', { name: 'Message to Ana' })).toBeTruthy();
  expect(screen.queryByText('Select a Conversation')).toBeNull();
});

it('loads older conversations on request, each once', async () => {
  onTwoPages(named('Ana R.'), named('Old Friend'));
  const { user } = tab();
  expect(await screen.findByText('Ana R.')).toBeTruthy();
  expect(screen.queryByText('Old Friend')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Old Friend')).toBeTruthy();
  expect(screen.getAllByText('Ana R.')).toHaveLength(1);
});

it('fetches the older conversations again with the newest', async () => {
  const asked = onTwoPages(named('Ana R.'), named('Old Friend'));
  const { user } = tab();
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Old Friend');
  asked.splice(0);
  reply(readConversation, null);
  await act(() => call(readConversation, { params: { id: anId() }, body: { upTo: anId() } }));
  await waitFor(() =>
    expect(new Set(asked.map(({ query }) => query.get('cursor')))).toEqual(new Set([null, 'older'])),
  );
});

it('finds the conversation of a link on a later page', async () => {
  const wanted = named('Old Friend');
  onTwoPages(named('Ana R.'), wanted);
  tab(wanted.id);
  expect(await screen.findByRole('textbox', { name: 'Message to Old Friend' })).toBeTruthy();
});

it('says that a conversation does not exist after loading all pages', async () => {
  reply(listConversations, [named('Ana R.')]);
  tab(anId());
  expect(await screen.findByText("We can't find this conversation")).toBeTruthy();
});

it('says without a network that the connection is lost, also where there is no conversation', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reply(listConversations, [named('Ana R.')]);
  const { location } = tab(anId());
  await screen.findByText("We can't find this conversation");
  act(() => void window.dispatchEvent(new Event('offline')));
  const lost = 'Connection lost. Messages may not be sent in real-time.';
  expect(screen.getByText(lost).closest('output')).toBeTruthy();
  // the list leaves it to the top of the page
  act(() => location.navigate('/?tab=messages'));
  expect(screen.queryByText(lost)).toBeNull();
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
});

it('shows the last message: a photo, an event, or its end', async () => {
  const photo = { objectPath: '/objects/x', thumbhash: null, width: 4, height: 3, caption: '' };
  reply(listConversations, [
    { ...named('Ana'), lastMessage: aMessage({ content: '', photo }), unreadCount: 3 },
    {
      ...named('Ben'),
      lastMessage: aMessage({ senderId: ME_ID, content: '', event: 'released' }),
      readOnly: true,
    },
  ]);
  tab();
  const [ana, ben] = await screen.findAllByRole('link', { name: /Ana|Ben/ });
  expect(ana?.textContent).toContain('Photo');
  expect(ana?.textContent).toContain('3 unread messages');
  expect(ben?.textContent).toContain('You canceled this.');
  expect(ben?.textContent).toContain('Ended');
});

it('says in its row how much of the food a person wants, and when they come', async () => {
  const conversation = aConversation({
    lastMessage: { ...aMessage({ senderId: ANA_ID, event: 'claimed', content: '' }) },
  });
  const part = { estimatedServings: 6 };
  const claim = aClaim({ conversationId: conversation.id, side: 'donor', servings: 4 }, part);
  const agreedTime = hoursFromNow(1);
  reply(listClaims, [{ ...claim, handover: { ...claim.handover, agreedTime } }]);
  reply(listConversations, [conversation]);
  tab();
  const said = await screen.findByText(/ wants 4 of 6 servings\.$/);
  expect(said.closest('a')?.textContent).toContain(formatDayTime(agreedTime, Date.now()));
});

it('offers a retry if loading failed', async () => {
  replyError(listConversations, 503, { code: 'away', message: 'Please try again in a moment.' });
  const { user } = tab();
  expect(await screen.findByText("We couldn't load your messages.")).toBeTruthy();
  reply(listConversations, [named('Ana R.')]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Ana R.')).toBeTruthy();
});

it('links from an event to the action that is possible now', async () => {
  const conversation = aConversation();
  const claim = aClaim({
    conversationId: conversation.id,
    status: 'no_show',
    createdAt: hoursFromNow(-5),
    endedAt: hoursFromNow(-1),
  });
  reply(listConversations, [conversation]);
  reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? [] : [claim]));
  const noShow = aMessage({ senderId: ANA_ID, event: 'no_show', content: '', createdAt: hoursFromNow(-1) });
  reply(listMessages, [
    { ...noShow, id: anId(), createdAt: hoursFromNow(-200) },
    { ...noShow, conversationId: conversation.id },
  ]);
  tab(conversation.id);
  // The older one is about a past pickup.
  await waitFor(() =>
    expect(screen.getAllByText('Ana R. marked this as missed.', { selector: 'li > p' })).toHaveLength(2),
  );
  const links = await screen.findAllByRole('link', { name: 'I was there' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/?tab=profile&claim=${claim.id}`]);
});

it('suggests times to meet while the business is open, and leaves any other to be chosen', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 20), toFake: ['Date'] });
  const at = (hour: number, day = 23) => new Date(2026, 10, day, hour).toISOString();
  const conversation = aConversation();
  const bakery = { ...ANA, displayName: 'Hearth Bakery', organizationName: 'Hearth Bakery' };
  const claim = aClaim(
    { conversationId: conversation.id, donor: bakery, createdAt: at(18) },
    { availableFrom: at(18), availableUntil: at(11, 24) },
    { windowFrom: at(18), windowUntil: at(11, 24) },
  );
  reply(listConversations, [conversation]);
  reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? [] : [claim]));
  const asked = reply(getPartner, {
    id: ANA_ID,
    name: 'Hearth Bakery',
    address: null,
    hours: WEEKDAYS.map((weekday) => ({ weekday, opens: '09:00', closes: '20:30' })),
  });
  const { user } = tab(conversation.id);
  await user.click(await screen.findByRole('button', { name: 'Plan a time' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  const dialog = within(await screen.findByRole('dialog', { name: 'When works for you?' }));
  const choices = () => dialog.getAllByRole('button').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(choices()).toEqual(
      expect.arrayContaining(['tomorrow, 9 AM', 'tomorrow, 9:30 AM', 'tomorrow, 10 AM', 'Another time']),
    ),
  );
  expect(choices().filter((label) => label?.startsWith('today'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Another time' }));
  const field = dialog.getByLabelText<HTMLInputElement>('Day and time');
  expect(field.value).toBe('2026-11-24T09:00');
  fireEvent.change(field, { target: { value: '' } });
  expect(dialog.getByRole('status').textContent).toBe('');
  fireEvent.change(field, { target: { value: '2026-11-24T08:00' } });
  expect(dialog.getByRole('status').textContent).toMatch(/^Hearth.* is closed then\.$/);
});

it('shows agreed times, and who is on the way, as system messages', async () => {
  const conversation = aConversation();
  const eventTime = hoursFromNow(2);
  const said = { conversationId: conversation.id, content: '' };
  reply(listConversations, [conversation]);
  reply(listMessages, [
    aMessage({ ...said, event: 'time_proposed', eventTime }),
    aMessage({ ...said, senderId: ME_ID, event: 'time_agreed', eventTime }),
    aMessage({ ...said, event: 'on_my_way' }),
    aMessage({ ...said, event: 'stopped_waiting' }),
  ]);
  tab(conversation.id);
  const when = formatDayTime(eventTime, Date.now());
  const rows = await screen.findAllByText(/proposed|agreed|on the way|stopped/, { selector: 'li > p' });
  expect(rows.map((row) => row.firstChild?.textContent)).toEqual([
    `Ana R. proposed ${when}.`,
    `You both agreed on ${when}.`,
    'Ana R. is on the way, or already there.',
    'Ana R. stopped waiting.',
  ]);
});

it('shows the food that a conversation is about, and none for requests or people without a name', async () => {
  const photo = { objectPath: '/objects/stew', thumbhash: null, width: 4, height: 3, caption: '' };
  const withPhoto = aConversation({
    foodListing: { id: anId(), title: 'Beef stew', category: 'prepared_meals', photo },
  });
  const about = aConversation({
    foodListing: null,
    emergencyRequest: { id: anId(), title: 'Soup for two' },
  });
  const nameless = {
    ...withPhoto,
    id: anId(),
    otherUser: { ...withPhoto.otherUser, id: anId(), isAnonymous: true, displayName: 'A neighbor' },
  };
  reply(listConversations, [withPhoto, about, nameless]);
  tab();
  const rows = await screen.findAllByRole('link', { name: /Ana|neighbor/ });
  expect(rows.map((row) => row.querySelector('img')?.getAttribute('src') ?? null)).toEqual([
    '/objects/stew?w=640',
    null,
    null,
  ]);
});

it('says that messages could not be loaded, not that the conversation is gone, and tries again', async () => {
  const real = window.matchMedia.bind(window);
  // a phone: no media query matches
  vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  const conversation = named('Ana');
  replyError(listConversations, 500, { code: 'internal', message: 'Oops' });
  const { user } = tab(conversation.id);
  expect(await screen.findByText("We couldn't load your messages.")).toBeTruthy();
  expect(screen.queryByText("We can't find this conversation")).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to messages' })).toBeTruthy();
  reply(listConversations, [conversation]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('textbox', { name: 'Message to Ana' })).toBeTruthy();
});
