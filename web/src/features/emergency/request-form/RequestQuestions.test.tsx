import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { createRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { june, openRequestDialog } from '#web/testing/request-dialog.tsx';
import { aListing, aRequest } from '#web/testing/samples.ts';
import { keptRequestAddress } from '../request-address.ts';

const unknownSize = { me: june({ householdSize: null }), details: false } as const;
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const question = (name: string) => screen.getByRole('heading', { name });
const isPressed = (name: string) => press(name).getAttribute('aria-pressed') === 'true';

it('asks in three taps, with the way back and help lines at hand', async () => {
  const asked = reply(createRequest, aRequest());
  const { user } = await openRequestDialog(unknownSize);
  expect(question('What would help most?')).toBeTruthy();
  await user.click(press('A warm meal'));
  expect(document.activeElement).toBe(question('For how many people?'));
  expect(screen.getByText('Question 2 of 3')).toBeTruthy();
  await user.click(press('4 people'));
  expect(document.activeElement).toBe(question('Where are you?'));
  await waitFor(() =>
    expect(screen.getByText(/, around/).textContent).toBe('A warm meal, for 4 people, around Hell’s Kitchen'),
  );
  expect(screen.getByText(/Your helper sees your address only once you share it\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call 211' })).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'We have nothing to eat' }));
  await user.click(press('Ask for food'));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({
    title: 'A warm meal',
    urgencyLevel: 'emergency',
    preferredCategories: ['prepared_meals'],
    householdSize: 4,
    pickupLocation: '500 W 52nd St',
  });
  expect(asked[0]?.body).not.toHaveProperty('isCounted');
});

it('leads back from the help lines of a phone to the same question, by the back gesture and Escape too', async () => {
  const real = window.matchMedia.bind(window);
  // no media query matches
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  const { user } = await openRequestDialog(unknownSize);
  await user.click(press('A warm meal'));
  await user.click(press('Help lines'));
  expect(document.activeElement).toBe(question('Help lines'));
  expect(screen.getByRole('link', { name: 'Call 211' })).toBeTruthy();
  await user.click(press('Back'));
  await waitFor(() => expect(question('For how many people?')).toBeTruthy());
  await user.click(press('Help lines'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(question('For how many people?')).toBeTruthy());
  media.mockRestore();
});

it('chooses no number for anyone, except the one they gave themselves', async () => {
  const { user, unmount } = await openRequestDialog(unknownSize);
  await user.click(press('Bread & basics'));
  expect(['1 person', '2 people', '6 people'].filter(isPressed)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  unmount();
  await openRequestDialog({ me: june({ householdSize: 4, id: 'other' }), details: false });
  await user.click(press('Bread & basics'));
  expect(isPressed('4 people')).toBe(true);
  await user.click(press('Next'));
  expect(question('Where are you?')).toBeTruthy();
  await user.click(press('Back'));
  await user.click(press('Back'));
  expect(isPressed('Bread & basics')).toBe(true);
});

it('asks for the number before sending, also if all details are filled in', async () => {
  const asked = reply(createRequest, aRequest());
  const { user } = await openRequestDialog({ ...unknownSize, details: true });
  await user.type(screen.getByRole('textbox', { name: 'What do you need?' }), 'Dinner for my two kids');
  await user.click(press('Ask for food'));
  expect(question('For how many people?')).toBeTruthy();
  expect(asked).toEqual([]);
  await user.click(press('3 people'));
  await user.click(press('Ask for food'));
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ householdSize: 3 }));
});

it('takes more than six, up to twenty', async () => {
  const { user } = await openRequestDialog(unknownSize);
  await user.click(press('Anything helps'));
  await user.click(press('More than 6'));
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Household size' });
  expect(field.value).toBe('');
  await user.type(field, '21');
  await user.click(press('Next'));
  expect(await screen.findByText('Household size cannot exceed 20')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '12');
  await user.click(press('Next'));
  await waitFor(() => expect(screen.getByText(/for 12 people/)).toBeTruthy());
});

it('opens a draft at the first question without an answer', async () => {
  const first = await openRequestDialog(unknownSize);
  await first.user.click(press('Fruit & veg'));
  first.unmount();
  await openRequestDialog(unknownSize);
  expect(question('For how many people?')).toBeTruthy();
  expect(isPressed('1 person')).toBe(false);
});

it('shows where the place is wrong in the last question, and other errors in the details', async () => {
  const me = june({ location: null, latitude: null, longitude: null });
  const { user } = await openRequestDialog({ me, details: false });
  await user.click(press('A warm meal'));
  await user.click(press('1 person'));
  await user.click(press('Ask for food'));
  expect(await screen.findByText('Valid Location Required')).toBeTruthy();
  expect(screen.getByText('Almost there: take another look at one answer above.')).toBeTruthy();
  expect(question('Where are you?')).toBeTruthy();
});

it('needs no address after a look at the details, and shows that a place is chosen', async () => {
  const { user, heard } = await openRequestDialog({ me: june({ location: null }), details: false });
  const asked = reply(createRequest, aRequest());
  await user.click(press('A warm meal'));
  await user.click(press('1 person'));
  expect(screen.getByText('The place you chose')).toBeTruthy();
  await user.click(press('Add details'));
  await user.click(press('Ask for food'));
  expect(await screen.findByText('Pickup location is required')).toBeTruthy();
  await user.click(press('Back'));
  expect(await screen.findByText('The place you chose')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^Almost there/)).toBeNull());
  await user.click(press('Ask for food'));
  await waitFor(() => expect(heard.closed).toBe(1));
  expect(asked[0]?.body).toMatchObject({ pickupLocation: 'told-later' });
});

