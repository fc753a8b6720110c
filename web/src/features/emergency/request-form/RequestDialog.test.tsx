import {
  appealRequestLimit,
  createRequest,
  type EmergencyRequest,
  getRequestArea,
  getRequestLimits,
} from '@openlarder/domain/emergency/request-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { june, openRequestDialog } from '#web/testing/request-dialog.tsx';
import { aRequest, hoursFromNow, someRequestLimits } from '#web/testing/samples.ts';
import { withResolvers } from '#web/testing/with-resolvers.ts';
import { keptRequestAddress } from '../request-address.ts';
import { requestDraftKey } from './request-fields.ts';

const nowhere = { location: null, latitude: null, longitude: null, areaLabel: null };
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'What do you need?' });
const ask = () => screen.getByRole('button', { name: 'Ask for food' });
const household = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Household size' });
const bodiesOf = (heard: { body: unknown }[]) => heard.map(({ body }) => Object(body));

function device(getCurrentPosition: Geolocation['getCurrentPosition'] | null) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: getCurrentPosition && { getCurrentPosition },
  });
}

const refusing: Geolocation['getCurrentPosition'] = (_found, failed) =>
  failed?.({ code: 1, message: 'no', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

describe('the request form', () => {
  it('needs only a title: everything else has a default', async () => {
    const made = aRequest();
    const asked = reply(createRequest, made);
    const { user, heard } = await openRequestDialog();
    expect(screen.getByRole('dialog', { name: 'Emergency Food Request' })).toBeTruthy();
    await user.type(title(), '  Dinner  ');
    const before = Date.now();
    await user.click(ask());
    await waitFor(() => expect(heard.closed).toBe(1));
    const [{ expiresAt, ...body }] = bodiesOf(asked);
    expect(body).toEqual({
      title: 'Dinner',
      description: '',
      urgencyLevel: 'high',
      householdSize: 1,
      specialNeeds: '',
      dietaryRestrictions: [],
      pickupLocation: '500 W 52nd St',
      meetingPoint: '',
      radiusKm: 10,
      preferredCategories: [],
      latitude: 40.766,
      longitude: -73.993,
      showsFirstName: false,
    });
    expect(Math.abs(Date.parse(expiresAt) - before - 24 * HOUR_MS)).toBeLessThan(60_000);
    expect(heard.closed).toBe(1);
  });

  it('sends all optional fields', async () => {
    const asked = reply(createRequest, aRequest());
    const { user } = await openRequestDialog();
    await user.type(title(), 'Food');
    await user.click(screen.getByRole('radio', { name: /^Emergency/ }));
    await user.clear(household());
    await user.type(household(), '4');
    await user.click(screen.getByText('What you eat, and what would help'));
    await user.type(screen.getByRole('textbox', { name: /^Anything a helper should know/ }), 'After six');
    await user.click(screen.getByRole('button', { name: 'vegan' }));
    await user.type(screen.getByRole('textbox', { name: /^Special needs/ }), 'No stove');
    await user.click(screen.getByRole('button', { name: 'prepared meals' }));
    await user.click(ask());
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toMatchObject({
      urgencyLevel: 'emergency',
      householdSize: 4,
      description: 'After six',
      dietaryRestrictions: ['vegan'],
      specialNeeds: 'No stove',
      preferredCategories: ['prepared_meals'],
    });
  });

  it('takes a household of 1 to 20 and a radius of 1 to 50 km, 1 and 10 at first', async () => {
    await openRequestDialog({ me: june({ householdSize: null }) });
    const radius = screen.getByRole<HTMLInputElement>('slider', { name: 'Search radius' });
    expect([radius.min, radius.max, radius.step, radius.value]).toEqual(['1', '50', '1', '10']);
    expect([household().min, household().max, household().value]).toEqual(['1', '20', '1']);
  });

  it('offers the urgency levels emergency and high, and claims no emergency that nobody has said', async () => {
    await openRequestDialog();
    expect(screen.getByRole('radio', { name: /^Emergency/ })).toHaveProperty('checked', false);
    expect(screen.getByRole('radio', { name: /^High/ })).toHaveProperty('checked', true);
    expect(screen.getByText('We have nothing to eat')).toBeTruthy();
    expect(screen.getByText("We'll run out today")).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Keep it discreet' })).toBeTruthy();
  });

  it('shows before sending exactly what neighbors will see', async () => {
    const { user } = await openRequestDialog();
    const preview = () => screen.getByRole('heading', { name: 'Neighbors will see' }).closest('section');
    await waitFor(() => expect(preview()?.textContent).toContain('for 1 person, around Hell’s Kitchen'));
    expect(preview()?.textContent).toContain('A neighbor');
    await user.type(title(), 'A warm meal');
    await user.clear(household());
    await user.type(household(), '4');
    await user.click(screen.getByRole('checkbox', { name: 'Show my first name' }));
    expect(preview()?.textContent).toContain('A warm meal, for 4 people, around Hell’s Kitchen');
    expect(preview()?.textContent).toContain('June');
    expect(preview()?.textContent).toContain('Donors in the community can see this for 24 hours.');
    await user.click(screen.getByText('What you eat, and what would help'));
    await user.click(screen.getByRole('button', { name: 'vegan' }));
    await user.click(screen.getByRole('button', { name: 'prepared meals' }));
    expect(preview()?.textContent).toContain('Diet: vegan');
    // the title says it
    expect(preview()?.textContent).not.toContain('Would like');
    await user.click(screen.getByRole('button', { name: 'bakery items' }));
    expect(preview()?.textContent).toContain('Would like a cooked meal and bread');
  });

  it('announces the area, and nothing else of the preview', async () => {
    const found = withResolvers<void>();
    api.use(
      http.get('*/api/emergency-requests/area', async () => {
        await found.promise;
        return Response.json({ label: 'Chelsea', bounds: [], isFew: false, peopleHere: null });
      }),
    );
    const { user } = await openRequestDialog({ area: null });
    const sentence = screen.getByText(/, around/);
    const announced = [...(sentence.closest('section')?.querySelectorAll('[aria-live]') ?? [])];
    expect(announced.map(({ textContent }) => textContent)).toEqual(['…']);
    found.resolve();
    await waitFor(() => expect(announced.map(({ textContent }) => textContent)).toEqual(['Chelsea']));
    await user.type(title(), 'Soup');
    expect(sentence.textContent).toBe('Soup, for 1 person, around Chelsea');
    expect(announced.map(({ isConnected }) => isConnected)).toEqual([true]);
  });

  it('says when the area is not found, and finds it on another try', async () => {
    replyError(getRequestArea, 503, { code: 'unavailable', message: 'Please try again.' });
    const { user } = await openRequestDialog({ area: null });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    reply(getRequestArea, { label: 'Chelsea', bounds: [], isFew: false, peopleHere: null });
    await user.click(again);
    await waitFor(() => expect(screen.getByText(/, around/).textContent).toContain('Chelsea'));
    expect(screen.queryByText("We couldn't find your area yet")).toBeNull();
  });

  it('warns where few people live', async () => {
    const area = { label: 'OpenLarder', bounds: [], isFew: true, peopleHere: 7 };
    const { user } = await openRequestDialog({ area });
    expect(await screen.findByText("Only 7 people here; a neighbor may guess it's you.")).toBeTruthy();
    await user.type(title(), 'Dinner');
    expect(screen.getByText(/around/).textContent).toBe('Dinner, for 1 person, around OpenLarder');
  });

  it('warns if the number of people nearby is unknown, and not if there are enough', async () => {
    const warning = "Maybe only a few people live here; a neighbor may guess it's you.";
    const area = { label: 'OpenLarder', bounds: [], isFew: true, peopleHere: null };
    const { unmount } = await openRequestDialog({ area });
    expect(await screen.findByText(warning)).toBeTruthy();
    unmount();
    await openRequestDialog({ area: { ...area, isFew: false } });
    await waitFor(() => expect(screen.getByText(/around/).textContent).toContain('OpenLarder'));
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('suggests a title from the choices, without a name or an address', async () => {
    const { user } = await openRequestDialog();
    expect(screen.getByRole('button', { name: 'Use “Something to eat”' })).toBeTruthy();
    await user.clear(household());
    await user.type(household(), '4');
    await user.click(screen.getByText('What you eat, and what would help'));
    await user.click(screen.getByRole('button', { name: 'prepared meals' }));
    await user.click(screen.getByRole('button', { name: 'Use “A warm meal”' }));
    expect(title().value).toBe('A warm meal');
    expect(document.activeElement).toBe(title());
    expect(screen.queryByRole('button', { name: /^Use “/ })).toBeNull();
    expect(screen.getByText(/leave out names and addresses/)).toBeTruthy();
  });

  it('keeps the address on this device, for when it is shared', async () => {
    const made = aRequest();
    reply(createRequest, made);
    const { user, heard } = await openRequestDialog();
    await user.type(title(), 'Dinner');
    await user.click(ask());
    await waitFor(() => expect(heard.closed).toBe(1));
    expect(keptRequestAddress(june().id)).toMatchObject({
      requestId: made.id,
      address: '500 W 52nd St',
      latitude: 40.766,
    });
  });

  it('sends once, however often the button is pressed', async () => {
    let calls = 0;
    const pressed = withResolvers<void>();
    const made: EmergencyRequest = aRequest();
    api.use(
      http.post('*/api/emergency-requests', async () => {
        calls += 1;
        await pressed.promise;
        return Response.json(made, { status: 201 });
      }),
    );
    const { user, heard } = await openRequestDialog();
    await user.type(title(), 'Dinner');
    // Two clicks before the first is handled, and one more.
    const form = screen.getByRole('form', { name: 'Emergency Food Request' });
    fireEvent.submit(form);
    fireEvent.submit(form);
    await user.click(ask());
    pressed.resolve();
    await waitFor(() => expect(heard.closed).toBe(1));
    expect(calls).toBe(1);
  });
});

describe('validation', () => {
  it('shows errors at their fields and focuses the first one', async () => {
    const { user } = await openRequestDialog({ me: june(nowhere) });
    await user.clear(household());
    await user.type(household(), '21');
    await user.click(ask());
    expect(await screen.findByText('Please tell us in a few words what you need')).toBeTruthy();
    expect(screen.getByText('Household size cannot exceed 20')).toBeTruthy();
    expect(screen.getByText('Pickup location is required')).toBeTruthy();
    expect(screen.getByText('Valid Location Required')).toBeTruthy();
    expect(screen.getByText(/^Almost there: take another look at \d answers above\.$/)).toBeTruthy();
    expect(document.activeElement).toBe(title());
    await user.clear(household());
    await user.type(household(), '0');
    expect(await screen.findByText('Household size must be at least 1')).toBeTruthy();
  });

  it.each([
    ['0', '-73.99'],
    ['40.76', '0'],
  ])('rejects a position at zero (%s, %s)', async (latitude, longitude) => {
    const asked = reply(createRequest, aRequest());
    const { user } = await openRequestDialog({ me: june({ ...nowhere, location: '1 Main St' }) });
    await user.type(title(), 'Dinner');
    await user.click(screen.getByRole('button', { name: 'Show the map' }));
    await user.click(screen.getByText('Enter coordinates'));
    await user.type(screen.getByRole('textbox', { name: 'Latitude' }), latitude);
    await user.type(screen.getByRole('textbox', { name: 'Longitude' }), longitude);
    await user.click(screen.getByRole('button', { name: 'Place the pin there' }));
    await user.click(ask());
    expect(await screen.findByText('Valid Location Required')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'cannot tell',
      null,
      'Geolocation Not Supported',
      "This device can't share its location. Please enter coordinates manually.",
    ],
    [
      'does not tell',
      refusing,
      'Location Error',
      'Unable to get your location. Please enter coordinates manually.',
    ],
  ] as const)('accepts typed coordinates if the device %s', async (_what, answers, name, words) => {
    const asked = reply(createRequest, aRequest());
    device(answers);
    const { user } = await openRequestDialog({ me: june({ ...nowhere, location: '1 Main St' }) });
    await user.type(title(), 'Dinner');
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(name)).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    await user.click(screen.getByText('Enter coordinates'));
    await user.type(screen.getByRole('textbox', { name: 'Latitude' }), '40.76');
    await user.type(screen.getByRole('textbox', { name: 'Longitude' }), '-73.99{Enter}');
    await user.click(ask());
    await waitFor(() => expect(bodiesOf(asked)[0]).toMatchObject({ latitude: 40.76, longitude: -73.99 }));
  });
});

describe('a lost connection', () => {
  it('retries the same content with the same key, other content with a new one', async () => {
    const { user } = await openRequestDialog();
    replyNetworkError(createRequest);
    await user.type(title(), 'Dinner');
    await user.click(ask());
    expect(
      await screen.findByText("Everything you entered is still here. Trying again won't send it twice."),
    ).toBeTruthy();
    expect(screen.getByText('Failed to create emergency request. Please try again.')).toBeTruthy();
    const kept = JSON.parse(localStorage.getItem(requestDraftKey(june().id)) ?? '{}').value.sent;

    const tried = reply(createRequest, aRequest());
    await user.click(ask());
    await waitFor(() => expect(tried).toHaveLength(1));
    expect(tried[0]?.headers.get('Idempotency-Key')).toBe(kept.key);
    expect(bodiesOf(tried)[0].expiresAt).toBe(kept.expiresAt);
    expect(localStorage.getItem(requestDraftKey(june().id))).toBeNull();
  });

  it('keeps the key after a reload, until the content changes', async () => {
    const first = await openRequestDialog();
    replyNetworkError(createRequest);
    await first.user.type(title(), 'Dinner');
    await first.user.click(ask());
    await screen.findByText(/Trying again won't send it twice/);
    const kept = JSON.parse(localStorage.getItem(requestDraftKey(june().id)) ?? '{}').value.sent;
    first.unmount();

    const { user } = await openRequestDialog();
    expect(title().value).toBe('Dinner');
    const keys: unknown[] = [];
    api.use(
      http.post('*/api/emergency-requests', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return Response.error();
      }),
    );
    await user.click(ask());
    await waitFor(() => expect(keys).toEqual([kept.key]));
    await user.type(title(), ' for two');
    await user.click(ask());
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).not.toBe(kept.key);
  });
});

describe('the draft', () => {
  it('is kept when the dialog closes, and discarded on request', async () => {
    const first = await openRequestDialog();
    await first.user.type(title(), 'Dinner');
    await first.user.click(screen.getByRole('button', { name: 'vegan' }));
    await first.user.keyboard('{Escape}');
    expect(first.heard.closed).toBe(1);
    first.unmount();

    const { user } = await openRequestDialog();
    expect(title().value).toBe('Dinner');
    expect(screen.getByRole('button', { name: 'vegan' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'What would help most?' }));
    await user.click(screen.getByRole('button', { name: 'Add details' }));
    expect(title().value).toBe('');
    expect(localStorage.getItem(requestDraftKey(june().id))).toBeNull();
  });

  it('is not shown to another person', async () => {
    const first = await openRequestDialog();
    await first.user.type(title(), 'Dinner');
    first.unmount();
    await openRequestDialog({ me: june({ id: '0198a0aa-0000-7000-8000-0000000000ff' }) });
    expect(title().value).toBe('');
  });

  it('is discarded if an attempt with a lost answer has become the open request, which has its place', async () => {
    const first = await openRequestDialog();
    replyNetworkError(createRequest);
    await first.user.type(title(), 'Dinner');
    await first.user.click(ask());
    await screen.findByText(/Trying again won't send it twice/);
    first.unmount();
    const { id } = aRequest();
    await openRequestDialog({ asking: { openRequestId: id } });
    expect(localStorage.getItem(requestDraftKey(june().id))).toBeNull();
    expect(keptRequestAddress(june().id)).toMatchObject({ requestId: id, latitude: expect.any(Number) });
  });

  it('is filled from an earlier request', async () => {
    const again = aRequest({ status: 'expired', householdSize: 5, dietaryRestrictions: ['halal'] });
    await openRequestDialog({ again });
    expect(title().value).toBe('Dinner for my children');
    expect(household().value).toBe('5');
    expect(screen.getByRole('button', { name: 'halal' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('when a limit is reached', () => {
  const help = () => within(screen.getByRole('region', { name: 'Other help, right now' }));

  it('shows the reason and the help lines instead of the form', async () => {
    const { user, heard, location } = await openRequestDialog({ asking: { openRequestId: aRequest().id } });
    expect(screen.getByText('You already have an open request')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(help().getByRole('link', { name: 'Call 211' }).getAttribute('href')).toBe('tel:211');
    await user.click(screen.getByRole('link', { name: 'See my request' }));
    expect(heard.closed).toBe(1);
    expect(location.history?.at(-1)).toBe('/?tab=profile&room=requests');
  });

  it('says when the next request is possible after three in a day, and where food is', async () => {
    await openRequestDialog({ asking: { requestsInLastDay: 3, nextAt: hoursFromNow(30) } });
    expect(screen.getByText('You can ask up to 3 times a day here')).toBeTruthy();
    expect(screen.getByText(/^You can ask again \w+ at \d/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See food near you meanwhile' })).toBeTruthy();
    expect(help().getByRole('link', { name: /211\.org/ })).toBeTruthy();
  });

  it('sends an appeal where complaints slow asking', async () => {
    const slowed = { slowedUntil: hoursFromNow(50), maxRequestsPerDay: 1, requestsInLastDay: 1 };
    const { user } = await openRequestDialog({ asking: { ...slowed, nextAt: hoursFromNow(20) } });
    expect(screen.getByText('You can ask once a day here')).toBeTruthy();
    expect(screen.getByText(/^You can ask again \w+ at \d/)).toBeTruthy();
    expect(
      screen.getByText(/^A few helpers told us something wasn't right, so until \w+ at \d/),
    ).toBeTruthy();
    const heard = reply(appealRequestLimit, null);
    await user.click(screen.getByRole('button', { name: 'Tell an organizer' }));
    expect(screen.getByText('Please tell us what happened')).toBeTruthy();
    expect(heard).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Is this a mistake?' }), 'It was my brother');
    await user.click(screen.getByRole('button', { name: 'Tell an organizer' }));
    expect(await screen.findByText('Thank you. An organizer will read it soon.')).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ words: 'It was my brother' }]);
    expect(help().getAllByRole('link')).toHaveLength(2);
  });

  it('shows the form while complaints slow asking, once a day is over', async () => {
    await openRequestDialog({ asking: { slowedUntil: hoursFromNow(20), maxRequestsPerDay: 1 } });
    expect(title()).toBeTruthy();
    expect(screen.queryByText(/something wasn't right/)).toBeNull();
  });

  it('keeps the draft if the limit is found out by sending', async () => {
    const { user } = await openRequestDialog();
    await user.type(title(), 'Dinner');
    replyError(createRequest, 409, { code: 'request-open', message: 'You have a request that is open.' });
    reply(getRequestLimits, someRequestLimits({ openRequestId: aRequest().id }));
    await user.click(ask());
    expect(await screen.findByText('You already have an open request')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('You already have an open request');
    expect(localStorage.getItem(requestDraftKey(june().id))).toContain('Dinner');
  });

  it('shows the form if the limits cannot be loaded', async () => {
    const { user, queryClient } = await openRequestDialog();
    replyError(getRequestLimits, 503, { code: 'unavailable', message: 'Please try again in a moment.' });
    await queryClient.resetQueries(queriesOf(getRequestLimits));
    expect(await screen.findByText("We couldn't load other places to find help.")).toBeTruthy();
    const asked = reply(createRequest, aRequest());
    await user.type(title(), 'Dinner');
    await user.click(ask());
    await waitFor(() => expect(asked).toHaveLength(1));
  });
});
