import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { createListing } from '@openlarder/domain/listings/listing-contract.ts';
import { requestUpload } from '@openlarder/domain/photos/photo-contract.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aDonor, openShareTab, sharedListing } from '#web/testing/share-tab.tsx';
import { withResolvers } from '#web/testing/with-resolvers.ts';

const user = aDonor();
const { id: listingId } = sharedListing;

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'What kind of food?' });
const shareButton = () => screen.getByRole('button', { name: 'Share Food' });

/** The instants a request carried, as milliseconds from now. */
function timesIn(body: unknown, openedAtMs: number) {
  const entries = Object.entries(body ?? {});
  return Object.fromEntries(
    entries
      .filter(([name]) => /^(available|bestBy|expiry)/.test(name))
      .map(([name, value]) => [name, Date.parse(String(value)) - openedAtMs]),
  );
}

describe('the share tab', () => {
  it('shows the placeholder picture for a title', async () => {
    const { user: person } = await openShareTab();
    expect(screen.getByText("or we'll show this one")).toBeTruthy();
    const standIn = () => screen.getByRole('form').querySelector('img')?.src;
    expect(standIn()).toBeUndefined();
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Chicken soup');
    expect(standIn()).toMatch(/\/soup\.webp$/);
  });

  it('names the zone of the pickup times to whom another clock shows', async () => {
    const meta = document.head.appendChild(document.createElement('meta'));
    Object.assign(meta, { name: 'time-zone', content: 'Asia/Kathmandu' });
    await openShareTab();
    expect(screen.getByText('Times are in Nepal Time.')).toBeTruthy();
    meta.remove();
  });

  it('needs only a title if the location is known, and says what was shared in its place', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    onTestFinished(() => scrollTo.mockRestore());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:30:00Z') });
    const heard = reply(createListing, sharedListing);
    const openedAtMs = Date.now();
    const { user: person } = await openShareTab();
    const sharesAsked = reply(listUserListings, []);
    await person.type(title(), 'Rolls');
    await person.click(shareButton());
    const confirmed = await screen.findByRole('region', { name: 'Just shared' });
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0 });
    expect(confirmed.textContent).toMatch(/Sourdough loaves, 4 servings, /);
    expect(document.activeElement?.textContent).toBe('Shared. Thank you!');
    expect(screen.getByRole('link', { name: 'See your listing' }).getAttribute('href')).toBe(
      `/?tab=share&listing=${listingId}`,
    );
    // The new listing belongs in the list of the person's shares too.
    await waitFor(() => expect(sharesAsked).toHaveLength(1));
    expect(confirmed.textContent).toContain("We'll let you know when someone claims it.");

    const [request] = heard;
    expect(request?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(request?.body).toMatchObject({
      title: 'Rolls',
      category: 'bakery_items',
      estimatedServings: 1,
      pickupLocation: '123 W 45th St',
      latitude: 40.7577,
      longitude: -73.9857,
      imageUrls: [],
      sharePlaceAtOnce: false,
    });
    const times = timesIn(request?.body, openedAtMs);
    const around = (ms: number) => expect.closeTo(ms / MINUTE_MS, 0);
    expect(Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ms / MINUTE_MS]))).toEqual({
      availableFrom: around(30 * MINUTE_MS),
      availableUntil: around(8 * HOUR_MS),
      bestByDate: around(2 * DAY_MS),
      expiryDate: around(3 * DAY_MS),
    });
  });

  it('updates the dates with the category until they are set by hand', async () => {
    const { user: person } = await openShareTab();
    const bestBy = () => screen.getByLabelText<HTMLInputElement>('Best by').value;
    expect(screen.getByText('Expires Tomorrow')).toBeTruthy();
    await person.selectOptions(category(), 'pantry_staples');
    expect(screen.getByText('Fresh')).toBeTruthy();
    expect(screen.getByText(/^Share unopened packages/)).toBeTruthy();

    fireEvent.change(screen.getByLabelText('Best by'), { target: { value: '2030-05-01T12:00' } });
    expect(screen.getByLabelText<HTMLInputElement>(/Don't eat after/).value).toBe('2030-05-02T12:00');
    await person.selectOptions(category(), 'prepared_meals');
    expect(bestBy()).toBe('2030-05-01T12:00');
  });

  it('shows freshness by the best-by date', async () => {
    const { user: person } = await openShareTab();
    await person.click(screen.getByRole('button', { name: 'In a week' }));
    expect(screen.getByText('Fresh')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Best by'), { target: { value: '2020-01-01T12:00' } });
    expect(screen.getByText('Expired')).toBeTruthy();
  });

  it('sends the same again after a lost answer, however much later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:30:00Z') });
    const sent: { readonly body: unknown; readonly key: string | null }[] = [];
    api.use(
      http.post('*/api/food-listings', async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
        return sent.length === 1 ? HttpResponse.error() : HttpResponse.json(sharedListing, { status: 201 });
      }),
    );
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(shareButton());
    await screen.findByText(/Trying again won't share it twice/);
    vi.setSystemTime(Date.now() + 25 * MINUTE_MS);
    await person.click(shareButton());
    await screen.findByRole('region', { name: 'Just shared' });
    expect(sent[1]).toEqual(sent[0]);
    vi.useRealTimers();
  });

  it('hints at a title with the own street and number, and shares it all the same', async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.click(screen.getByRole('button', { name: /^Neighbors see/ }));
    const location = screen.getByRole('textbox', { name: 'Pickup location' });
    await person.clear(location);
    expect(screen.getByRole('button', { name: /Add the address to pick it up$/ })).toBeTruthy();
    await person.type(location, '12 Mill Lane, Oakham');
    await person.type(title(), 'Soup from Oakham');
    expect(screen.queryByText(/street and number/)).toBeNull();
    await person.type(title(), ' at mill lane 12');
    expect(screen.getByText(/leave your street and number out/)).toBeTruthy();
    expect(title().getAttribute('aria-invalid')).not.toBe('true');
    await person.click(shareButton());
    await expect.poll(() => heard.length).toBe(1);
  });

  it('reads the pickup window back, and refuses one that ends before it begins', async () => {
    await openShareTab();
    expect(screen.getByText(/^Neighbors will see: Pick up /)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Available until'), { target: { value: '2020-01-01T12:00' } });
    expect(screen.queryByText(/^Neighbors will see: Pick up /)).toBeNull();
  });

  it("shows each error at its field in the contract's words and focuses the first", async () => {
    const heard = reply(createListing, sharedListing);
    const { user: person } = await openShareTab();
    await person.click(screen.getByRole('button', { name: /^Neighbors see/ }));
    await person.clear(screen.getByRole('textbox', { name: 'Pickup location' }));
    await person.clear(screen.getByLabelText('Servings'));
    fireEvent.change(screen.getByLabelText('Best by'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Available from'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Available until'), { target: { value: '' } });
    await person.click(shareButton());
    for (const sentence of [
      'Title is required',
      'Must be at least 1 serving',
      'Best by date is required',
      'Available from time is required',
      'Available until time is required',
      'Pickup location is required',
    ]) {
      expect(await screen.findByText(sentence)).toBeTruthy();
    }
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }));
    expect(screen.getByText('Please check 6 answers above.')).toBeTruthy();
    expect(heard).toEqual([]);
  });

  it('keeps everything on failure and retries under the same idempotency key', async () => {
    const keys: (string | null)[] = [];
    api.use(
      http.post('*/api/food-listings', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1
          ? HttpResponse.json({ code: 'away', message: 'The server is resting.' }, { status: 503 })
          : HttpResponse.json(sharedListing, { status: 201 });
      }),
    );
    const { user: person } = await openShareTab();
    await person.type(title(), 'Rolls');
    await person.click(shareButton());
    expect(
      (await screen.findAllByText('Failed to share food listing. Please try again.')).length,
    ).toBeGreaterThan(0);
    expect(screen.getByText('The server is resting.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Rolls');
    await person.click(shareButton());
    await screen.findByRole('region', { name: 'Just shared' });
    expect(keys[0]).toBe(keys[1]);
  });

  it('shares with all photos, without pulling back a person who left the form while they upload', async () => {
    const photo = {
      objectPath: '/objects/0198a0aa-0000-7000-8000-000000000003',
      thumbhash: null,
      width: 4,
      height: 3,
    };
    const { promise: stored, resolve: store } = withResolvers<void>();
    reply(requestUpload, { uploadURL: 'http://localhost:3000/upload' });
    api.use(
      http.put('*/upload', () => new HttpResponse(null, { status: 204 })),
      http.put('*/api/food-images', async () => {
        await stored;
        return HttpResponse.json(photo);
      }),
    );
    const heard = reply(createListing, sharedListing);
    const { user: person, location, queryClient, unmount } = await openShareTab();
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Rolls');
    await person.click(screen.getByRole('button', { name: 'Add photos' }));
    const picture = new File([new Uint8Array(8)], 'rolls.jpg', { type: 'image/jpeg' });
    await person.upload(await screen.findByLabelText('Choose photos', { selector: 'input' }), picture);
    await person.click(screen.getByRole('button', { name: 'Done' }));
    await person.click(shareButton());
    await screen.findByRole('button', { name: 'Sharing…' });
    unmount();
    expect(heard).toHaveLength(0);
    store();
    await waitFor(() => expect(heard[0]?.body).toMatchObject({ imageUrls: [photo.objectPath] }));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(location.history?.at(-1)).toBe('/?tab=share');
  });

  it('steps servings by thumb, never below one', async () => {
    const { user: person } = await openShareTab();
    const servings = screen.getByLabelText<HTMLInputElement>('Servings');
    await person.click(screen.getByRole('button', { name: 'One more' }));
    await person.click(screen.getByRole('button', { name: 'One more' }));
    expect(servings.value).toBe('3');
    await person.click(screen.getByRole('button', { name: 'One fewer' }));
    expect(servings.value).toBe('2');
    await person.click(screen.getByRole('button', { name: 'One fewer' }));
    expect(screen.getByRole('button', { name: 'One fewer' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('asks a person without a location for one and stores it', async () => {
    reply(createListing, sharedListing);
    const heard = reply(updateProfile, user);
    const { user: person } = await openShareTab({
      me: {
        ...user,
        location: null,
        latitude: null,
        longitude: null,
        areaLabel: null,
      },
    });
    expect(screen.getByText("Where's your food?")).toBeTruthy();
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Rolls');
    await person.type(screen.getByRole('textbox', { name: 'Pickup location' }), '5 Main St');
    await person.type(screen.getByLabelText('Latitude'), '40.75');
    await person.type(screen.getByLabelText('Longitude'), '-73.99{Enter}');
    await person.click(shareButton());
    await screen.findByRole('region', { name: 'Just shared' });
    expect(heard.map(({ body }) => body)).toEqual([
      { address: '5 Main St', latitude: 40.75, longitude: -73.99 },
    ]);
  });

  it('says who sees the address and when', async () => {
    const { user: person } = await openShareTab();
    const atOnce = screen.getByRole('checkbox', {
      name: 'Share my address automatically when someone claims',
    });
    expect(screen.getByText(/see the address once you tap/)).toBeTruthy();
    await person.click(atOnce);
    expect(screen.getByText(/see the address and instructions right\s+away/)).toBeTruthy();
  });
});