it('needs a position and no address, and keeps none that another position had', async () => {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (found: PositionCallback) =>
        // only what is read of it
        found({ coords: { latitude: 40.751, longitude: -73.977, accuracy: 30 } } as GeolocationPosition),
    },
  });
  const asked = reply(createRequest, aRequest());
  const { user, heard } = await openRequestDialog(unknownSize);
  await user.click(press('A warm meal'));
  await user.click(press('1 person'));
  expect(screen.getByText('500 W 52nd St')).toBeTruthy();
  await user.click(screen.getByText('Change'));
  await user.click(press('Use my location'));
  expect(await screen.findByText('The place you chose')).toBeTruthy();
  await user.click(press('Ask for food'));
  await waitFor(() => expect(heard.closed).toBe(1));
  expect(asked[0]?.body).toMatchObject({ latitude: 40.751, pickupLocation: 'told-later' });
  expect(keptRequestAddress(june().id)).toMatchObject({ address: '', latitude: 40.751 });
});

it('leads to the map that has no pin, and says what to do there', async () => {
  const me = june({ location: null, latitude: null, longitude: null });
  const { user } = await openRequestDialog({ me, details: false });
  await user.click(press('A warm meal'));
  await user.click(press('1 person'));
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(press('Ask for food'));
  expect(await screen.findByText('Almost there: take another look at one answer above.')).toBeTruthy();
  const error = screen.getByText('Valid Location Required');
  expect(document.activeElement).toBe(press('Use my location'));
  expect(shown.mock.contexts).toEqual([error]);
  shown.mockRestore();
  const description = (document.activeElement?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(description).toEqual([
    'Valid Location Required',
    'Use your location, or tap the map near where you are, so donors know how far it is.',
  ]);
});

it('opens no map by itself, and offers to keep it discreet before anything is sent', async () => {
  const me = june({ location: null, latitude: null, longitude: null });
  const saved = reply(updateProfile, { ...me, discreet: true });
  reply(listListings, []);
  const { user } = await openRequestDialog({ me, details: false });
  await user.click(press('A warm meal'));
  await user.click(press('1 person'));
  expect(press('Show the map').getAttribute('aria-expanded')).toBe('false');
  // none is known
  expect(screen.queryByText(/Your helper sees your address/)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Keep it discreet' }));
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ discreet: true }]));
});

