import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  cancelRequest,
  createRequest,
  type EmergencyRequest,
  fulfilRequest,
  getRequestLimits,
  listRequests,
  releaseRequest,
  revealRequestAddress,
} from '@openlarder/domain/emergency/request-contract.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { formatDay, formatDayTime } from '#web/lib/format.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, api, replyError } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderPart } from '#web/testing/render.tsx';
import { june } from '#web/testing/request-dialog.tsx';
import { aMatchedRequest, anId, aRequest, hoursFromNow, someRequestLimits } from '#web/testing/samples.ts';
import { MyRequests } from './MyRequests.tsx';

/** Renders MyRequests with the server's requests, which change with `server.requests`. */
function onProfile(requests: EmergencyRequest[], known: Partial<User> = {}) {
  const server = { requests };
  reply(listRequests, ({ query }) => (query.get('side') === 'mine' ? server.requests : []));
  reply(getRequestLimits, someRequestLimits());
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, june(known));
  setCommunity(aCommunity());
  return { ...renderPart(<MyRequests />, { at: '/?tab=profile', queryClient }), server };
}

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
    const until = formatDayTime(pending.expiresAt, nowMs);
    expect(first.getByText(`Donors near you see it. It expires ${until}.`)).toBeTruthy();
    expect(first.getByText('Emergency · For 3 people')).toBeTruthy();
    expect((await cardOf('Matched')).getByText('Somebody helps')).toBeTruthy();
    const day = formatDay(fulfilled.fulfilledAt ?? '', nowMs);
    expect((await cardOf('Done')).getByText(`Completed ${day}.`)).toBeTruthy();
    expect((await cardOf('Expired')).getByText(/^Nobody could help in time/)).toBeTruthy();
    expect((await cardOf('Back')).getByText(/^You took it back/)).toBeTruthy();
    // Older ones are inside the disclosure.
    expect(screen.getByText('Earlier requests').closest('summary')?.textContent).toContain('(1)');
  });

  it('shows the empty state, an error, and the list after a retry', async () => {
    replyError(listRequests, 503, { code: 'unavailable', message: 'Please try again in a moment.' });
    reply(getRequestLimits, someRequestLimits());
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, june());
    setCommunity(aCommunity());
    const { user } = renderPart(<MyRequests />, { queryClient });
    expect(await screen.findByText('We could not load your requests.')).toBeTruthy();
    // Asking is possible all the same.
    expect(button('Ask for food')).toBeTruthy();
    reply(listRequests, []);
    await user.click(button('Try Again'));
    expect(await screen.findByText('You have not asked for anything')).toBeTruthy();
  });

  it('lists all to a recipient, and only open ones to a donor', async () => {
    const open = aRequest({ title: 'Open' });
    onProfile([open, aRequest({ title: 'Over', status: 'expired', endedAt: hoursFromNow(-3) })], {
      userType: 'donor',
    });
    await cardOf('Open');
    expect(screen.queryByText('Over')).toBeNull();
    expect(button('Other help')).toBeTruthy();
  });

  it('lets a donor without requests ask', async () => {
    onProfile([aRequest({ status: 'expired', endedAt: hoursFromNow(-3) })], { userType: 'donor' });
    expect(await screen.findByText(/^Anybody can run short of food/)).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(button('Ask for food')).toBeTruthy();
  });

  it('scrolls to the list for its URL, once loaded', async () => {
    const seen: string[] = [];
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function into(
      this: Element,
    ) {
      seen.push(this.id);
    });
    window.location.hash = '#requests';
    onProfile([aRequest()]);
    await cardOf('Dinner for my children');
    await waitFor(() => expect(seen).toEqual(['requests']));
    window.location.hash = '';
    scrolled.mockRestore();
  });
});

describe('a pending request', () => {
  it('is closed when the requester got food', async () => {
    const request = aRequest();
    const { user, server } = onProfile([request]);
    const done: EmergencyRequest = { ...request, status: 'cancelled', endedAt: hoursFromNow(0) };
    const asked = reply(cancelRequest, () => {
      server.requests = [done];
      return done;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'I got food' }));
    expect(await screen.findByText('Good that you have food')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'got_food' }]);
    expect(await card.findByText('Taken back')).toBeTruthy();
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
    await user.click(card.getByRole('button', { name: 'Take it back' }));
    const dialog = await dialogNamed('Take your request back?');
    expect(dialog.getByText('Donors no longer see it. You can ask again.')).toBeTruthy();
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Take it back' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ reason: 'no_longer_needed' }]));

    reply(getArea, { areaLabel: 'Hell’s Kitchen' });
    api.use(http.get('*/midtown.geojson', () => new HttpResponse(null, { status: 404 })));
    await user.click(await card.findByRole('button', { name: 'Still need food' }));
    const form = await dialogNamed('Emergency Food Request');
    const made = reply(createRequest, aRequest({ title: 'Breakfast' }));
    await user.click(await form.findByRole('button', { name: 'Ask for food' }));
    await waitFor(() => expect(made[0]?.body).toMatchObject({ title: request.title, householdSize: 3 }));
    // The new request is in the list, and the dialog is closed.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Emergency Food Request' })).toBeNull());
  });

  it('offers only the requester’s actions', async () => {
    onProfile([aRequest()]);
    const card = await cardOf('Dinner for my children');
    for (const name of ['Let go', 'Share my address', 'Meet somewhere public', 'Still need food'])
      expect(card.queryByRole('button', { name })).toBeNull();
  });
});

