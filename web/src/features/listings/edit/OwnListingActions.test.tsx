import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  changeListing,
  getListing,
  type Listing,
  resumeListing,
  withdrawListing,
} from '@openlarder/domain/listings/listing-contract.ts';
import { requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { keepPersonalDataOf } from '#web/lib/personal-storage.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow } from '#web/testing/samples.ts';
import { aDonor } from '#web/testing/share-tab.tsx';
import { listingQuery } from '../listings.queries.ts';
import { OwnListingActions } from './OwnListingActions.tsx';

const photo = {
  objectPath: '/objects/0198a0aa-0000-7000-8000-000000000003',
  thumbhash: null,
  width: 4,
  height: 3,
  caption: 'Two loaves',
};
const mine = (said: Partial<Listing> = {}) =>
  aListing({ donorId: aDonor().id, pickupLocation: '9 Elm St', photos: [photo], ...said });

function open(listing: Listing, compact = false) {
  reply(getArea, { areaLabel: 'Theater District' });
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aDonor());
  setCommunity(aCommunity({ timeZone: 'UTC' }));
  return renderWithProviders(<OwnListingActions listing={listing} compact={compact} />, { queryClient });
}
const button = (name: string) => screen.getByRole('button', { name });
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });

afterEach(() => {
  vi.useRealTimers();
});

