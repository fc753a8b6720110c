import { createListing, getListing, withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import { requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storageTip } from '#web/features/listings/listing-labels.ts';
import { draftKey } from '#web/features/listings/share/share-draft.ts';
import { setDockSlot } from '#web/ui/bottom-edge.ts';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aListing } from '#web/testing/samples.ts';
import { aDonor, openShareTab, sharedListing } from '#web/testing/share-tab.tsx';

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'What kind of food?' }).value;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isPressed = (name: string | RegExp) => button(name).getAttribute('aria-pressed') === 'true';
const share = () => button('Share Food');
const pickups = () => within(screen.getByRole('group', { name: 'Pickup' })).getAllByRole('button');
const confirmation = () => screen.findByRole('region', { name: 'Just shared' });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A phone: the camera is offered. */
function onTouch() {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = real(query);
    if (query.includes('coarse')) Object.defineProperty(list, 'matches', { value: true });
    return list;
  });
}

function takePhotos() {
  reply(requestUpload, { uploadURL: 'http://localhost:3000/upload' });
  api.use(http.put('*/upload', () => new HttpResponse(null, { status: 204 })));
  reply(storePhoto, {
    objectPath: '/objects/0198a0aa-0000-7000-8000-000000000003',
    thumbhash: null,
    width: 4,
    height: 3,
    caption: '',
  });
}

describe('sharing in a few taps', () => {
  it('takes six from the tab for a stew with two allergens, a photo and an amount', async () => {
    onTouch();
    takePhotos();
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    let taps = 1; // the tab
    const tap = async (element: HTMLElement) => {
      taps += 1;
      await person.click(element);
    };
    await tap(button('Take photo'));
    const picture = new File([new Uint8Array(8)], 'stew.jpg', { type: 'image/jpeg' });
    fireEvent.change(screen.getByLabelText('Take a photo', { selector: 'input' }), {
      target: { files: [picture] },
    });
    expect(document.activeElement).toBe(title());
    await person.keyboard('Vegetable stew{Enter}');
    // "Next" leads to the amount, whose text is selected: no tap.
    await person.keyboard('12');
    await tap(button('gluten'));
    await tap(button('celery'));
    await tap(share());
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(taps).toBeLessThanOrEqual(6);
    expect(heard[0]?.body).toMatchObject({
      title: 'Vegetable stew',
      category: 'prepared_meals',
      estimatedServings: 12,
      allergens: ['gluten', 'celery'],
      imageUrls: ['/objects/0198a0aa-0000-7000-8000-000000000003'],
    });
  });
});

it('counts food as what it is', async () => {
  const heard = reply(createListing, sharedListing);
  const { user } = await openShareTab();
  await user.type(title(), 'Bread rolls');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Count rolls/ }), 'Rolls');
  await user.click(button('None'));
  await user.click(share());
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(heard[0]?.body).toMatchObject({ countedAs: 'rolls' });
});

it('stays in the title and shares nothing at Enter of a real keyboard', async () => {
  const heard = reply(createListing, sharedListing);
  const { user } = await openShareTab();
  await user.type(title(), 'Vegetable stew{Enter}');
  expect(document.activeElement).toBe(title());
  expect(heard).toEqual([]);
});

describe('the category', () => {
  it('follows the title until it is chosen by hand', async () => {
    const { user: person } = await openShareTab();
    expect(category()).toBe('other');
    await person.type(title(), 'Bread');
    expect(category()).toBe('bakery_items');
    await person.type(title(), ' pudding, and something else');
    await person.clear(title());
    expect(category()).toBe('other');
    await person.selectOptions(screen.getByRole('combobox', { name: 'What kind of food?' }), 'dairy_eggs');
    await person.type(title(), 'Bread');
    expect(category()).toBe('dairy_eggs');
    // with its advice beside it
    expect(screen.getByText(storageTip('dairy_eggs'))).toBeTruthy();
  });

  it('stays that of a template while the title names none', async () => {
    const { user: person } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.click(button('Bakery'));
    await person.clear(title());
    await person.type(title(), 'What was left');
    expect(category()).toBe('bakery_items');
  });
});

describe('the amount', () => {
  it('is what the title says, until it is set by hand', async () => {
    const { user: person } = await openShareTab();
    const servings = () => screen.getByLabelText<HTMLInputElement>(/^(Servings|Rolls|Loaves)$/).value;
    await person.type(title(), '30 rolls');
    expect(servings()).toBe('30');
    expect(screen.getByLabelText('Rolls')).toBeTruthy();
    await person.click(button('One more'));
    await person.type(title(), ', 12 loaves');
    expect(servings()).toBe('31');
  });

  it('is asked about once if it is far beyond the usual', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    fireEvent.change(screen.getByLabelText('Servings'), { target: { value: '9999' } });
    await person.click(share());
    expect(await screen.findByRole('dialog', { name: '9,999 servings?' })).toBeTruthy();
    expect(heard).toHaveLength(0);
    await person.click(button('Yes, share it'));
    await waitFor(() => expect(heard).toHaveLength(1));
  });
});