describe('a matched request', () => {
  it('shows the helper, what they know of the address, their deadline, and a link to the conversation', async () => {
    const request = aMatchedRequest();
    const { user, location } = onProfile([request]);
    const card = await cardOf(request.title);
    expect(card.getByText('Ana R.').closest('p')?.textContent).toBe('Ana R. helps you');
    expect(card.getByText('Ana R. knows only roughly where you are.')).toBeTruthy();
    expect(card.getByText(/^If Ana R. says nothing until .*, others are asked again\.$/)).toBeTruthy();
    expect(card.getByText('4 8 2 1')).toBeTruthy();
    await user.click(card.getByRole('link', { name: 'Open conversation' }));
    expect(location.history?.at(-1)).toBe(`/?tab=messages&conversation=${request.match?.conversationId}`);
  });

  it('reveals the address to the helper after saying who sees it', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const shared = { ...request, placeShared: true };
    const asked = reply(revealRequestAddress, () => {
      server.requests = [shared];
      return shared;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Share my address' }));
    const dialog = await dialogNamed('Share your address with Ana R.?');
    expect(dialog.getByText(/Only Ana R\. sees “500 W 52nd St” and the place on a map/)).toBeTruthy();
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Share my address' }));
    expect(await card.findByText('Ana R. sees your address: “500 W 52nd St”.')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ meetingPoint: '' }]);
    expect(card.queryByRole('button', { name: 'Share my address' })).toBeNull();
  });

  it('takes a public meeting point instead, which is required', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const named = { ...request, meetingPoint: 'The library, at six' };
    const asked = reply(revealRequestAddress, () => {
      server.requests = [named];
      return named;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Meet somewhere public' }));
    const dialog = await dialogNamed('Where would you like to meet?');
    await user.click(dialog.getByRole('button', { name: 'Tell Ana R.' }));
    expect(dialog.getByText('Please name a place')).toBeTruthy();
    await user.type(dialog.getByRole('textbox'), ' The library, at six ');
    await user.click(dialog.getByRole('button', { name: 'Tell Ana R.' }));
    expect(await card.findByText('Ana R. sees where to meet: “The library, at six”.')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ meetingPoint: 'The library, at six' }]);
  });

  it('is confirmed by the requester, then waits for the helper', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const said = request.match && {
      ...request,
      match: { ...request.match, requesterConfirmedAt: hoursFromNow(0) },
    };
    if (!said) throw new Error('nobody helps');
    const asked = reply(fulfilRequest, () => {
      server.requests = [said];
      return said;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'I got food' }));
    expect(await card.findByText('Almost done')).toBeTruthy();
    expect(asked).toHaveLength(1);
    expect(card.queryByRole('button', { name: 'I got food' })).toBeNull();
  });

  it('cannot be released once the helper has confirmed', async () => {
    onProfile([aMatchedRequest({}, { helperConfirmedAt: hoursFromNow(0) })]);
    const card = await cardOf('Dinner for my children');
    expect(card.getByText(/^Ana R. says that you got the food/)).toBeTruthy();
    expect(card.getByRole('button', { name: 'I got food' })).toBeTruthy();
    for (const name of ['Let go', 'Take it back']) expect(card.queryByRole('button', { name })).toBeNull();
  });

  it('releases the helper, so that others are asked', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const open: EmergencyRequest = { ...request, status: 'pending', match: null, matchedAt: null };
    const asked = reply(releaseRequest, () => {
      server.requests = [open];
      return open;
    });
    const card = await cardOf(request.title);
    await user.click(card.getByRole('button', { name: 'Let go' }));
    const dialog = await dialogNamed('Ask somebody else?');
    await user.click(dialog.getByRole('radio', { name: 'We found no time or place' }));
    await user.click(dialog.getByRole('button', { name: 'Let go' }));
    expect(await card.findByText('Waiting for a helper')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'cannot_make_it' }]);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('leaves the handover to the ticket if a listing was claimed for it', async () => {
    const claimId = anId();
    onProfile([aMatchedRequest({}, { claimId, listingId: anId(), code: null })]);
    const card = await cardOf('Dinner for my children');
    expect(card.getByRole('link', { name: 'See the ticket' }).getAttribute('href')).toBe(
      `/?tab=profile&claim=${claimId}`,
    );
    expect(card.queryByRole('button', { name: 'I got food' })).toBeNull();
    expect(card.getByRole('button', { name: 'Let go' })).toBeTruthy();
  });

  it('on a conflict shows a toast and the new status', async () => {
    const request = aMatchedRequest();
    const { user, server } = onProfile([request]);
    const card = await cardOf(request.title);
    server.requests = [{ ...request, status: 'pending', match: null }];
    replyError(fulfilRequest, 409, { code: 'request-ended', message: 'Nobody helps with it any more.' });
    await user.click(card.getByRole('button', { name: 'I got food' }));
    expect(await screen.findByText('Something changed meanwhile')).toBeTruthy();
    expect(await card.findByText('Waiting for a helper')).toBeTruthy();
  });

  it('shows an error with a retry button', async () => {
    const request = aMatchedRequest();
    const { user } = onProfile([request]);
    const card = await cardOf(request.title);
    replyError(fulfilRequest, 503, { code: 'unavailable', message: 'Please try again in a moment.' });
    await user.click(card.getByRole('button', { name: 'I got food' }));
    expect(await card.findByText('Please try again in a moment.')).toBeTruthy();
    const asked = reply(fulfilRequest, request);
    await user.click(card.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(asked).toHaveLength(1));
  });
});
