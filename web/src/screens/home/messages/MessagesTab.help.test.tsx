import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import {
  type EmergencyRequest,
  getRequest,
  matchRequest,
} from '@openlarder/domain/emergency/request-contract.ts';
import {
  proposeTime,
  type Handover,
  releaseHandover,
  revealAddress,
} from '@openlarder/domain/handovers/handover-contract.ts';
import {
  type Conversation,
  listConversations,
  listMessages,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { listBlocks } from '@openlarder/domain/moderation/moderation-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { call } from '#web/lib/call.ts';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { formatDayTime, formatTime } from '#web/lib/format.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aUser } from '#web/testing/people.ts';
import { CodeOverlay } from '#web/features/handovers/code/CodeOverlay.tsx';
import { renderWithProviders } from '#web/testing/render.tsx';
import {
  aClaim,
  aConversation,
  aHandover,
  aMatchedRequest,
  aMessage,
  ANA,
  ANA_ID,
  anId,
  hoursFromNow,
  ME_ID,
} from '#web/testing/samples.ts';
import { MessagesTab } from './MessagesTab.tsx';

type Match = NonNullable<EmergencyRequest['match']>;

/** A conversation with Ana about June's request for dinner, its only match by default. */
function helpTalk(
  said: Partial<EmergencyRequest> = {},
  match: Partial<Omit<Match, 'handover'>> = {},
  handover: Partial<Handover> = {},
) {
  const id = anId();
  const request = aMatchedRequest(said, { conversationId: id, ...match }, handover);
  const conversation = aConversation({
    id,
    foodListing: null,
    emergencyRequest: { id: request.id, title: request.title },
  });
  return { request, conversation };
}
const ANA_ASKS = { id: ANA_ID, firstName: 'Ana', lastName: 'Ribeiro' };
/** The same conversation from the helper's side. */
const helping = (
  said: Partial<EmergencyRequest> = {},
  match: Partial<Omit<Match, 'handover'>> = {},
  handover: Partial<Handover> = {},
) =>
  helpTalk(
    { side: 'helper', pickupLocation: 'Chelsea', requester: { ...ANA_ASKS }, ...said },
    match,
    handover,
  );
const handoverOf = ({ match }: EmergencyRequest): Handover => {
  if (!match) throw new Error('no one helps');
  return match.handover;
};

function open(
  talk: { readonly request: EmergencyRequest | null; readonly conversation: Conversation },
  at = '',
) {
  const server = { ...talk };
  reply(listConversations, () => [server.conversation]);
  api.use(
    http.get('*/api/emergency-requests/:id', () =>
      server.request
        ? HttpResponse.json(server.request)
        : HttpResponse.json({ code: 'not-found', message: 'Not found' }, { status: 404 }),
    ),
  );
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ id: ME_ID, location: '418 W 49th St' }));
  const parts = (
    <>
      <MessagesTab />
      <CodeOverlay />
    </>
  );
  const part = renderWithProviders(parts, {
    at: at || `/?tab=messages&conversation=${talk.conversation.id}`,
    queryClient,
  });
  return { ...part, server };
}
const button = (name: string) => screen.findByRole('button', { name });
const isThere = (name: string) => screen.queryByRole('button', { name }) !== null;
const real = window.matchMedia.bind(window);
/** A phone: no media query matches. */
function onPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
}
/** The buttons above the messages, without the code and the menu. */
const inSight = () => {
  const opener = screen.queryByRole('button', { name: 'More about this match' });
  const panel = opener?.closest('[tabindex="-1"]');
  return [...(panel?.querySelectorAll('button') ?? [])]
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '' && !text.startsWith('Pickup code'));
};
/** Opens the menu, and returns its items. */
async function openMenu(user: ReturnType<typeof open>['user']): Promise<string[]> {
  await user.click(await button('More about this match'));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}