it('opens the details at an error that no question shows, from where there is a way back', async () => {
  const { user } = await openRequestDialog(unknownSize);
  await user.click(press('A warm meal'));
  await user.click(press('3 people'));
  await user.click(press('Add details'));
  const size = screen.getByRole('spinbutton', { name: 'Household size' });
  await user.clear(size);
  await user.type(size, '21');
  await user.click(press('Back'));
  await user.click(press('Ask for food'));
  expect(await screen.findByText('Household size cannot exceed 20')).toBeTruthy();
  expect(question('All the details')).toBeTruthy();
  await user.click(press('Back'));
  expect(question('Where are you?')).toBeTruthy();
  await user.click(press('Back'));
  expect(question('For how many people?')).toBeTruthy();
});

const warm = { category: 'prepared_meals', distanceKm: 0.6, servingsLeft: 4 } as const;

it('offers food that fits first, filtered in the browser', async () => {
  const food = [
    aListing({ ...warm, title: 'Vegetable stew' }),
    aListing({ ...warm, title: 'Lasagna', servingsLeft: 2 }),
    aListing({ ...warm, title: 'Far soup', distanceKm: 9 }),
    aListing({ ...warm, title: 'Rolls', category: 'bakery_items' }),
  ];
  reply(listClaims, []);
  // any other call fails the test
  const fetched = reply(listListings, []);
  const { user } = await openRequestDialog({ ...unknownSize, food });
  expect(press(/^3 dishes near you would fit\./)).toBeTruthy();
  await user.click(press('A warm meal'));
  expect(press(/^2 dishes near you would fit\./)).toBeTruthy();
  await user.click(press('4 people'));
  await user.click(
    press(/^1 dish near you would fit\. ?Soonest pickup .+\. See them first, no one is alerted\./),
  );
  const [card, ...others] = screen.getAllByRole('article');
  expect(others).toEqual([]);
  expect(
    await within(card ?? document.body).findByRole('button', { name: /^Claim .* of Vegetable stew$/ }),
  ).toBeTruthy();
  await user.click(press('Back'));
  expect(question('Where are you?')).toBeTruthy();
  expect(fetched).toEqual([]);
});

it('offers food that fits the earlier filter, and opens it over the list', async () => {
  sessionStorage.setItem('openlarder.food-filter.' + june().id, '"diet=vegetarian&without=tree_nuts"');
  const food = [
    aListing({ ...warm, title: 'Chicken', diets: [], allergens: [] }),
    aListing({ ...warm, title: 'Nut roast', diets: ['vegetarian'], allergens: ['tree_nuts'] }),
    aListing({ ...warm, title: 'Dal', diets: ['vegan'], allergens: [] }),
  ];
  reply(listClaims, []);
  const { user, location } = await openRequestDialog({ ...unknownSize, food });
  act(() => location.navigate('/?tab=profile&room=requests&ask=1'));
  await user.click(press(/^1 dish near you would fit\./));
  await user.click(screen.getByRole('link', { name: 'Dal' }));
  expect(location.history.at(-1)).toMatch(/^\/\?tab=profile&room=requests&ask=food&listing=/);
});

it('offers nothing where no food can be known to fit', async () => {
  const { user } = await openRequestDialog({ ...unknownSize, food: [aListing(warm)] });
  await user.click(press('For a baby'));
  expect(screen.queryByRole('button', { name: /near you/ })).toBeNull();
});

describe('food that would fit, after a reload', () => {
  const at = '/?tab=profile&room=requests&ask=food';
  const heading = (name: string) => screen.findByRole('heading', { name });

  it('is loaded, and stays', async () => {
    reply(listListings, [aListing({ ...warm, title: 'Rye bread' })]);
    reply(listClaims, []);
    await openRequestDialog({ at, food: null, details: false });
    expect(await heading('Food near you, soonest first')).toBeTruthy();
    expect(await screen.findByRole('link', { name: /Rye bread/ })).toBeTruthy();
  });

  it('leads back to the question if there is none', async () => {
    reply(listListings, []);
    const { location } = await openRequestDialog({ at, food: null, details: false });
    expect(await heading('What would help most?')).toBeTruthy();
    expect(location.history.at(-1)).toBe('/?tab=profile&room=requests&ask=what');
    expect(location.history).toHaveLength(1);
  });
});
