import { listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import {
  blockRequester,
  type EmergencyRequest,
  listActiveRequests,
  matchRequest,
} from '@openlarder/domain/emergency/request-contract.ts';
import { NO_STANDING, type Standing } from '@openlarder/domain/accounts/standing.ts';
import { getPerson, report } from '@openlarder/domain/moderation/moderation-contract.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, aMatchedRequest, aMessage, anId, aRequest, hoursFromNow } from '#web/testing/samples.ts';
import { createDismissedAlerts } from '../alerts/alert-list.ts';
import { activeRequestsQuery } from '../emergency.queries.ts';
import { ActiveRequests } from './ActiveRequests.tsx';

const ME = aUser({ id: anId(), firstName: 'Rosa', latitude: 40.76 });

const near = (known: Partial<EmergencyRequest> = {}): EmergencyRequest =>
  aRequest({
    side: 'donor',
    requester: { id: null, firstName: 'June', lastName: '' },
    showsFirstName: true,
    pickupLocation: 'Chelsea',
    distanceKm: 1.6,
    withinReach: true,
    ...known,
  });

function open(active: EmergencyRequest[], { me = ME, requestId = null as string | null } = {}) {
  const asked = reply(listActiveRequests, active);
  const part = renderWithProviders(<ActiveRequests me={me} requestId={requestId} />, {
    at: '/?tab=discover&filter=emergencies',
  });
  return { ...part, asked };
}
const cardOf = async (title: string) => within(await screen.findByRole('article', { name: title }));
const helpWith = async (title: string, user: ReturnType<typeof renderWithProviders>['user']) => {
  await user.click((await cardOf(title)).getByRole('button', { name: /^I Can Help/ }));
  return within(await screen.findByRole('dialog', { name: 'Help June' }));
};

const knownAs = (standing: Standing) =>
  reply(getPerson, {
    person: { id: ME.id, displayName: 'Rosa D.', initials: 'RD', userType: 'donor', organizationName: null },
    verified: standing.verified,
    standing,
    memberSince: hoursFromNow(-1000),
  });

beforeEach(() => {
  reply(listUserListings, []);
  knownAs(NO_STANDING);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('ActiveRequests', () => {
  it('shows the number of requests and the details of each', async () => {
    open([
      near({
        title: 'Dinner tonight',
        description: 'Nothing left until Monday.',
        specialNeeds: 'No oven.',
        dietaryRestrictions: ['vegan'],
        preferredCategories: ['bakery_items'],
        expiresAt: hoursFromNow(5.01),
      }),
      near({ title: 'Milk', urgencyLevel: 'high', householdSize: 1 }),
    ]);
    const card = await cardOf('Dinner tonight');
    expect(screen.getByRole('heading', { name: 'Active Emergency Requests' })).toBeTruthy();
    expect(screen.getByText('2 Active')).toBeTruthy();
    for (const words of [
      'EMERGENCY',
      'June',
      'Nothing left until Monday.',
      '3 people',
      'Chelsea',
      'about 1.6 km away',
      '5 h left',
      'No oven.',
      'Diet: vegan',
      'Would like bread',
    ])
      expect(card.getByText(words)).toBeTruthy();
    const milk = await cardOf('Milk');
    expect(milk.getByText('HIGH')).toBeTruthy();
    expect(milk.getByText('1 person')).toBeTruthy();
  });

  it('says why the alert at the top counts fewer, if it does', async () => {
    const alertedAt = hoursFromNow(0);
    const why =
      "These are all the requests near you; the alert above leaves out any you dismissed or weren't alerted to.";
    const isSaidOf = async (requests: EmergencyRequest[]) => {
      const { unmount } = open(requests);
      await screen.findByText(`${requests.length} Active`);
      const isSaid = screen.queryByText(why) !== null;
      unmount();
      return isSaid;
    };
    const [told, other] = [near({ alertedAt }), near({ alertedAt })];
    expect(await isSaidOf([told, other])).toBe(false);
    expect(await isSaidOf([told, near()])).toBe(true);
    // without an alert there is nothing to compare with
    expect(await isSaidOf([near()])).toBe(false);
    createDismissedAlerts(ME.id).dismiss([told]);
    expect(await isSaidOf([told, other])).toBe(true);
  });

  it('says that there are none', async () => {
    open([]);
    expect(await screen.findByText('No Active Emergency Requests')).toBeTruthy();
    expect(screen.getByText('0 Active')).toBeTruthy();
  });

  it('shows an error and retries', async () => {
    replyError(listActiveRequests, 503, { code: 'away', message: 'The database is away.' });
    const { user } = renderWithProviders(<ActiveRequests me={ME} requestId={null} />);
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    reply(listActiveRequests, [near({ title: 'Milk' })]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await cardOf('Milk');
  });

  it('asks a donor without a location to set it, and disables helping until then', async () => {
    open([near({ title: 'Milk', distanceKm: null, withinReach: false })], { me: { ...ME, latitude: null } });
    const card = await cardOf('Milk');
    expect(card.getByText('Set your location to help.')).toBeTruthy();
    expect(card.queryByRole('button', { name: /^I Can Help/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Set my location' }).getAttribute('href')).toBe(
      '/?tab=discover&filter=emergencies&sheet=location',
    );
  });

  it('says that requests near a changed location come tomorrow, until they do', async () => {
    const said = "You'll see requests near your new location from tomorrow.";
    const { unmount } = open([], { me: { ...ME, placeCountsFrom: hoursFromNow(3) } });
    expect(await screen.findByText(said)).toBeTruthy();
    unmount();
    for (const placeCountsFrom of [null, hoursFromNow(-1)]) {
      const part = open([], { me: { ...ME, placeCountsFrom } });
      await screen.findByText('No Active Emergency Requests');
      expect(screen.queryByText(said)).toBeNull();
      part.unmount();
    }
  });

  it('refetches every 30 seconds while the page is visible', async () => {
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout'] });
    const { asked } = open([]);
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    await waitFor(() => expect(asked).toHaveLength(2));
    seen.mockReturnValue('hidden');
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    expect(asked).toHaveLength(2);
  });

  it('keeps the order: a closed request stays without its button, a new one is appended', async () => {
    const [soup, milk, rye] = [near({ title: 'Soup' }), near({ title: 'Milk' }), near({ title: 'Rye' })];
    const { queryClient } = open([soup, milk]);
    await cardOf('Soup');
    act(() => void queryClient.setQueryData(activeRequestsQuery.queryKey, [rye, milk]));
    await cardOf('Rye');
    const titles = () => screen.getAllByRole('article').map((card) => card.querySelector('h3')?.textContent);
    expect(titles()).toEqual(['Soup', 'Milk', 'Rye']);
    expect(screen.getByText('2 Active')).toBeTruthy();
    const card = await cardOf('Soup');
    expect(card.getByText("This request isn't open anymore. Someone may already be helping.")).toBeTruthy();
    expect(card.queryByRole('button', { name: /^I Can Help/ })).toBeNull();
    act(() => void queryClient.setQueryData(activeRequestsQuery.queryKey, [soup, milk, rye]));
    await waitFor(() => expect(card.getByRole('button', { name: /^I Can Help/ })).toBeTruthy());
    expect(titles()).toEqual(['Soup', 'Milk', 'Rye']);
  });

  it('focuses the request that the URL names', async () => {
    const milk = near({ title: 'Milk' });
    open([near({ title: 'Soup' }), milk], { requestId: milk.id });
    const card = await screen.findByRole('article', { name: 'Milk' });
    await waitFor(() => expect(document.activeElement).toBe(card));
  });

  it('says so if that request is no longer open', async () => {
    open([near({ title: 'Soup' })], { requestId: anId() });
    expect(await screen.findByText(/^That request isn't open anymore/)).toBeTruthy();
  });
});

const bringElse = async (
  dialog: Awaited<ReturnType<typeof helpWith>>,
  user: ReturnType<typeof renderWithProviders>['user'],
) => {
  await user.click(await dialog.findByRole('button', { name: "I'll bring something else" }));
  await user.click(dialog.getByRole('button', { name: 'Bring it to them' }));
};

describe('helping', () => {
  const rye = aListing({ title: 'Rye bread', servingsLeft: 6, diets: ['vegan'] });
  const matched = (request: EmergencyRequest): EmergencyRequest =>
    aMatchedRequest({ ...request, side: 'helper', status: 'matched' }, { conversationId: rye.id });

  it('says what happens next, matches without a listing, and opens the conversation', async () => {
    const request = near({ title: 'Milk' });
    const { user, location } = open([request]);
    const sent = reply(matchRequest, matched(request));
    const dialog = await helpWith('Milk', user);
    expect(dialog.getByText(/^Next, a conversation opens: say hello within \d+ minutes/)).toBeTruthy();
    await bringElse(dialog, user);
    expect(await screen.findByText('Successfully Matched!')).toBeTruthy();
    expect(
      screen.getByText("You've been matched with this emergency request. Please coordinate pickup details."),
    ).toBeTruthy();
    expect(sent[0]?.params).toEqual({ id: request.id });
    expect(sent[0]?.body).toEqual({ listingId: null });
    expect(sent[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(location.history.at(-1)).toBe(`/?tab=messages&conversation=${rye.id}`);
  });

  it('asks what they bring before it promises anything, and sends it as the first message', async () => {
    const request = near({ title: 'Milk' });
    const { user } = open([request]);
    const sent = reply(matchRequest, matched(request));
    const said = reply(sendMessage, aMessage());
    const dialog = await helpWith('Milk', user);
    await user.click(await dialog.findByRole('button', { name: "I'll bring something else" }));
    expect(sent).toHaveLength(0);
    await user.type(dialog.getByRole('textbox', { name: /^What will you bring/ }), 'bread and soup');
    await user.click(dialog.getByRole('button', { name: 'Bring it to them' }));
    await screen.findByText('Successfully Matched!');
    expect(said.map(({ body }) => body)).toEqual([{ content: 'I can bring bread and soup.' }]);
  });

  it('keeps what is in food that is given without its listing, if the message does not arrive', async () => {
    const request = near({ title: 'Milk' });
    reply(listUserListings, [aListing({ title: 'Lentil stew', allergens: ['milk'] })]);
    const { user } = open([request]);
    const given = matched(request);
    reply(matchRequest, given);
    replyError(sendMessage, 503, { code: 'unavailable', message: 'Please try again in a moment.' });
    const dialog = await helpWith('Milk', user);
    await user.click(await dialog.findByRole('button', { name: /^Give / }));
    await screen.findByText('Successfully Matched!');
    expect(given.match?.handover.claimId).toBeNull();
    const kept = () => Object.keys(localStorage).map((key) => localStorage.getItem(key));
    await waitFor(() => expect(kept().join()).toContain('I can bring Lentil stew (contains milk).'));
  });

  it('offers own food that fits first, by default for the whole household, and gives it with one press', async () => {
    const request = near({ title: 'Milk', householdSize: 4, dietaryRestrictions: ['vegan'] });
    reply(listUserListings, [
      aListing({ title: 'Ham rolls', diets: [], allergens: ['gluten'], servingsLeft: 9 }),
      rye,
      aListing({ title: 'Gone soup', status: 'claimed', servingsLeft: 0 }),
      aListing({ title: 'Old rolls', availableUntil: hoursFromNow(-1) }),
    ]);
    const { user } = open([request]);
    reply(sendMessage, aMessage());
    const sent = reply(matchRequest, matched(request));
    const dialog = await helpWith('Milk', user);
    const offers = await dialog.findAllByRole('radio');
    expect(offers.map((one) => one.closest('label')?.textContent)).toEqual([
      expect.stringMatching(/^Rye bread6 servings left · /),
      expect.stringMatching(/^Ham rolls9 servings left · .* · contains gluten · not marked for this diet$/),
    ]);
    expect(offers[0]).toHaveProperty('checked', true);
    expect(dialog.getByRole('button', { name: "I'll bring something else" })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Give 4 servings' }));
    await screen.findByText('Successfully Matched!');
    expect(sent[0]?.body).toEqual({ listingId: rye.id, servings: 4 });
  });

  it('preselects no food of another day, and says that it is needed today', async () => {
    const request = near({ title: 'Milk', urgencyLevel: 'emergency' });
    const later = { availableFrom: hoursFromNow(30), availableUntil: hoursFromNow(34) };
    reply(listUserListings, [aListing({ ...later, title: 'Soup' })]);
    const { user } = open([request]);
    const dialog = await helpWith('Milk', user);
    await user.click(await dialog.findByRole('radio', { name: /^Soup/ }));
    expect(dialog.getByText(/^This food is for (tomorrow|.+), .+, and they need some today\./)).toBeTruthy();
  });

  it('gives another amount or food if the donor says so, and never more than is left', async () => {
    const request = near({ title: 'Milk', householdSize: 9 });
    const rolls = aListing({ title: 'Rolls', servingsLeft: 2, availableUntil: hoursFromNow(9) });
    reply(listUserListings, [rye, rolls]);
    const { user } = open([request]);
    reply(sendMessage, aMessage());
    const sent = reply(matchRequest, matched(request));
    const dialog = await helpWith('Milk', user);
    await dialog.findByRole('button', { name: 'Give 6 servings' });
    await user.click(dialog.getByRole('button', { name: 'One fewer' }));
    expect(dialog.getByRole('button', { name: 'Give 5 servings' })).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: /^Rolls/ }));
    await user.click(dialog.getByRole('button', { name: 'One more' }));
    await user.click(dialog.getByRole('button', { name: 'Give 2 servings' }));
    await screen.findByText('Successfully Matched!');
    expect(sent[0]?.body).toEqual({ listingId: rolls.id, servings: 2 });
  });

  it('suggests nothing that is not marked for the diet', async () => {
    const request = near({ title: 'Milk', dietaryRestrictions: ['halal'] });
    reply(listUserListings, [aListing({ title: 'Stew', diets: [] })]);
    const { user } = open([request]);
    const sent = reply(matchRequest, matched(request));
    const dialog = await helpWith('Milk', user);
    expect(await dialog.findByRole('radio', { name: /^Stew/ })).toHaveProperty('checked', false);
    expect(dialog.queryByRole('button', { name: /^Give/ })).toBeNull();
    await bringElse(dialog, user);
    await screen.findByText('Successfully Matched!');
    expect(sent[0]?.body).toEqual({ listingId: null });
  });

  it('says if the own food could not be loaded, and tries again', async () => {
    replyNetworkError(listUserListings);
    const { user } = open([near({ title: 'Milk' })]);
    const dialog = await helpWith('Milk', user);
    expect(await dialog.findByText("We couldn't load your shares.")).toBeTruthy();
    expect(dialog.getByRole('button', { name: "I'll bring something else" })).toBeTruthy();
    reply(listUserListings, [rye]);
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByRole('radio', { name: /^Rye bread/ })).toBeTruthy();
  });

  it('says how often to help to those who are not known, also where a known one shows no standing', async () => {
    const limit = 'For now, you can offer help 3 times a day.';
    const first = open([near({ title: 'Milk' })]);
    expect(await (await helpWith('Milk', first.user)).findByText(limit)).toBeTruthy();
    first.unmount();
    const { user } = open([near({ title: 'Bread' })], { me: { ...ME, known: true } });
    expect((await helpWith('Bread', user)).queryByText(limit)).toBeNull();
  });

  it('shows the donor how the requester will see them', async () => {
    knownAs({ shares: 'often', repliesSameDay: false, verified: false });
    const { user } = open([near({ title: 'Milk' })]);
    const dialog = await helpWith('Milk', user);
    expect(await dialog.findByText('Shares often')).toBeTruthy();
    expect(dialog.getByText('Rosa')).toBeTruthy();
  });

  it('shows a toast if another donor was faster', async () => {
    const request = near({ title: 'Milk' });
    const { user } = open([request]);
    replyError(matchRequest, 409, { code: 'not-pending', message: 'Someone was faster.' });
    const dialog = await helpWith('Milk', user);
    const asked = reply(listActiveRequests, []);
    await bringElse(dialog, user);
    expect(await screen.findByText('Match Failed')).toBeTruthy();
    expect(
      screen.getByText('Unable to match with this request. It may have already been claimed.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    await screen.findByText("This request isn't open anymore. Someone may already be helping.");
  });

  it('thanks in one sentence while someone else is helping', async () => {
    const { user } = open([near({ title: 'Milk' })]);
    replyError(matchRequest, 409, refusalOf('not-pending.matched'));
    const dialog = await helpWith('Milk', user);
    reply(listActiveRequests, []);
    await bringElse(dialog, user);
    const toast = await screen.findByText(errorSentence('not-pending.matched'));
    expect(toast.closest('[data-toast]')?.textContent).not.toContain('Match Failed');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the reason and keeps the choice after any other refusal', async () => {
    const { user } = open([near({ title: 'Milk' })]);
    const limit = { max: 3, waitMs: 3_600_000 };
    replyError(matchRequest, 409, refusalOf('match-limit', limit));
    const dialog = await helpWith('Milk', user);
    await bringElse(dialog, user);
    expect(await dialog.findByText('Match Failed')).toBeTruthy();
    expect(dialog.getAllByText(errorSentence('match-limit', limit))).toHaveLength(1);
    expect(document.querySelector('[data-toast]')).toBeNull();
  });

  it('retries with the same idempotency key after a lost answer', async () => {
    const request = near({ title: 'Milk' });
    const { user } = open([request]);
    replyNetworkError(matchRequest);
    const dialog = await helpWith('Milk', user);
    await bringElse(dialog, user);
    await screen.findByText('Match Failed');
    const sent = reply(matchRequest, matched(request));
    await user.click(dialog.getByRole('button', { name: 'Bring it to them' }));
    await screen.findByText('Successfully Matched!');
    expect(sent).toHaveLength(1);
  });
});

describe('answering an alert', () => {
  const arrive = (request: EmergencyRequest, opensHelp: boolean) => {
    window.history.replaceState({ askedAtMs: 1, opensHelp }, '');
    return open([request], { requestId: request.id });
  };
  afterEach(() => window.history.replaceState(null, ''));

  it('asks immediately what the donor brings', async () => {
    arrive(near({ title: 'Milk' }), true);
    expect(await screen.findByRole('dialog', { name: 'Help June' })).toBeTruthy();
  });

  it('asks once: not again after a reload, or on the way back to it', async () => {
    const request = near({ title: 'Milk' });
    const { user, unmount } = arrive(request, true);
    await screen.findByRole('dialog', { name: 'Help June' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    unmount();
    open([request], { requestId: request.id });
    const card = await screen.findByRole('article', { name: 'Milk' });
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['to who may not help', near({ title: 'Milk', withinReach: false }), true],
    ['after other ways to it', near({ title: 'Milk' }), false],
  ])('shows the request alone %s', async (_when, request, opensHelp) => {
    arrive(request, opensHelp);
    const card = await screen.findByRole('article', { name: 'Milk' });
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the request menu', () => {
  it('reports the request', async () => {
    const request = near({ title: 'Milk' });
    const { user } = open([request]);
    const sent = reply(report, { id: anId() });
    await user.click((await cardOf('Milk')).getByRole('button', { name: "More about June's request" }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
    await user.click(await screen.findByRole('radio', { name: /spam/i }));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ subject: { type: 'request', id: request.id } }),
    );
  });

  it('shows no name of an anonymous requester', async () => {
    const { user } = open([near({ title: 'Milk', showsFirstName: false })]);
    const card = await cardOf('Milk');
    expect(card.getByText('A neighbor')).toBeTruthy();
    expect(card.getByRole('button', { name: 'I Can Help: Milk' })).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'More about this request' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block this neighbor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block this neighbor?' }));
    for (const said of [/this request disappears from your list/, /You may still see other requests/])
      expect(dialog.getByText(said)).toBeTruthy();
    expect(screen.queryByText(/June/)).toBeNull();
  });

  it('blocks the requester by the request’s id, and removes the request', async () => {
    const request = near({ title: 'Milk' });
    const { user } = open([request, near({ title: 'Soup' })]);
    const sent = reply(blockRequester, null);
    await user.click((await cardOf('Milk')).getByRole('button', { name: "More about June's request" }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block June' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block June?' }));
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(sent[0]?.params).toEqual({ id: request.id }));
    await waitFor(() => expect(screen.queryByText('Milk')).toBeNull());
    await cardOf('Soup');
    const heading = screen.getByRole('heading', { name: 'Active Emergency Requests' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});