/** Opens what the one line leaves out. */
async function openDetails(user: ReturnType<typeof open>['user'], title: string) {
  await openMenu(user);
  await user.click(screen.getByRole('menuitem', { name: 'Details' }));
  return within(await screen.findByRole('dialog', { name: title }));
}

beforeEach(() => {
  // A desktop screen.
  vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(min-width: 1px)'));
  reply(listClaims, []);
  reply(listNotifications, []);
  reply(listMessages, []);
  reply(listBlocks, []);
});
afterEach(() => void vi.restoreAllMocks());

describe("a conversation about a request, requester's side", () => {
  it('shows in one line the helper, the direction, the code and the next step, and the rest in a menu', async () => {
    const silentAt = hoursFromNow(2);
    const { user } = open(
      helpTalk({ title: 'Dinner tonight', dietaryRestrictions: ['vegan'] }, { silentAt }),
    );
    expect(await screen.findByText('Ana is helping you.')).toBeTruthy();
    expect(screen.getByText('Ana brings it to you. Tell them where.')).toBeTruthy();
    const until = formatTime(silentAt);
    expect(screen.getByText("Say hello and it's settled.").closest('details')?.open).toBe(false);
    expect(
      screen.getByText(
        `Once you and Ana R. have each sent a message, it's settled. If not, we'll ask others again at ${until}. The first message gives you 2 hours instead of 20 minutes.`,
      ),
    ).toBeTruthy();
    expect(screen.getByText('4821')).toBeTruthy();
    // only once they know where to come
    expect(screen.queryByText('Give Ana the code once you have the food.')).toBeNull();
    expect(inSight()).toEqual(['Share my address', 'Meet somewhere else']);
    // In the list and above the messages.
    expect(screen.getAllByText('Dinner tonight')).toHaveLength(2);
    expect(await openMenu(user)).toEqual([
      'Details',
      'Plan a time',
      'I got the food',
      'End this match',
      'Cancel request',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Details' }));
    const details = within(await screen.findByRole('dialog', { name: 'Dinner tonight' }));
    expect(details.getByText('For 3 people')).toBeTruthy();
    expect(details.getByText('Diet: vegan')).toBeTruthy();
    expect(details.getByText('Ana R. only knows roughly where you are.')).toBeTruthy();
  });

  it('shares the address beside the button with one press', async () => {
    const talk = helpTalk();
    const { user, server } = open(talk);
    const asked = reply(revealAddress, () => {
      server.request = { ...talk.request, placeShared: true, pickupLocation: '500 W 52nd St' };
      return aHandover();
    });
    const press = await button('Share my address');
    expect(screen.getByText(/^Only Ana R\. will see “418 W 49th St”, until a day/)).toBeTruthy();
    await user.click(press);
    expect(await screen.findByText('Ana brings it to 500 W 52nd St')).toBeTruthy();
    expect(screen.getByText('Give Ana the code once you have the food.')).toBeTruthy();
    expect(asked).toHaveLength(1);
    expect(isThere('Share my address')).toBe(false);
    // Quick replies.
    expect(isThere("I'm here")).toBe(true);
    expect(isThere('On my way')).toBe(false);
  });

  it('asks for another address, or a public place, in one field', async () => {
    const talk = helpTalk();
    const { user, server } = open(talk);
    reply(revealAddress, () => {
      server.request = { ...talk.request, meetingPoint: 'Penn Station' };
      return aHandover();
    });
    await user.click(await button('Meet somewhere else'));
    const where = within(await screen.findByRole('dialog', { name: 'Where would you like to meet?' }));
    await user.clear(where.getByRole('textbox'));
    await user.type(where.getByRole('textbox'), 'Penn Station');
    await user.click(where.getByRole('button', { name: 'Tell Ana R.' }));
    expect(await screen.findByText('Meet Ana here: Penn Station')).toBeTruthy();
    expect(await openMenu(user)).toContain('Meet somewhere else');
  });

  it('shows one step at a time on a phone: the address, then a time, then the question', async () => {
    onPhone();
    const talk = helpTalk();
    const { server, queryClient } = open(talk);
    await screen.findByText('Ana is helping you.');
    expect(inSight()).toEqual(['Share my address', 'Meet somewhere else']);
    server.request = { ...talk.request, meetingPoint: 'Penn Station' };
    await act(() => queryClient.invalidateQueries(queriesOf(getRequest)));
    await waitFor(() => expect(inSight()).toEqual(['Plan a time']));
    server.request = aMatchedRequest({ id: talk.request.id, placeShared: true }, talk.request.match ?? {}, {
      giverConfirmedAt: hoursFromNow(0),
    });
    await act(() => queryClient.invalidateQueries(queriesOf(getRequest)));
    await waitFor(() => expect(inSight()).toEqual(['Yes, I have it', "I didn't get it"]));
    expect(screen.getByText('Ana says you got it. Did you?')).toBeTruthy();
  });

  it('counts down to the agreed time', async () => {
    const agreedTime = hoursFromNow(0.7);
    open(helpTalk({ meetingPoint: 'Penn Station' }, {}, { agreedTime, agreedAt: hoursFromNow(-1) }));
    expect(await screen.findByText(/^(today|tomorrow), .* · in 4[12].min$/)).toBeTruthy();
  });

  it('shows how the match with this helper ended, and nothing of the next one', async () => {
    const talk = helpTalk({}, { conversationId: anId() });
    open({ ...talk, conversation: { ...talk.conversation, readOnly: true } });
    expect(await screen.findByText('Help is on the way')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See my request' })).toBeTruthy();
    expect(screen.queryByText('4821')).toBeNull();
    expect(isThere('Share my address')).toBe(false);
  });
});

describe("a conversation about a request, helper's side", () => {
  it('says the agreed time once in the details', async () => {
    const agreedTime = hoursFromNow(20);
    const { user } = open(helping({ title: 'Soup' }, {}, { agreedTime, agreedAt: hoursFromNow(-1) }));
    await screen.findByText(/You bring it to/);
    const details = await openDetails(user, 'Soup');
    expect(details.getAllByText(new RegExp(formatDayTime(agreedTime, Date.now()), 'i'))).toHaveLength(1);
  });

  it('keeps the requester’s text in view', async () => {
    open(helping({ description: 'For me and my granddaughter (6).' }));
    expect(await screen.findByText(/“For me and my granddaughter \(6\)\.”$/)).toBeTruthy();
  });

  it('asks for a first message, and stops asking after one', async () => {
    const silentAt = hoursFromNow(0.3);
    const talk = helping({}, { silentAt });
    const { server } = open(talk);
    const hello = `Once you've each sent a message, it's settled. If not, others can help from ${formatTime(silentAt)} on.`;
    expect(await screen.findByText(hello)).toBeTruthy();
    expect(screen.getByText(/^You're helping Ana/)).toBeTruthy();
    server.request = {
      ...talk.request,
      match: talk.request.match && { ...talk.request.match, silentAt: null },
    };
    const message = aMessage({ senderId: ME_ID });
    server.conversation = { ...talk.conversation, lastMessage: message };
    reply(sendMessage, message);
    await act(() =>
      call(sendMessage, { params: { id: talk.conversation.id }, body: { content: message.content } }),
    );
    await waitFor(() => expect(screen.queryByText(hello)).toBeNull());
  });

  it('offers times to who has just said where to meet', async () => {
    const talk = helpTalk({ meetingPoint: 'Penn Station' }, { silentAt: null });
    const lastMessage = aMessage({ senderId: ME_ID, event: 'meeting_point_named', content: '' });
    open({ ...talk, conversation: { ...talk.conversation, lastMessage } });
    const replies = within(await screen.findByRole('list', { name: 'Quick replies' }));
    expect(replies.getAllByRole('button', { name: /^(Today|Tomorrow)/i }).length).toBeGreaterThan(0);
    expect(replies.queryByRole('button', { name: "I'm here" })).toBeNull();
  });

  it('shows the address as soon as it is revealed, and only the revealed part', async () => {
    const talk = helping({ dietaryRestrictions: ['vegan'], specialNeeds: 'No nuts' }, { silentAt: null });
    const { user, server, queryClient } = open(talk);
    expect(
      await screen.findByText('You bring it to Ana, around Chelsea. Waiting for the address.'),
    ).toBeTruthy();
    // what they cannot eat stays in sight
    expect(screen.getByText('For 3 people · vegan · No nuts')).toBeTruthy();
    expect(inSight()).toEqual(['Plan a time', 'Enter code']);
    server.request = { ...talk.request, meetingPoint: 'Penn Station' };
    await act(() => queryClient.invalidateQueries(queriesOf(getRequest)));
    expect(await screen.findByText('Bring it here: Penn Station')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('Penn%20Station');
    const where = { pickupLocation: '500 W 52nd St', latitude: 40.766, longitude: -73.993 };
    server.request = { ...talk.request, placeShared: true, ...where };
    await act(() => queryClient.invalidateQueries(queriesOf(getRequest)));
    expect(await screen.findByText('You bring it to 500 W 52nd St')).toBeTruthy();
    const way = screen.getByRole('link', { name: 'Directions' });
    expect(way.getAttribute('href')).toContain('40.766,-73.993');
    expect(way.getAttribute('href')).not.toContain('Ana');
    expect(isThere('Copy address')).toBe(true);
    expect(inSight()).toEqual(['On my way', 'Enter code']);
    const details = await openDetails(user, talk.request.title);
    expect(details.getByText('Needs: No nuts')).toBeTruthy();
    const map = details.getByRole('link', { name: /See it on a map/ });
    expect(map.getAttribute('href')).toContain('mlat=40.76600&mlon=-73.99300');
    expect(map.getAttribute('rel')).toBe('noreferrer');
  });

  it('can be ended with a reason, and focus stays in the conversation', async () => {
    const talk = helping();
    const { user, server } = open(talk);
    const sent: unknown[] = [];
    reply(releaseHandover, ({ body }) => {
      sent.push(body);
      server.request = null;
      return { ...handoverOf(talk.request), status: 'released' as const, endedAt: hoursFromNow(0) };
    });
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: "I can't make it" }));
    const asked = within(await screen.findByRole('dialog', { name: "You can't help this time?" }));
    await user.click(asked.getByRole('radio', { name: /can't reach/ }));
    await user.click(asked.getByRole('button', { name: 'End this match' }));
    expect(await screen.findByText("You're not helping with this anymore.")).toBeTruthy();
    expect(sent).toEqual([{ reason: 'no_answer' }]);
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe("You're not helping with this anymore."),
    );
  });

  it('shows on a phone only the expected reply', async () => {
    onPhone();
    open(helping({}, {}, { receiverConfirmedAt: hoursFromNow(0) }));
    await screen.findByText('Ana says they have it. Is that right?');
    expect(inSight()).toEqual(['Yes, handed over', "I didn't hand it over"]);
  });
});

describe('a conversation about a claim that answers a request', () => {
  const FROM_LISTING = { claimId: anId(), listingId: anId() };
  const given = (talk: ReturnType<typeof helpTalk>, side: 'donor' | 'claimer') => {
    const claim = aClaim({ conversationId: talk.conversation.id, side, emergencyRequestId: talk.request.id });
    reply(listClaims, ({ query }) =>
      (query.get('side') === 'theirs') === (side === 'donor') ? [claim] : [],
    );
    return { ...talk, conversation: aConversation({ id: talk.conversation.id }) };
  };

  it('keeps the claim’s ticket and lets the requester name another meeting place', async () => {
    const { user } = open(given(helpTalk({}, {}, FROM_LISTING), 'claimer'));
    expect(await screen.findByText('4821')).toBeTruthy();
    await user.click(await button('More about this pickup'));
    expect(screen.queryByRole('menuitem', { name: 'Cancel request' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: "Can't pick it up?" }));
    const where = within(await screen.findByRole('dialog', { name: 'Where would you like to meet?' }));
    expect(where.getByRole<HTMLInputElement>('textbox').value).toBe('418 W 49th St');
  });

  it('offers beside the first time to ask others instead, if the food is for another day', async () => {
    const later = { windowFrom: hoursFromNow(30), windowUntil: hoursFromNow(34) };
    const talk = helpTalk({}, { silentAt: null }, { ...FROM_LISTING, ...later });
    open(given(talk, 'claimer'));
    expect(await button('Ask others instead')).toBeTruthy();
  });

  it('lets the helper propose a time of today with one tap, if the food is for another day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-05T15:00:00Z') });
    const later = { windowFrom: '2026-10-06T20:00:00Z', windowUntil: '2026-10-06T23:00:00Z' };
    const talk = helping({}, { silentAt: null }, { ...FROM_LISTING, ...later });
    const heard = reply(proposeTime, aHandover());
    const { user } = open(given(talk, 'donor'));
    expect(await screen.findByText('They need some today.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: /^Propose today/ }));
    expect(heard.map(({ body }) => body)).toEqual([{ time: '2026-10-05T15:30:00.000Z' }]);
    vi.useRealTimers();
  });

  it('shows the helper the meeting place once named', async () => {
    const talk = helping({ meetingPoint: 'Penn Station' }, {}, FROM_LISTING);
    open(given(talk, 'donor'));
    expect(await screen.findByText('Penn Station')).toBeTruthy();
    // A listing alone is not a first message.
    expect(screen.getByText(/^Once you've each sent a message/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'More about this pickup' })).toHaveLength(1);
  });
});

it('links from a request to its conversation', async () => {
  const talk = helpTalk();
  const { location } = open(talk, `/?tab=messages&request=${talk.request.id}`);
  expect(await screen.findByText('Ana is helping you.')).toBeTruthy();
  expect(location.history?.at(-1)).toBe(`/?tab=messages&conversation=${talk.conversation.id}`);
});

describe('a match that ended in silence', () => {
  it('is taken up again by the helper with one button', async () => {
    const talk = helping({ status: 'pending', side: 'donor', earlierHelp: 'may-rejoin', match: null });
    const { conversation, request } = talk;
    const { user, server } = open({ conversation, request: { ...request, match: null } });
    expect(await screen.findByText('Others can help with this now. Can you still?')).toBeTruthy();
    const again = { ...helping({ id: request.id }, { conversationId: conversation.id }).request };
    const heard = reply(matchRequest, () => {
      server.request = again;
      return again;
    });
    await user.click(await button('I can still help'));
    expect(await screen.findByText(/^You're helping Ana/)).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ listingId: null }]);
  });

  it('explains to the requester what an answer does', async () => {
    const talk = helpTalk({ status: 'pending' });
    const waitingHelpers = [{ helper: ANA, conversationId: talk.conversation.id }];
    open({ ...talk, request: { ...talk.request, match: null, waitingHelpers } });
    expect(
      await screen.findByText('Ana R. offered to help. Send a message, and they can still come.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See my request' })).toBeTruthy();
  });
});

it('answers a question for a time with times', async () => {
  const talk = helpTalk();
  const asks = aMessage({ content: 'Hi! When works for you?' });
  const { user } = open({ ...talk, conversation: { ...talk.conversation, lastMessage: asks } });
  const proposed = reply(proposeTime, handoverOf(talk.request));
  const replies = within(await screen.findByRole('list', { name: 'Quick replies' }));
  const [first, ...others] = await replies.findAllByRole('button');
  if (!first) throw new Error('no time is offered');
  for (const each of [first, ...others]) expect(each.textContent).toMatch(/\d/);
  await user.click(first);
  await waitFor(() => expect(proposed).toHaveLength(1));
});
