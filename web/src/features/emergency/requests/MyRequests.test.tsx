import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import {
  cancelRequest,
  createRequest,
  type EmergencyRequest,
  getRequestArea,
  getRequestLimits,
  listRequests,
  type RequestLimits,
} from '@openlarder/domain/emergency/request-contract.ts';
import {
  completeHandover,
  type Handover,
  proposeTime,
  releaseHandover,
  revealAddress,
} from '@openlarder/domain/handovers/handover-contract.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { useAddress } from '#web/lib/address.ts';
import { formatDistance } from '#web/lib/distances.ts';
import { formatDay, formatDayAtTime, formatDayTime } from '#web/lib/format.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { june } from '#web/testing/request-dialog.tsx';
import {
  aClaim,
  aMatchedRequest,
  aMessage,
  ANA,
  anId,
  aRequest,
  hoursFromNow,
  someRequestLimits,
} from '#web/testing/samples.ts';
import { keepRequestAddress } from '../request-address.ts';
import { MyRequests } from './MyRequests.tsx';

/** Renders MyRequests with the server's requests, which change with `server.requests`. */
function onProfile(
  requests: EmergencyRequest[],
  known: Partial<User> = {},
  at = '/?tab=profile',
  part = <MyRequests />,
  limits: Partial<RequestLimits> = { requestsInLastDay: 1 },
) {
  const server = { requests };
  reply(listRequests, ({ query }) => (query.get('side') === 'mine' ? server.requests : []));
  reply(getRequestLimits, someRequestLimits(limits));
  reply(listListings, []);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, june(known));
  setCommunity(aCommunity());
  return { ...renderWithProviders(part, { at, queryClient }), server };
}

const handoverOf = ({ match }: EmergencyRequest): Handover => {
  if (!match) throw new Error('no one helps');
  return match.handover;
};
const withHandover = (request: EmergencyRequest, said: Partial<Handover>): EmergencyRequest => ({
  ...request,
  match: request.match && { ...request.match, handover: { ...handoverOf(request), ...said } },
});
const button = (name: string) => screen.getByRole('button', { name });
const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('article') ?? document.body);
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('MyRequests', () => {
  it('shows the status of each, and since or until when', async () => {
    const nowMs = Date.now();
    const pending = aRequest({ title: 'Pending' });
    const matched = aMatchedRequest({ title: 'Matched' });
    const fulfilled = aRequest({ title: 'Done', status: 'fulfilled', fulfilledAt: hoursFromNow(-72) });
    const expired = aRequest({ title: 'Expired', status: 'expired', endedAt: hoursFromNow(-3) });
    const cancelled = aRequest({ title: 'Back', status: 'cancelled', endedAt: hoursFromNow(-100) });
    onProfile([pending, matched, fulfilled, expired, cancelled]);

    const first = await cardOf('Pending');
    expect(first.getByText('Waiting for a helper')).toBeTruthy();
    expect(first.getByText("We'll let you know the moment someone can help.")).toBeTruthy();
    const seenBy = `Until ${formatDayTime(pending.expiresAt, nowMs)}, donors within ${formatDistance(pending.radiusKm)} see: A neighbor,`;
    expect(first.getByText((text) => text.startsWith(seenBy))).toBeTruthy();
    expect(first.getByText('We have nothing to eat · For 3 people')).toBeTruthy();
    expect((await cardOf('Matched')).getByText('Help is on the way')).toBeTruthy();
    const day = formatDay(fulfilled.fulfilledAt ?? '', nowMs);
    expect((await cardOf('Done')).getByText(`Completed ${day}.`)).toBeTruthy();
    expect((await cardOf('Expired')).getByText(/^No one could help in time/)).toBeTruthy();
    expect((await cardOf('Back')).getByText(/^You canceled it/)).toBeTruthy();
    // Older ones are inside the disclosure.
    expect(screen.getByText('Earlier requests').closest('summary')?.textContent).toContain('(1)');
  });

  it('shows the empty state, an error, and the list after a retry', async () => {
    replyError(listRequests, 503, { code: 'unavailable', message: 'Please try again in a moment.' });
    reply(getRequestLimits, someRequestLimits());
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, june());
    setCommunity(aCommunity());
    const { user } = renderWithProviders(<MyRequests />, { queryClient });
    expect(await screen.findByText("We couldn't load your requests.")).toBeTruthy();
    // Asking is possible all the same.
    expect(button('Ask for food')).toBeTruthy();
    reply(listRequests, []);
    await user.click(button('Try Again'));
    expect(await screen.findByText('No requests yet')).toBeTruthy();
  });

  it('lists all to a recipient, and only open ones to a donor', async () => {
    const open = aRequest({ title: 'Open' });
    onProfile([open, aRequest({ title: 'Over', status: 'expired', endedAt: hoursFromNow(-3) })], {
      userType: 'donor',
    });
    await cardOf('Open');
    expect(screen.queryByText('Over')).toBeNull();
    expect(button('Help lines')).toBeTruthy();
  });

  it('lets a donor without requests ask', async () => {
    onProfile([aRequest({ status: 'expired', endedAt: hoursFromNow(-3) })], { userType: 'donor' });
    expect(await screen.findByText(/^Anyone can run short of food/)).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(button('Ask for food')).toBeTruthy();
  });

  it('opens the form for its URL; closing it leaves the list', async () => {
    reply(getRequestArea, { label: 'Clinton', bounds: [], isFew: false, peopleHere: null });
    const { user, location } = onProfile([], {}, '/?tab=profile&room=requests&ask=1');
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.history?.at(-1)).toBe('/?tab=profile&room=requests');
  });
});