describe('the pickup chips', () => {
  it('begin with exactly the default window, chosen, and offer full hours after it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:30:00Z') });
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    expect(pickups().map(({ textContent }) => textContent)).toEqual([
      'today, 2–9:30 PM',
      'today, 6–8 PM',
      'tomorrow, 9–11 AM',
      'tomorrow, 6–8 PM',
      'Choose times…',
    ]);
    expect(isPressed('today, 2–9:30 PM')).toBe(true);
    await person.click(button('today, 6–8 PM'));
    expect(isPressed('today, 2–9:30 PM')).toBe(false);
    await person.type(title(), 'Rolls');
    await person.click(share());
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({
      availableFrom: '2026-11-20T18:00:00.000Z',
      availableUntil: '2026-11-20T20:00:00.000Z',
    });
  });

  it('name a window once, also if another one differs by seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:30:20Z') });
    const last = aListing({
      donorId: aDonor().id,
      status: 'expired',
      availableFrom: '2026-11-20T12:00:00.000Z',
      availableUntil: '2026-11-20T21:30:00.000Z',
    });
    await openShareTab({ earlier: [last] });
    const named = () => pickups().map(({ textContent }) => textContent);
    await waitFor(() => expect(named()[0]).toBe('today, 2–9:30 PM'));
    expect(new Set(named()).size).toBe(named().length);
  });

  it('have "now" beside the morning for a counter that is open near midnight', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-06-01T23:50:00Z'), toFake: ['Date'] });
    await openShareTab();
    const [morning, now] = pickups();
    expect(morning?.getAttribute('aria-pressed')).toBe('true');
    expect(now?.textContent).toBe('now until 2 AM');
  });

  it('say a window until midnight by its day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T21:30:00Z') });
    await openShareTab();
    expect(pickups()[0]?.textContent).toBe('today, 10 PM–midnight');
  });

  it('open the fields for any other times, and then say them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:30:00Z') });
    const { user: person } = await openShareTab();
    await person.click(button('Choose times…'));
    const from = screen.getByLabelText('Available from');
    expect(document.activeElement).toBe(from);
    expect(from.closest('[hidden]')).toBeNull();
    fireEvent.change(from, { target: { value: '2026-11-21T12:00' } });
    fireEvent.change(screen.getByLabelText('Available until'), { target: { value: '2026-11-21T13:00' } });
    expect(pickups().at(-1)?.textContent).toMatch(/tomorrow, 12.1 PM/);
    expect(pickups().at(-1)?.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('allergens', () => {
  it('are in front, with nothing chosen', async () => {
    const { user: person } = await openShareTab();
    const group = screen.getByRole('group', { name: 'Contains' });
    const chips = () => within(group).getAllByRole('button');
    expect(chips().map(({ textContent }) => textContent)).toEqual([
      'None',
      'gluten',
      'milk',
      'eggs',
      'fish',
      'Not sure',
      'More',
    ]);
    expect(screen.getByText("You haven't said which allergens it contains.")).toBeTruthy();
    expect(chips().some((chip) => chip.getAttribute('aria-pressed') === 'true')).toBe(false);
    expect(group.closest('details')).toBeNull();
    await person.click(button('More'));
    expect(chips()).toHaveLength(16);
    await person.click(button('lupin'));
    expect(isPressed('lupin')).toBe(true);
  });
});

describe('the date food is safe until', () => {
  it('is in front for food that spoils soon, as a guess until it is said', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:30:00Z') });
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    const day = () => screen.queryByRole('combobox', { name: "Don't eat after: choose a day" });
    await person.type(title(), 'Rolls');
    expect(day()).toBeNull();
    await person.clear(title());
    await person.type(title(), 'Chicken soup');
    expect(screen.getByText('our guess')).toBeTruthy();
    await person.selectOptions(day() as HTMLElement, 'tomorrow');
    expect(screen.queryByText('our guess')).toBeNull();
    await person.selectOptions(day() as HTMLElement, 'today');
    await person.click(share());
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({
      bestByDate: '2026-11-20T23:59:59.000Z',
      expiryDate: '2026-11-20T23:59:59.000Z',
    });
  });

  it('says so if it leaves no time to eat after the last pickup', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T21:30:00Z') });
    const { user: person } = await openShareTab();
    await person.type(title(), 'Chicken soup');
    const warning = () => screen.queryByText(/^Pickup goes on until then/);
    expect(warning()).toBeNull();
    const day = screen.getByRole('combobox', { name: "Don't eat after: choose a day" });
    await person.selectOptions(day, 'today');
    expect(warning()).toBeTruthy();
  });

  it('opens the details for any other date', async () => {
    const { user: person } = await openShareTab();
    await person.type(title(), 'Chicken soup');
    await person.selectOptions(
      screen.getByRole('combobox', { name: "Don't eat after: choose a day" }),
      'Choose a date…',
    );
    expect(document.activeElement).toBe(screen.getByLabelText(/^Don't eat after/, { selector: 'input' }));
  });
});

describe('the button that shares', () => {
  it('is in the dock of a phone and shares from there', async () => {
    const dock = document.body.appendChild(document.createElement('div'));
    dock.dataset['dock'] = '';
    const heard = reply(createListing, sharedListing);
    const { user: person, unmount } = await openShareTab();
    expect(share().closest('form')).not.toBeNull();
    act(() => setDockSlot(dock));
    expect(dock.contains(share())).toBe(true);
    await person.click(share());
    expect(await screen.findByText('Title is required')).toBeTruthy();
    await person.type(title(), 'Rolls');
    await person.click(share());
    await waitFor(() => expect(heard).toHaveLength(1));
    unmount();
    setDockSlot(null);
    dock.remove();
  });
});

describe('what was just shared', () => {
  it('can be undone where it is said, and then comes back', async () => {
    reply(createListing, sharedListing);
    const withdrawn = reply(withdrawListing, { ...sharedListing, status: 'withdrawn' });
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(share());
    await person.click(within(await confirmation()).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^You've stopped sharing it/)).toBeTruthy();
    expect(withdrawn).toHaveLength(1);
    expect(title().value).toBe('Rolls');
    expect(localStorage.getItem(draftKey(aDonor().id))).toContain('Rolls');
    // Sharing it again is another effect, not a retry of the first.
    const again = reply(createListing, sharedListing);
    await person.click(share());
    await confirmation();
    expect(again).toHaveLength(1);
  });

  it('says so where an undo finds that some is claimed', async () => {
    reply(createListing, sharedListing);
    reply(withdrawListing, { ...sharedListing, status: 'claimed' });
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(share());
    await person.click(within(await confirmation()).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/Their pickup stays; nothing more is offered/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('makes room for another', async () => {
    reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(share());
    await person.click(within(await confirmation()).getByRole('button', { name: 'Share another' }));
    expect(title().value).toBe('');
  });
});

describe('without a connection', () => {
  it('sends nothing, says so at the button and keeps everything', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await person.click(share());
    expect(await screen.findByText("You're offline, so this isn't shared yet.")).toBeTruthy();
    expect(heard).toHaveLength(0);
    expect(title().value).toBe('Rolls');
    isOnline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText("You're back online.")).toBeTruthy();
    await person.click(share());
    await confirmation();
  });

  it('sends what a browser that says so wrongly shares: replies come', async () => {
    const heard = reply(createListing, sharedListing);
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => isOnline.mockRestore());
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(share());
    await confirmation();
    expect(heard).toHaveLength(1);
  });
});

describe('"Share again"', () => {
  const past = (nth: number, known: Parameters<typeof aListing>[0]) =>
    aListing({
      id: `0198a0aa-0000-7000-8000-00000000010${nth}`,
      donorId: aDonor().id,
      status: 'expired',
      photos: [],
      ...known,
    });

  it('fills the card from the last listing that is over in one tap, and then offers those before it', async () => {
    const [soup, rolls] = [past(1, { title: 'Soup' }), past(2, { title: 'Rolls' })];
    const running = past(3, { title: 'Bread', status: 'posted' });
    reply(getListing, ({ params }) => (params['id'] === soup.id ? soup : rolls));
    const { user: person } = await openShareTab({
      earlier: [running, soup, past(4, { title: 'Soup' }), rolls],
    });
    await person.click(await screen.findByRole('button', { name: 'Share again: Soup' }));
    expect(await screen.findByDisplayValue('Soup')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Share again/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bread' })).toBeNull();
    await person.click(button('Rolls'));
    expect(await screen.findByDisplayValue('Rolls')).toBeTruthy();
  });

  it('is not offered without an earlier share', async () => {
    await openShareTab({ earlier: [past(3, { title: 'Bread', status: 'posted' })] });
    expect(screen.queryByRole('button', { name: /^Share again/ })).toBeNull();
  });
});
