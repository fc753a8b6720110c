import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { createListing, getListing } from '@openlarder/domain/listings/listing-contract.ts';
import { requestUpload } from '@openlarder/domain/photos/photo-contract.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { draftKey } from '#web/features/listings/share/share-draft.ts';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aListing } from '#web/testing/samples.ts';
import { aDonor, openShareTab, sharedListing } from '#web/testing/share-tab.tsx';
import { withResolvers } from '#web/testing/with-resolvers.ts';

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
const button = (name: string) => screen.getByRole('button', { name });
const photo = {
  objectPath: '/objects/0198a0aa-0000-7000-8000-000000000003',
  thumbhash: null,
  width: 4,
  height: 3,
  caption: '',
};
const key = draftKey(aDonor().id);

async function writeAndLeave(text = 'Rolls') {
  const { user: person, unmount } = await openShareTab();
  await person.type(title(), text);
  unmount();
}

async function addPhoto(person: Awaited<ReturnType<typeof openShareTab>>['user']) {
  await person.click(button('Add photos'));
  const picture = new File([new Uint8Array(8)], 'rolls.jpg', { type: 'image/jpeg' });
  await person.upload(await screen.findByLabelText('Choose photos', { selector: 'input' }), picture);
  await person.click(button('Done'));
}
/** Photos that the server has once this is called. */
const onItsWay = () => {
  const { promise: stored, resolve: store } = withResolvers<void>();
  reply(requestUpload, { uploadURL: 'http://localhost:3000/upload' });
  api.use(
    http.put('*/upload', () => new HttpResponse(null, { status: 204 })),
    http.put('*/api/food-images', async () => {
      await stored;
      return HttpResponse.json(photo);
    }),
  );
  return store;
};

describe('a draft', () => {
  it('is restored, and can be discarded with Undo', async () => {
    await writeAndLeave();
    const { user: person } = await openShareTab();
    expect(title().value).toBe('Rolls');
    expect(screen.getByText('We saved what you wrote.')).toBeTruthy();

    await person.click(button('Start over'));
    expect(title().value).toBe('');
    expect(localStorage.getItem(key)).toBeNull();
    // The pressed button is gone: focus is beside the message.
    expect(document.activeElement?.contains(button('Undo'))).toBe(true);
    await person.click(button('Undo'));
    expect(title().value).toBe('Rolls');
    cleanup();
    await openShareTab();
    expect(title().value).toBe('Rolls');
  });

  it('opens in the form it was written in', async () => {
    const { user: person, unmount } = await openShareTab({ at: '/?tab=share&kind=bulk' });
    await person.click(button('Produce'));
    unmount();
    await openShareTab();
    expect(screen.getByRole('tab', { name: 'Bulk Donation' }).getAttribute('aria-selected')).toBe('true');
    expect(title().value).toBe('Boxes of fruit and vegetables');
  });

  it('is shared with current times, however long the form was open', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    // tomorrow in the morning: from then on there are eight hours until the evening
    const later = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + 10 * HOUR_MS;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    await person.click(button('Share Food'));
    await waitFor(() => expect(heard).toHaveLength(1));
    vi.useRealTimers();
    const { availableUntil } = Object(heard[0]?.body);
    // eight hours from opening it, or the evening before, are over
    expect(Date.parse(availableUntil)).toBeGreaterThan(later);
  });

  it('survives closing the page while it is being shared, with a note', async () => {
    api.use(http.post('*/api/food-listings', () => new Promise<never>(() => {})));
    const { user: person, unmount } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(button('Share Food'));
    await screen.findByRole('button', { name: 'Sharing…' });
    unmount();
    await openShareTab();
    expect(title().value).toBe('Rolls');
    expect(screen.getByText('We were still sending it when you left.')).toBeTruthy();
  });

  it('is not shared twice unknowingly if the first request succeeds late', async () => {
    const { promise: answered, resolve: letIn } = withResolvers<void>();
    api.use(
      http.post('*/api/food-listings', async () => {
        await answered;
        return HttpResponse.json(sharedListing, { status: 201 });
      }),
    );
    const { user: person, unmount } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(button('Share Food'));
    await screen.findByRole('button', { name: 'Sharing…' });
    unmount();
    await openShareTab();
    letIn();
    expect(await screen.findByText('You already shared or cleared this')).toBeTruthy();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('restores its photos, including one that was still uploading', async () => {
    const store = onItsWay();
    const heard = reply(createListing, sharedListing);
    const { user: person, unmount } = await openShareTab();
    await person.type(title(), 'Rolls');
    await addPhoto(person);
    unmount();
    const second = await openShareTab();
    store();
    await screen.findByRole('button', { name: /^Change photos/ });
    expect(screen.queryByText("or we'll show this one")).toBeNull();
    await waitFor(() => expect(localStorage.getItem(key)).toContain(photo.objectPath));
    second.unmount();
    await openShareTab();
    await person.click(button('Share Food'));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({
      title: 'Rolls',
      imageUrls: [photo.objectPath],
      imageCaptions: [''],
    });
  });
});

it('still sends a photo of a form that was left without a connection', async () => {
  const putIn = onItsWay();
  putIn();
  let isConnected = false;
  api.use(
    http.put('*/upload', () =>
      isConnected ? new HttpResponse(null, { status: 204 }) : HttpResponse.error(),
    ),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user: person, unmount } = await openShareTab();
  await person.type(title(), 'Rolls');
  await addPhoto(person);
  await vi.advanceTimersByTimeAsync(30_000);
  unmount();
  isConnected = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(localStorage.getItem(key)).toContain(photo.objectPath));
  vi.useRealTimers();
});