describe('asking', () => {
  it('has an entry in the history for each question, which keeps the answers', async () => {
    reply(getRequestArea, { label: 'Clinton', bounds: [], isFew: false, peopleHere: null });
    const first = '/?tab=profile&room=requests&ask=1';
    const { user, location } = onProfile([], {}, first);
    const meal = await screen.findByRole('button', { name: 'A warm meal' });
    await user.click(meal);
    expect(await screen.findByRole('heading', { name: 'For how many people?' })).toBeTruthy();
    expect(location.history?.at(-1)).toBe('/?tab=profile&room=requests&ask=people');
    act(() => location.navigate(first));
    expect(await screen.findByRole('heading', { name: 'What would help most?' })).toBeTruthy();
    expect(button('A warm meal').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a pending request', () => {
  it('says how long help usually takes, where that is known', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    onProfile([aRequest({ title: 'Known', usualWaitHours: 2 }), aRequest({ title: 'Unknown' })]);
    expect((await cardOf('Known')).getByText('Around here, help usually comes within 2 hours.')).toBeTruthy();
    expect((await cardOf('Unknown')).queryByText(/help usually comes/)).toBeNull();
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });

  it('says who had to leave', async () => {
    onProfile([aRequest({ title: 'Left', helperLeft: ANA })]);
    expect(
      (await cardOf('Left')).getByText(
        `${ANA.displayName} can't make it after all. We're asking others again.`,
      ),
    ).toBeTruthy();
  });

  it('is closed when the requester got food', async () => {
    const request = aRequest();
    const { user, server } = onProfile([request]);
    const done: EmergencyRequest = { ...request, status: 'cancelled', endedAt: hoursFromNow(0) };
    const asked = reply(cancelRequest, () => {
      server.requests = [done];
      return done;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'I have food now' }));
    expect(await screen.findByText('Glad you have food')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'got_food' }]);
    expect(await card.findByText('Canceled')).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('is cancelled after a confirmation, and can be repeated', async () => {
    const request = aRequest();
    const { user, server } = onProfile([request]);
    const back: EmergencyRequest = { ...request, status: 'cancelled', endedAt: hoursFromNow(0) };
    const asked = reply(cancelRequest, () => {
      server.requests = [back];
      return back;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Cancel request' }));
    const dialog = await dialogNamed('Cancel your request?');
    expect(
      await dialog.findByText("Donors won't see it anymore. You can ask 2 more times today."),
    ).toBeTruthy();
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel request' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ reason: 'no_longer_needed' }]));

    reply(getRequestArea, { label: 'Hell’s Kitchen', bounds: [], isFew: false, peopleHere: null });
    await user.click(await card.findByRole('button', { name: 'Still need food' }));
    const form = await dialogNamed('Emergency Food Request');
    const breakfast = aRequest({ title: 'Breakfast' });
    const made = reply(createRequest, () => {
      server.requests = [breakfast, back];
      return breakfast;
    });
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(await form.findByRole('button', { name: 'Ask for food' }));
    await waitFor(() => expect(made[0]?.body).toMatchObject({ title: request.title, householdSize: 3 }));
    // The new request is in the list, and the dialog is closed.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Emergency Food Request' })).toBeNull());
    const heading = screen.getByRole('heading', { name: 'Emergency Food Requests' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(scrolled.mock.contexts).toEqual([heading]);
    scrolled.mockRestore();
    expect(screen.queryByRole('button', { name: 'Still need food' })).toBeNull();
  });

  it('is not offered again once the day allows no more, and says when it does', async () => {
    const over = aRequest({ status: 'cancelled', endedAt: hoursFromNow(0) });
    const nextAt = hoursFromNow(20);
    onProfile([over], {}, '/?tab=profile', <MyRequests />, { requestsInLastDay: 3, nextAt });
    await cardOf(over.title);
    expect(await screen.findByText(`You can ask again ${formatDayAtTime(nextAt, Date.now())}.`)).toBeTruthy();
    expect(button('Help lines')).toBeTruthy();
    for (const name of ['Ask for food', 'Still need food'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('is repeated with what it said, also where another section shows it then', async () => {
    const BySection = () => <MyRequests key={useAddress()[0].room} />;
    const over = aRequest({ status: 'cancelled', endedAt: hoursFromNow(0) });
    const { user } = onProfile([over], {}, '/?tab=profile', <BySection />);
    reply(getRequestArea, { label: 'Hell’s Kitchen', bounds: [], isFew: false, peopleHere: null });
    const card = await cardOf(over.title);
    await user.click(await card.findByRole('button', { name: 'Still need food' }));
    const form = await dialogNamed('Emergency Food Request');
    expect(await form.findByText(/^We filled this in from your earlier request/)).toBeTruthy();
  });

  it('offers only the requester’s actions', async () => {
    onProfile([aRequest()]);
    const card = await cardOf('Dinner for my children');
    for (const name of ['End this match', 'Share my address', 'Share where to meet', 'Still need food'])
      expect(card.queryByRole('button', { name })).toBeNull();
  });
});

describe('a request whose helpers wait for an answer', () => {
  it('says so in one sentence, with a link to each', async () => {
    const conversationId = anId();
    const request = aRequest({ waitingHelpers: [{ helper: ANA, conversationId }] });
    const { user, location } = onProfile([request]);
    const card = await cardOf(request.title);
    expect(card.getByText('Ana R. offered to help. Send a message, and they can still come.')).toBeTruthy();
    await user.click(card.getByRole('link', { name: 'Write to Ana R.' }));
    expect(location.history?.at(-1)).toBe(`/?tab=messages&conversation=${conversationId}`);
  });

  it('says of who offered beside a helper that they would come instead', async () => {
    onProfile([aMatchedRequest({ waitingHelpers: [{ helper: ANA, conversationId: anId() }] })]);
    expect(
      await screen.findByText('Ana R. offered to help, too. Send a message, and they can come instead.'),
    ).toBeTruthy();
  });
});

describe('a matched request', () => {
  it('shows the helper, what they know of the address, their deadline, and a link to the conversation', async () => {
    const request = aMatchedRequest();
    const { user, location } = onProfile([request]);
    const card = await cardOf(request.title);
    expect(card.getByText('Ana R.').closest('p')?.textContent).toBe('Ana R. is helping you');
    expect(card.getByText('Ana R. only knows roughly where you are.')).toBeTruthy();
    expect(card.getByText("Once you've each written, it's settled.").closest('details')?.open).toBe(false);
    expect(
      card.getByText(
        /^Once you and Ana R\. have each sent a message, it's settled\. If not, we'll ask others again at .*\.$/,
      ),
    ).toBeTruthy();
    expect(card.getByText(/^4 8 2 1/)).toBeTruthy();
    await user.click(card.getByRole('link', { name: 'Open conversation' }));
    expect(location.history?.at(-1)).toBe(`/?tab=messages&conversation=${request.match?.conversationId}`);
  });

  it('reveals the address to the helper after saying who sees it', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const asked = reply(revealAddress, () => {
      server.requests = [{ ...request, placeShared: true, pickupLocation: '500 W 52nd St' }];
      return handoverOf(request);
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Meet somewhere else' }));
    const dialog = await dialogNamed('Where would you like to meet?');
    expect(dialog.getByText(/Only Ana R\. can see it\./)).toBeTruthy();
    const address = dialog.getByRole<HTMLInputElement>('textbox', {
      name: 'Your address, or a public place',
    });
    await user.clear(address);
    await user.click(dialog.getByRole('button', { name: 'Tell Ana R.' }));
    expect(dialog.getByText('Please name a place')).toBeTruthy();
    expect(asked).toEqual([]);
    await user.type(address, ' 500 W 52nd St ');
    await user.click(dialog.getByRole('button', { name: 'Tell Ana R.' }));
    expect(await card.findByText('Ana R. can see your address: “500 W 52nd St”.')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([
      { address: '500 W 52nd St', latitude: 40.766, longitude: -73.993 },
    ]);
    expect(card.queryByRole('button', { name: 'Share my address' })).toBeNull();
  });

  it('shares the address that was typed when asking with one press, with its point', async () => {
    const request = aMatchedRequest();
    keepRequestAddress(june().id, {
      requestId: request.id,
      address: '9 Elm St',
      latitude: 40.7,
      longitude: -74,
    });
    const { user } = onProfile([request]);
    const asked = reply(revealAddress, handoverOf(request));
    const card = await cardOf(request.title);
    expect(card.getByText(/^Only Ana R\. will see “9 Elm St”/)).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'Share my address' }));
    await waitFor(() =>
      expect(asked.map(({ body }) => body)).toEqual([
        { address: '9 Elm St', latitude: 40.7, longitude: -74 },
      ]),
    );
  });

  it.each([
    ['names a public place, and reveals no address', 'The library, W 34th St entrance', 'meetingPoint'],
    ['reveals a number of any script', 'Mill Lane ٥', 'address'],
  ])('%s', async (_what, place, field) => {
    const request = aMatchedRequest();
    const { user } = onProfile([request]);
    const asked = reply(revealAddress, handoverOf(request));
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Meet somewhere else' }));
    const dialog = await dialogNamed('Where would you like to meet?');
    const where = dialog.getByRole('textbox');
    await user.clear(where);
    await user.type(where, place);
    await user.click(dialog.getByRole('button', { name: 'Tell Ana R.' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ [field]: place }]));
  });

  const HOME = { latitude: 40.766, longitude: -73.993 };
  it.each([
    ['with the saved home’s point', HOME],
    ['with the device’s point', { latitude: 40.7, longitude: -74 }],
  ])('names a public place that was typed when asking, %s, and reveals no address', async (_which, point) => {
    const request = aMatchedRequest();
    const address = 'The library, W 34th St entrance';
    keepRequestAddress(june().id, { requestId: request.id, address, ...point });
    const { user } = onProfile([request]);
    const asked = reply(revealAddress, handoverOf(request));
    const card = await cardOf(request.title);
    expect(card.getByText(/^Only Ana R\. will see “The library, W 34th St entrance”/)).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'Share where to meet' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ meetingPoint: address }]));
  });

  it('reveals other words with a number without the saved home’s point', async () => {
    const request = aMatchedRequest();
    const address = 'Public library, 455 5th Ave';
    keepRequestAddress(june().id, { requestId: request.id, address, ...HOME });
    const { user } = onProfile([request]);
    const asked = reply(revealAddress, handoverOf(request));
    await user.click((await cardOf(request.title)).getByRole('button', { name: 'Share my address' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ address }]));
  });

  it('reveals a saved home without a number, with its point', async () => {
    const request = aMatchedRequest();
    const address = 'Rose Cottage';
    keepRequestAddress(june().id, { requestId: request.id, address, ...HOME });
    const { user } = onProfile([request], { location: 'Rose cottage' });
    const asked = reply(revealAddress, handoverOf(request));
    await user.click((await cardOf(request.title)).getByRole('button', { name: 'Share my address' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ address, ...HOME }]));
  });

  it('names a later place as a meeting point, which the helper is notified of', async () => {
    const request = aMatchedRequest({ placeShared: true });
    const { user, server } = onProfile([request]);
    const asked = reply(revealAddress, () => {
      server.requests = [{ ...request, meetingPoint: 'The library, at six' }];
      return handoverOf(request);
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Meet somewhere else' }));
    const dialog = await dialogNamed('Where would you like to meet?');
    await user.type(dialog.getByRole('textbox'), ' The library, at six ');
    await user.click(dialog.getByRole('button', { name: 'Tell Ana R.' }));
    await waitFor(() =>
      expect(asked.map(({ body }) => body)).toEqual([{ meetingPoint: 'The library, at six' }]),
    );
  });

  it('is confirmed by the requester, then waits for the helper', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const said = withHandover(request, { receiverConfirmedAt: hoursFromNow(0) });
    const asked = reply(completeHandover, () => {
      server.requests = [said];
      return handoverOf(said);
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'I got the food' }));
    expect(await card.findByText('Almost done')).toBeTruthy();
    expect(asked.map(({ params }) => params['id'])).toEqual([handoverOf(request).id]);
    expect(card.queryByRole('button', { name: 'I got the food' })).toBeNull();
  });

  it('is ended by the requester, so that others are asked', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const open: EmergencyRequest = { ...request, status: 'pending', match: null, matchedAt: null };
    const asked = reply(releaseHandover, () => {
      server.requests = [open];
      return { ...handoverOf(request), status: 'released' as const, endedAt: hoursFromNow(0) };
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'End this match' }));
    const dialog = await dialogNamed('Ask someone else?');
    await user.click(dialog.getByRole('radio', { name: 'Something else' }));
    await user.click(dialog.getByRole('button', { name: 'End this match' }));
    expect(await card.findByText('Waiting for a helper')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'other' }]);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('says that its food is for another day, and asks others again once the person knows what that does', async () => {
    const later = { listingId: anId(), windowFrom: hoursFromNow(30), windowUntil: hoursFromNow(34) };
    const request = aMatchedRequest({}, {}, later);
    const { user } = onProfile([request]);
    const card = await cardOf('Dinner for my children');
    expect(card.getByText(`This food is for ${formatDayTime(later.windowFrom, Date.now())}.`)).toBeTruthy();
    expect(card.queryByText('Help is on the way')).toBeNull();
    const said = reply(sendMessage, aMessage());
    const released = reply(releaseHandover, { ...handoverOf(request), status: 'released' });
    await user.click(card.getByRole('button', { name: 'Ask others instead' }));
    expect(released).toEqual([]);
    const dialog = await dialogNamed('Ask others instead?');
    await user.click(dialog.getByRole('button', { name: 'Ask others instead' }));
    await waitFor(() => expect(released.map(({ body }) => body)).toEqual([{ reason: 'other' }]));
    expect(said).toHaveLength(1);
  });

  it('asks the helper for a time of today with one tap, if the food is for another day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-05T15:00:00Z') });
    const later = {
      listingId: anId(),
      windowFrom: '2026-10-06T20:00:00Z',
      windowUntil: '2026-10-06T23:00:00Z',
    };
    const request = aMatchedRequest({}, {}, later);
    const { user } = onProfile([request]);
    const card = await cardOf('Dinner for my children');
    const heard = reply(proposeTime, handoverOf(request));
    await user.click(card.getByRole('button', { name: /^Propose today/ }));
    expect(heard.map(({ body }) => body)).toEqual([{ time: '2026-10-05T15:30:00.000Z' }]);
    vi.useRealTimers();
  });

  it('leaves the handover to the ticket if a listing was claimed for it', async () => {
    const claim = aClaim({}, { allergens: ['celery', 'gluten'] });
    const claimId = claim.id;
    reply(listClaims, [claim]);
    onProfile([aMatchedRequest({}, {}, { claimId, listingId: anId(), title: 'Stew' })]);
    const card = await cardOf('Dinner for my children');
    expect(card.getByText('Stew')).toBeTruthy();
    expect(await card.findByText('Contains celery and gluten')).toBeTruthy();
    expect(card.getByRole('link', { name: 'See the ticket' }).getAttribute('href')).toBe(
      `/?tab=profile&claim=${claimId}`,
    );
    expect(card.queryByText(/^4 8 2 1/)).toBeNull();
    expect(card.queryByRole('button', { name: 'End this match' })).toBeNull();
    // the food is picked up: that is asked only where things change
    expect(card.getByRole('button', { name: 'Share my address' }).closest('details')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Cancel request' })).toBeTruthy();
  });

  it('shows the agreed time, or the helper’s proposal as the first thing to answer', async () => {
    const [agreedTime, time] = [hoursFromNow(2), hoursFromNow(3)];
    onProfile([aMatchedRequest({}, {}, { agreedTime, proposal: { time, by: 'giver' } })]);
    const card = await cardOf('Dinner for my children');
    const nowMs = Date.now();
    expect(card.getByText(`${formatDayTime(agreedTime, nowMs)} · agreed`)).toBeTruthy();
    expect(card.getByText(`Ana proposes ${formatDayTime(time, nowMs)}.`)).toBeTruthy();
    expect(card.getByRole('button', { name: /^Yes, .* works$/ }).className).toContain('bg-brand ');
    expect(card.getByRole('link', { name: 'Open conversation' }).className).not.toContain('bg-brand ');
  });

  it('shows both for a match with a listing too', async () => {
    const [agreedTime, time] = [hoursFromNow(2), hoursFromNow(3)];
    reply(listClaims, []);
    const given = { claimId: anId(), listingId: anId(), proposal: { time, by: 'giver' } } as const;
    onProfile([aMatchedRequest({}, {}, { ...given, agreedTime })]);
    const card = await cardOf('Dinner for my children');
    expect(card.getByText(`${formatDayTime(agreedTime, Date.now())} · agreed`)).toBeTruthy();
    expect(card.getByRole('button', { name: /^Yes, .* works$/ })).toBeTruthy();
  });
});
