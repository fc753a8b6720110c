import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { createListing } from '@openlarder/domain/listings/listing-contract.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatWallTime } from '#web/lib/format.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aClaim } from '#web/testing/samples.ts';
import { aDonor, openShareTab, sharedListing } from '#web/testing/share-tab.tsx';

const textbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'What kind of food?' });
const post = () => screen.getByRole('button', { name: 'Post Donation' });
const servings = () => screen.getByLabelText<HTMLInputElement>('Servings').value;

/** The wall clock of UTC this many hours from now. */
const wallTime = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

it('says what a serving is, also in pieces', async () => {
  await openShareTab();
  const ids = screen.getByLabelText('Servings').getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "A serving is one person's plate, or two rolls.",
  ]);
});

it('asks how many there are of a donation until it is told', async () => {
  const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
  const question = () => screen.queryByText('We start at 50. How many do you have?');
  expect(question()).toBeTruthy();
  await person.type(textbox('Title'), '30 rolls');
  expect(question()).toBeNull();
});

describe('the two share forms', () => {
  it('are tabs for donors, kept in the address', async () => {
    const { user: person, location } = await openShareTab();
    await person.type(textbox('Title'), 'Rolls');
    await person.click(screen.getByRole('tab', { name: 'Bulk Donation' }));
    expect(location.history?.at(-1)).toBe('/?tab=share&kind=bulk');
    // One form: input stays, untouched fields take the bulk defaults.
    expect([textbox('Title').value, servings()]).toEqual(['Rolls', '50']);
    expect(screen.queryByLabelText(/Don't eat after/)).toBeNull();
    await person.click(screen.getByRole('tab', { name: 'Individual Sharing' }));
    expect([textbox('Title').value, servings()]).toEqual(['Rolls', '1']);
    expect(screen.getByLabelText(/Don't eat after/)).toBeTruthy();
  });

  it('are labeled for an organization, whatever its user type, and start with the donation', async () => {
    await openShareTab({ me: aDonor({ userType: 'volunteer', organizationName: 'Ninth Avenue Bakery' }) });
    expect(screen.getByRole('tab', { name: 'Business Donation' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByRole('tab', { name: 'Bulk Donation' })).toBeNull();
  });

  it('offers the time until it closes after the default window', async () => {
    const closes = wallTime(10);
    const { user: person } = await openShareTab({
      me: aDonor({ organizationName: 'Ninth Avenue Bakery' }),
      // open for ten hours from now on
      hours: WEEKDAYS.map((weekday) => ({ weekday, opens: wallTime(-1), closes })),
    });
    const pickup = screen.getByRole('group', { name: 'Pickup' });
    const chips = () => within(pickup).getAllByRole('button');
    await waitFor(() => expect(chips()[1]?.textContent).toContain(formatWallTime(closes)));
    expect(
      chips()
        .map((chip) => chip.getAttribute('aria-pressed'))
        .slice(0, 2),
    ).toEqual(['true', 'false']);
    await person.click(chips()[1] ?? pickup);
    expect(chips()[1]?.getAttribute('aria-pressed')).toBe('true');
  });

  it('starts with the next opening while it is closed, and warns about a time outside', async () => {
    const closes = wallTime(14);
    await openShareTab({
      me: aDonor({ organizationName: 'Ninth Avenue Bakery' }),
      hours: WEEKDAYS.map((weekday) => ({ weekday, opens: wallTime(13), closes })),
    });
    const pickup = screen.getByRole('group', { name: 'Pickup' });
    const first = () => within(pickup).getAllByRole('button')[0];
    await waitFor(() => expect(first()?.textContent).toContain(formatWallTime(closes)));
    expect(first()?.getAttribute('aria-pressed')).toBe('true');
    expect(within(pickup).queryByText("You're closed then")).toBeNull();
    const inHours = (hours: number) => ({
      target: { value: new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16) },
    });
    fireEvent.change(screen.getByLabelText('Available from'), inHours(1));
    fireEvent.change(screen.getByLabelText('Available until'), inHours(2));
    expect(await within(pickup).findByText("You're closed then")).toBeTruthy();
  });

  it('are one form for everyone else, whatever the address says', async () => {
    await openShareTab({ me: aDonor({ userType: 'recipient' }), at: '/?tab=share&kind=bulk' });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(servings()).toBe('1');
  });
});

describe('earlier shares of a business', () => {
  const postOne = async () => {
    const bakery = aDonor({ organizationName: 'Ninth Avenue Bakery' });
    const screenPart = await openShareTab({ me: bakery });
    const sold = aClaim({ side: 'donor' }, {}, {});
    reply(createListing, sharedListing);
    reply(listClaims, [sold]);
    await screenPart.user.click(screen.getByRole('button', { name: 'Bakery' }));
    await screenPart.user.click(screen.getByRole('button', { name: 'Post as is' }));
    await screen.findByRole('region', { name: 'Just shared' });
    return screenPart;
  };

  it('stand after the form, which is begun with', async () => {
    await openShareTab({ me: aDonor({ organizationName: 'Ninth Avenue Bakery' }) });
    const counter = screen.getByRole('region', { name: 'At your counter' });
    expect(counter.compareDocumentPosition(screen.getByRole('form'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(screen.getByRole('link', { name: 'At your counter' }).getAttribute('href')).toBe(`#${counter.id}`);
  });

  it("leaves today's pickups in sight", async () => {
    await postOne();
    expect(await screen.findByRole('region', { name: "Today's pickups" })).toBeTruthy();
  });

  it('makes way for a fresh form when the tab is pressed again', async () => {
    await postOne();
    act(() => window.history.pushState(null, ''));
    expect(screen.queryByRole('region', { name: 'Just shared' })).toBeNull();
    expect(textbox('Title').value).toBe('');
  });

  it('stays away when the person goes back from that form', async () => {
    await postOne();
    const marked: unknown = window.history.state;
    act(() => window.history.pushState(null, ''));
    // as Back leaves it
    act(() => window.history.replaceState(marked, ''));
    expect(screen.queryByRole('region', { name: 'Just shared' })).toBeNull();
    expect(textbox('Title').value).toBe('');
  });

  it('is there again after a look at the listing', async () => {
    const { location } = await postOne();
    const marked: unknown = window.history.state;
    act(() => {
      location.navigate(`/?tab=share&listing=${sharedListing.id}`);
      window.history.pushState(null, '');
    });
    act(() => {
      location.navigate('/?tab=share');
      window.history.replaceState(marked, '');
    });
    expect(await screen.findByRole('region', { name: 'Just shared' })).toBeTruthy();
  });
});

describe('a bulk donation', () => {
  it('says what bread usually contains, until it is changed', async () => {
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.click(screen.getByRole('button', { name: 'Bakery' }));
    expect(screen.getByText(/^Contains gluten, milk, eggs, tree nuts,? and soy\./)).toBeTruthy();
    const gluten = screen.getByRole('button', { name: 'gluten' });
    expect(gluten.getAttribute('aria-pressed')).toBe('true');
    await person.click(gluten);
    expect(screen.getByText(/^Contains milk, eggs/)).toBeTruthy();
  });

  it('is posted with a template and one more tap', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.click(screen.getByRole('button', { name: 'Restaurant' }));
    await person.click(screen.getByRole('button', { name: 'Post as is' }));
    await screen.findByRole('region', { name: 'Just shared' });
    expect(heard[0]?.body).toMatchObject({
      isBulk: true,
      category: 'prepared_meals',
      dateKind: 'best_before',
      expiryDate: null,
      urgencyLevel: 'high',
      estimatedServings: 30,
      allergens: null,
    });
  });

  it('has closing time, contact phone and urgency', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.type(textbox('Title'), 'Rolls');
    await person.click(screen.getByRole('radio', { name: /Right now/ }));
    fireEvent.change(screen.getByLabelText(/Closing time/), { target: { value: '21:30' } });
    await person.type(screen.getByLabelText(/Contact phone/), '+1 212 555 0100');
    await person.click(post());
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({
      urgencyLevel: 'emergency',
      closingTime: '21:30',
      contactPhone: '+1 212 555 0100',
    });
  });

  it('drops its own fields when it becomes an individual listing', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.type(textbox('Title'), 'Rolls');
    await person.type(screen.getByLabelText(/Contact phone/), '+1 212 555 0100');
    await person.click(screen.getByRole('tab', { name: 'Individual Sharing' }));
    await person.click(screen.getByRole('button', { name: 'Share Food' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({ isBulk: false, contactPhone: '', closingTime: '' });
    expect(heard[0]?.body).not.toHaveProperty('urgencyLevel');
  });

  it('has the same validation, and its own failure message', async () => {
    replyError(createListing, 403, refusalOf('bulk-not-for-you'));
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.click(post());
    expect(await screen.findByText('Title is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(textbox('Title')));
    await person.type(textbox('Title'), 'Rolls');
    await person.click(post());
    expect(await screen.findAllByText('Failed to post bulk donation. Please try again.')).not.toEqual([]);
    expect(screen.getByText(errorSentence('bulk-not-for-you'))).toBeTruthy();
  });

  it('can undo a template and keeps what was typed', async () => {
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.type(textbox(/Description/), 'From the party upstairs');
    await person.click(screen.getByRole('button', { name: 'Bakery' }));
    expect(textbox('Title').value).toBe("Today's bread and pastries");
    expect(textbox(/Description/).value).toBe('From the party upstairs');
    expect(category().value).toBe('bakery_items');
    await person.click(screen.getByRole('button', { name: 'Undo this template' }));
    expect([textbox('Title').value, servings()]).toEqual(['', '50']);
    expect(textbox(/Description/).value).toBe('From the party upstairs');
    expect(category().value).toBe('other');
  });
});

describe('food details', () => {
  it('ask for best-before or use-by where food can have either', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    expect(screen.queryByRole('radio', { name: /Use by/ })).toBeNull();
    await person.type(textbox('Title'), 'Quiche');
    await person.selectOptions(category(), 'prepared_meals');
    await person.click(screen.getByRole('radio', { name: /Use by/ }));
    fireEvent.change(screen.getByLabelText('Use by'), { target: { value: '2030-05-01' } });
    await person.click(screen.getByRole('button', { name: 'Share Food' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    // The last second of that day in the community's time zone.
    expect(heard[0]?.body).toMatchObject({
      dateKind: 'use_by',
      bestByDate: '2030-05-01T23:59:59.000Z',
      expiryDate: '2030-05-01T23:59:59.000Z',
    });
  });

  it('treat ingredients as unknown until stated', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.type(textbox('Title'), 'Quiche');
    await person.click(screen.getByRole('button', { name: 'gluten' }));
    await person.click(screen.getByRole('button', { name: 'gluten' }));
    // Taking a choice back is not "none".
    await person.click(screen.getByRole('button', { name: 'Share Food' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({ allergens: null, diets: [] });
  });

  it('cover allergens and diets', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.type(textbox('Title'), 'Quiche');
    await person.click(screen.getByRole('button', { name: 'None' }));
    expect(screen.getByRole('button', { name: 'None' }).getAttribute('aria-pressed')).toBe('true');
    await person.click(screen.getByRole('button', { name: 'eggs' }));
    await person.click(screen.getByRole('button', { name: 'milk' }));
    expect(screen.getByRole('button', { name: 'None' }).getAttribute('aria-pressed')).toBe('false');
    await person.click(screen.getByRole('button', { name: 'vegan' }));
    await person.click(screen.getByRole('button', { name: 'halal' }));
    await person.click(screen.getByRole('button', { name: 'vegan' }));
    await person.click(screen.getByRole('button', { name: 'Share Food' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({ allergens: ['milk', 'eggs'], diets: ['vegetarian', 'halal'] });
  });
});

it('point to the map pin if the address is unknown', async () => {
  const sent = reply(createListing, sharedListing);
  const nowhere = { location: null, latitude: null, longitude: null, areaLabel: null };
  const { user: person } = await openShareTab({ me: aDonor(nowhere) });
  await person.type(textbox('Title'), 'Quiche');
  await person.type(textbox('Pickup location'), '5 Main St');
  await person.click(screen.getByRole('button', { name: 'Share Food' }));
  const locate = screen.getByRole('button', { name: 'Use my location' });
  await waitFor(() => expect(document.activeElement).toBe(locate));
  const described = document.getElementById(locate.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toMatch(/put a pin on the map/);
  expect(sent).toEqual([]);
});

it('focus an error that is folded away or has no field', async () => {
  replyError(createListing, 422, {
    code: 'check-fields',
    message: 'No.',
    fields: { diets: 'Please choose from the list' },
  });
  const { user: person } = await openShareTab();
  await person.type(textbox('Title'), 'Quiche');
  await person.click(screen.getByRole('button', { name: 'Share Food' }));
  expect(await screen.findByText('Please choose from the list')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.closest('details')).toHaveProperty('open', true));
});
