import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { DiscoverTab } from '#web/screens/home/discover/DiscoverTab.tsx';
import { reply } from '#web/testing/api.ts';
import { hear } from '#web/testing/live.ts';
import { api } from '#web/testing/fake-network.ts';
import { mockMap } from '#web/testing/mock-map.tsx';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow } from '#web/testing/samples.ts';
import { LiveRefresh } from './SignedIn.tsx';

// The map's own reaction to events has tests of its own.
beforeEach(() => {
  mockMap({ MapPanel: () => null });
  setCommunity(aCommunity());
  // the parts beside the feed ask on a machine that is slow enough
  api.use(http.get('*', () => delay('infinite')));
});

const news = (
  { id }: Listing,
  status: Listing['status'],
  type: 'new_food_listing' | 'heat_map_update' = 'heat_map_update',
): ServerMessage => ({ type, data: { listingId: id, status, latitude: null, longitude: null } });

/** Discover with a stand-in socket, for a person at `at`. */
async function discover(at = '/') {
  const queryClient = createQueryClient();
  const me = aUser({ userType: 'recipient' });
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  // asked for again on a machine that is slower than the answer stays fresh
  reply(getUser, me);
  reply(listClaims, []);
  const part = renderWithProviders(
    <LiveProvider onSignedOut={() => {}}>
      <LiveRefresh />
      <DiscoverTab />
    </LiveProvider>,
    { at, queryClient },
  );
  await screen.findAllByRole('article');
  // the row of new food is a request of its own
  await waitFor(() => expect(queryClient.isFetching({ queryKey: [listListings.path] })).toBe(0));
  return part;
}
const titles = () => screen.getAllByRole('article').map((card) => card.querySelector('h3')?.textContent);
const feedList = () => {
  const rows = screen.getAllByRole('article')[0]?.closest('section')?.parentElement;
  if (!rows) throw new Error('The feed has no rows');
  return rows;
};
const scrolledTo = (top: number) => vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);

beforeEach(() => void scrolledTo(0));
afterEach(() => void vi.restoreAllMocks());

const [rye, soup, kale] = [
  aListing({ title: 'Rye', expiryDate: hoursFromNow(30) }),
  aListing({ title: 'Soup', expiryDate: hoursFromNow(50) }),
  aListing({ title: 'Kale', expiryDate: hoursFromNow(40), createdAt: hoursFromNow(0) }),
];

describe('a new listing', () => {
  it('appears without a reload at the top of the page', async () => {
    reply(listListings, [rye, soup]);
    await discover();
    reply(listListings, [kale, rye, soup]);
    await hear(news(kale, 'posted', 'new_food_listing'));
    expect(await screen.findByText('Kale')).toBeTruthy();
    expect(titles()).toEqual(['Kale', 'Rye', 'Soup']);
    // it may stand below the first screen
    expect(screen.getByRole('button', { name: '1 new nearby' })).toBeTruthy();
  });

  it('waits behind “1 new” while the page is scrolled', async () => {
    reply(listListings, [rye, soup]);
    const { user } = await discover();
    scrolledTo(900);
    reply(listListings, [kale, rye, soup]);
    await hear(news(kale, 'posted', 'new_food_listing'));
    const pill = await screen.findByRole('button', { name: '1 new nearby' });
    expect(pill.closest('output')).toBeTruthy();
    expect(titles()).toEqual(['Rye', 'Soup']);
    await user.click(pill);
    expect(titles()).toEqual(['Kale', 'Rye', 'Soup']);
    const row = screen.getByRole('region', { name: 'Just shared' });
    expect(within(row).getAllByRole('link')[0]).toBe(document.activeElement);
    expect(screen.queryByRole('button', { name: '1 new nearby' })).toBeNull();
  });

  it.each([
    ['a pointer is on a card', () => void fireEvent.pointerEnter(feedList())],
    ['a card has the keyboard', () => screen.getByRole('link', { name: 'Rye' }).focus()],
  ])('waits while %s', async (_how, hold) => {
    reply(listListings, [rye, soup]);
    await discover();
    act(hold);
    reply(listListings, [kale, rye, soup]);
    await hear(news(kale, 'posted', 'new_food_listing'));
    expect(await screen.findByRole('button', { name: '1 new nearby' })).toBeTruthy();
    expect(titles()).toEqual(['Rye', 'Soup']);
  });

  it('is fetched with the current search and filters', async () => {
    const asked = reply(listListings, [rye]);
    await discover('/?q=rye&diet=vegan');
    await hear(news(soup, 'posted', 'new_food_listing'));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.query.toString()).toBe(asked[0]?.query.toString());
    expect(titles()).toEqual(['Rye']);
  });
});

describe('a listing claimed by another person', () => {
  it('keeps its place and loses its claim button when the event arrives', async () => {
    reply(listListings, [rye, soup]);
    await discover();
    // The reply of the server is late: only the event itself can be the cause.
    api.use(http.get('*/api/food-listings', () => new Promise<never>(() => {})));
    await hear(news(rye, 'claimed'));
    expect(await screen.findByText('Claimed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim .*Rye$/ })).toBeNull();
    expect(titles()).toEqual(['Rye', 'Soup']);
  });

  it('is not offered again by a reply that was already on its way', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    reply(listListings, [rye, soup]);
    const { queryClient } = await discover();
    let asked = 0;
    api.use(
      http.get('*/api/food-listings', async () => {
        asked += 1;
        await held;
        return HttpResponse.json([rye, { ...soup, servingsLeft: 3 }]);
      }),
    );
    void queryClient.refetchQueries({ queryKey: ['/api/food-listings'] });
    await waitFor(() => expect(asked).toBe(2));
    await hear(news(rye, 'claimed'));
    api.use(http.get('*/api/food-listings', () => new Promise<never>(() => {})));
    await act(async () => release());
    expect(await screen.findByText('3 left of 4')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim .*Rye$/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Claim .*Soup$/ })).toBeTruthy();
  });
});