describe('editing', () => {
  it('sends only the fields that differ and shows the result immediately', async () => {
    const listing = mine();
    const changed = { ...listing, title: 'Rolls', estimatedServings: 6 };
    const heard = reply(changeListing, changed);
    const { user: person, queryClient } = open(listing);
    await person.click(button('Edit'));
    await screen.findByRole('dialog', { name: 'Edit your listing' });
    await person.clear(title());
    await person.type(title(), 'Rolls');
    await person.click(button('One more'));
    await person.click(button('One more'));
    await person.click(button('Save changes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(heard.map(({ body }) => body)).toEqual([{ title: 'Rolls', estimatedServings: 6 }]);
    expect(queryClient.getQueryData(listingQuery(listing.id).queryKey)).toEqual(changed);
  });

  it('says no other end than the dates themselves', async () => {
    const { user: person } = open(mine({ bestByDate: hoursFromNow(20) }));
    await person.click(button('Edit'));
    expect(await screen.findByText('Add details')).toBeTruthy();
    expect(screen.queryByText('Expires Today')).toBeNull();
  });

  it('sends no request if nothing differs', async () => {
    const heard = reply(changeListing, mine());
    const { user: person } = open(mine());
    await person.click(button('Edit'));
    await person.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(heard).toEqual([]);
  });

  it('asks before it discards changes', async () => {
    const { user: person } = open(mine());
    await person.click(button('Edit'));
    await screen.findByRole('dialog', { name: 'Edit your listing' });
    await person.type(title(), '!');
    await person.keyboard('{Escape}');
    await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(title().value).toBe('Sourdough loaves!');
    await person.keyboard('{Escape}');
    await person.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps what was written over a reload, until it is discarded', async () => {
    keepPersonalDataOf(aDonor().id);
    const listing = mine({ allergens: null });
    const edit = async () => {
      const { user: person, unmount } = open(listing);
      await person.click(button('Edit'));
      await screen.findByRole('dialog', { name: 'Edit your listing' });
      return { person, unmount };
    };
    const first = await edit();
    await first.person.type(title(), '!');
    await first.person.click(button('milk'));
    first.unmount();
    const second = await edit();
    expect(title().value).toBe('Sourdough loaves!');
    expect(button('milk').getAttribute('aria-pressed')).toBe('true');
    await second.person.keyboard('{Escape}');
    await second.person.click(await screen.findByRole('button', { name: 'Discard changes' }));
    second.unmount();
    await edit();
    expect(title().value).toBe('Sourdough loaves');
  });

  it('keeps photos over a reload and a crash, for a day and this person', async () => {
    keepPersonalDataOf(aDonor().id);
    const listing = mine();
    const added = { ...photo, objectPath: '/objects/0198a0aa-0000-7000-8000-000000000004', caption: '' };
    reply(requestUpload, { uploadURL: `${window.location.origin}/api/objects/put/1` });
    api.use(http.put('*/api/objects/put/*', () => new HttpResponse(null, { status: 204 })));
    reply(storePhoto, added);
    const edit = async () => {
      const { user: person, unmount } = open(listing);
      await person.click(button('Edit'));
      await screen.findByRole('dialog', { name: 'Edit your listing' });
      return unmount;
    };
    const photos = async (count: number) =>
      screen.findByRole('button', { name: new RegExp(`^Change photos ?${count}/`) });

    const leave = await edit();
    const files = [new File(['rolls'], 'rolls.jpg', { type: 'image/jpeg' })];
    fireEvent.drop(await photos(1), { dataTransfer: { files, types: ['Files'], getData: () => '' } });
    await photos(2);
    // a crash: nothing unmounts
    await waitFor(() => expect(JSON.stringify(localStorage)).toContain(added.objectPath));
    leave();

    const leaveAgain = await edit();
    await photos(2);
    leaveAgain();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 23 * HOUR_MS });
    const leaveLate = await edit();
    await photos(1);
    expect(screen.getByText('We only keep photos for a day. Please add them again.')).toBeTruthy();
    leaveLate();
    vi.useRealTimers();

    keepPersonalDataOf('another');
    expect(JSON.stringify(localStorage)).not.toContain(added.objectPath);
  });

  it('keeps the kind of claimed food, and lets an amount be counted as before', async () => {
    keepPersonalDataOf(aDonor().id);
    const listing = mine();
    const first = open(listing);
    await first.user.click(button('Edit'));
    expect((await screen.findByLabelText<HTMLSelectElement>('What kind of food?')).disabled).toBe(false);
    await first.user.selectOptions(await screen.findByLabelText('Count rolls, boxes, jars…'), 'boxes');
    first.unmount();
    const { user: person } = open({ ...listing, servingsLeft: 1 });
    await person.click(button('Edit'));
    await screen.findByRole('dialog', { name: 'Edit your listing' });
    await person.selectOptions(screen.getByLabelText('Count something else'), '');
    expect(screen.getByLabelText<HTMLSelectElement>('What kind of food?').disabled).toBe(true);
    expect(screen.queryByLabelText('Count rolls, boxes, jars…')).toBeNull();
  });

  it('closes without asking if nothing changed', async () => {
    const { user: person } = open(mine());
    await person.click(button('Edit'));
    await screen.findByRole('dialog', { name: 'Edit your listing' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("shows the server's message at its field and focuses the field", async () => {
    replyError(changeListing, 422, {
      code: 'check-fields',
      message: 'Please check.',
      fields: { estimatedServings: '3 of them are taken already' },
    });
    const { user: person } = open(mine());
    await person.click(button('Edit'));
    await person.click(await screen.findByRole('button', { name: 'One fewer' }));
    await person.click(button('Save changes'));
    expect(await screen.findByText('3 of them are taken already')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Servings')));
  });

  it.each(['has-claims', 'not-posted'] as const)(
    'shows the reason of a refusal (%s) and keeps the input',
    async (code) => {
      replyError(changeListing, 409, refusalOf(code));
      const { user: person } = open(mine());
      await person.click(button('Edit'));
      await screen.findByRole('dialog', { name: 'Edit your listing' });
      await person.type(title(), '!');
      await person.click(button('Save changes'));
      expect(await screen.findByText(errorSentence(code))).toBeTruthy();
      expect(title().value).toBe('Sourdough loaves!');
    },
  );
});

describe('extending', () => {
  it('takes three taps for an hour', async () => {
    const listing = mine();
    const heard = reply(changeListing, listing);
    const { user: person } = open(listing, true);
    await person.click(button('Options for Sourdough loaves'));
    await person.click(screen.getByRole('menuitem', { name: 'Extend' }));
    await person.click(await screen.findByRole('button', { name: 'Extend' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toEqual({
      availableUntil: new Date(Date.parse(listing.availableUntil) + 3_600_000).toISOString(),
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says which dates move with it', async () => {
    const { user: person } = open(mine({ expiryDate: hoursFromNow(8.5) }));
    await person.click(button('Extend'));
    await person.click(await screen.findByRole('button', { name: '2 hours' }));
    expect(screen.getByText(/“Don't eat after” moves along with it/)).toBeTruthy();
  });

  it('offers only what ends by the use-by date', async () => {
    const bestByDate = hoursFromNow(9.5);
    const { user: person } = open(mine({ dateKind: 'use_by', bestByDate, expiryDate: null }));
    await person.click(button('Extend'));
    expect(await screen.findByRole('button', { name: '1 hour' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '2 hours' })).toBeNull();
    await person.click(button('Choose a time'));
    expect(screen.queryByText(/you can't offer it longer than that/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Available until'), { target: { value: '2099-01-01T12:00' } });
    expect(screen.getByText(/you can't offer it longer than that/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Extend' }).at(-1)).toHaveProperty('disabled', true);
  });

  it('is not offered for what ends with its use-by date', () => {
    const end = hoursFromNow(8);
    open(mine({ dateKind: 'use_by', availableUntil: end, bestByDate: end, expiryDate: end }));
    expect(button('Edit')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Extend' })).toBeNull();
  });
});

it('withdraws after a confirmation', async () => {
  const listing = mine();
  const heard = reply(withdrawListing, { ...listing, status: 'withdrawn' });
  reply(getListing, listing);
  const { user: person } = open(listing);
  await person.click(button('Stop sharing'));
  await screen.findByRole('dialog', { name: 'Stop sharing this food?' });
  await person.click(screen.getAllByRole('button', { name: 'Stop sharing' }).at(-1) ?? document.body);
  await waitFor(() => expect(heard).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers the same listing with the same servings again if the stop is undone', async () => {
  const listing = mine({ estimatedServings: 6, servingsLeft: 4 });
  reply(withdrawListing, { ...listing, estimatedServings: 2, servingsLeft: 0, status: 'claimed' });
  const heard = reply(resumeListing, listing);
  reply(getListing, listing);
  const { user: person, location, queryClient } = open(listing);
  act(() => location.navigate(`/?listing=${listing.id}`));
  await person.click(button('Stop sharing'));
  await person.click(screen.getAllByRole('button', { name: 'Stop sharing' }).at(-1) ?? document.body);
  expect(await screen.findByText('Stopped. Claimed pickups still go ahead.')).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText("You're sharing this food again")).toBeTruthy();
  expect(heard).toMatchObject([{ params: { id: listing.id }, body: { estimatedServings: 6 } }]);
  expect(location.history.at(-1)).toBe(`/?listing=${listing.id}`);
  expect(queryClient.getQueryData(listingQuery(listing.id).queryKey)).toEqual(listing);
});

it.each(['withdrawn', 'expired', 'completed'] as const)(
  'offers to share a listing that is %s again',
  async (status) => {
    const listing = mine({ status });
    const { user: person, location } = open(listing, true);
    await person.click(button('Options for Sourdough loaves'));
    await person.click(screen.getByRole('menuitem', { name: 'Share again' }));
    expect(location.history?.at(-1)).toBe(`/?tab=share&again=${listing.id}`);
  },
);

it('offers of a listing that is fully claimed to correct what is in it, and no other editing', () => {
  open(mine({ status: 'claimed', servingsLeft: 0 }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    "Correct what's in it",
  ]);
});

describe('correcting claimed food', () => {
  const claimed = () => mine({ status: 'claimed', servingsLeft: 0, allergens: null, expiryDate: null });

  it.each([true, false])('sends what differs, and says who is told (menu: %s)', async (compact) => {
    const listing = claimed();
    const heard = reply(changeListing, { ...listing, allergens: ['milk'] });
    const { user: person } = open(listing, compact);
    if (compact) await person.click(button(`Options for ${listing.title}`));
    const role = compact ? 'menuitem' : 'button';
    await person.click(screen.getByRole(role, { name: "Correct what's in it" }));
    await person.click(await screen.findByRole('button', { name: /milk/i }));
    await person.click(button('Save and let them know'));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ allergens: ['milk'] }]));
    expect(await screen.findByText("We've let everyone who's still picking it up know.")).toBeTruthy();
  });

  it('keeps what was entered if it fails', async () => {
    const listing = claimed();
    replyError(changeListing, 409, refusalOf('not-posted'));
    const { user: person } = open(listing);
    await person.click(button("Correct what's in it"));
    await person.click(await screen.findByRole('button', { name: /milk/i }));
    await person.click(button('Save and let them know'));
    expect(await screen.findByText(errorSentence('not-posted'))).toBeTruthy();
    expect(screen.getByRole('button', { name: /milk/i }).getAttribute('aria-pressed')).toBe('true');
  });
});