describe('Share again', () => {
  const earlier = aListing({
    title: 'Sourdough loaves',
    donorId: aDonor().id,
    status: 'expired',
    estimatedServings: 12,
    allergens: ['gluten'],
    diets: ['vegetarian'],
    pickupLocation: '9 Elm St',
    sharePlaceAtOnce: true,
    createdAt: '2020-01-01T08:00:00.000Z',
    availableFrom: '2020-01-01T10:00:00.000Z',
    availableUntil: '2020-01-01T12:00:00.000Z',
    bestByDate: '2020-01-02T12:00:00.000Z',
    photos: [{ ...photo, caption: 'Two loaves' }],
  });
  const at = `/?tab=share&again=${earlier.id}`;

  it("copies texts and photos with today's dates", async () => {
    reply(getListing, earlier);
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab({ at });
    expect(screen.getByText('We filled this in from “Sourdough loaves”')).toBeTruthy();
    await screen.findByRole('button', { name: /^Change photos/ });
    await person.click(button('Share Food'));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({
      title: 'Sourdough loaves',
      estimatedServings: 12,
      allergens: ['gluten'],
      diets: ['vegetarian'],
      pickupLocation: '9 Elm St',
      sharePlaceAtOnce: true,
      imageUrls: [photo.objectPath],
      imageCaptions: ['Two loaves'],
    });
    const { bestByDate, availableUntil } = Object(heard[0]?.body);
    expect(Math.min(Date.parse(bestByDate), Date.parse(availableUntil))).toBeGreaterThan(Date.now());
  });

  it('keeps the current draft behind Undo until something else is typed', async () => {
    await writeAndLeave('Soup of the day');
    reply(getListing, { ...earlier, photos: [] });
    const { user: person } = await openShareTab({ at });
    expect(localStorage.getItem(key)).toContain('Soup of the day');
    await person.type(title(), '!');
    await waitFor(() => expect(localStorage.getItem(key)).toContain('Sourdough loaves!'));
    await person.click(button('Undo'));
    expect(await screen.findByDisplayValue('Soup of the day')).toBeTruthy();
  });

  it('never shows the photo of other food, which arrives in the form it was added to', async () => {
    const store = onItsWay();
    reply(getListing, { ...earlier, photos: [] });
    const heard = reply(createListing, sharedListing);
    const tomatoes = await openShareTab();
    await tomatoes.user.type(title(), 'Tomatoes');
    await addPhoto(tomatoes.user);
    tomatoes.unmount();
    const { user: person } = await openShareTab({ at });
    expect(button('Add photos')).toBeTruthy();
    await person.type(title(), '!');
    await waitFor(() => expect(localStorage.getItem(key)).toContain('Sourdough loaves!'));
    store();
    await person.click(button('Undo'));
    expect(await screen.findByDisplayValue('Tomatoes')).toBeTruthy();
    await person.click(button('Share Food'));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toMatchObject({ title: 'Tomatoes', imageUrls: [photo.objectPath] });
  });

  it('copies only what the person entered', async () => {
    reply(getListing, aListing({ title: 'Of someone else' }));
    await openShareTab({ at });
    expect(title().value).toBe('');
  });

  it('does not undo later input when the page reloads', async () => {
    reply(getListing, { ...earlier, photos: [] });
    const { user: person, unmount } = await openShareTab({ at });
    await person.type(title(), ' and rolls');
    unmount();
    await openShareTab({ at });
    expect(title().value).toBe('Sourdough loaves and rolls');
  });
});
