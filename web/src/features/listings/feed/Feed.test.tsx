import { type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow, ME_ID } from '#web/testing/samples.ts';
import { applyLiveStatus } from '../listings.queries.ts';
import { type FeedFilter, NO_FILTER } from '../search/feed-filter.ts';
import { Feed } from './Feed.tsx';

beforeEach(() => setCommunity(aCommunity()));

const feed = (said: Partial<FeedFilter> = {}, avoids: Listing['allergens'] = []) =>
  renderWithProviders(
    <Feed
      claimedIds={new Set()}
      filter={{ ...NO_FILTER, ...said }}
      onFilter={() => {}}
      me={{ id: ME_ID, allergens: avoids ?? [] }}
      renderAction={(listing, isGone) => <p>{isGone ? 'gone' : `${listing.status} to others`}</p>}
      emptyAction={<button type="button">One action</button>}
    />,
  );
const ends = (hours: number): Partial<Listing> => ({ expiryDate: hoursFromNow(hours) });

it('shows a card with everything needed to decide', async () => {
  reply(listListings, [aListing({ title: 'Rye bread', ...ends(1.58) })]);
  feed();
  expect((await screen.findByRole('link', { name: 'Rye bread' })).getAttribute('href')).toMatch(
    /^\/\?listing=/,
  );
  expect(screen.getByText(/^Expires Very Soon/)).toBeTruthy();
  expect(screen.getByText(/1 h 3\d min left$/)).toBeTruthy();
  expect(screen.getByText('Ana R.')).toBeTruthy();
  expect(screen.getByText('about 5 min walk')).toBeTruthy();
  expect(screen.queryByText('0.4 km')).toBeNull();
  expect(screen.getByText('4 servings')).toBeTruthy();
  expect(screen.getByText(/^Pick up (today, until|until tomorrow,) /)).toBeTruthy();
});

it('says what is in food that is claimed in one tap', async () => {
  reply(listListings, [
    aListing({ title: 'Cake', allergens: ['milk', 'eggs'] }),
    aListing({ title: 'Stew', allergens: null }),
    aListing({ title: 'Pears', allergens: [] }),
  ]);
  feed();
  const card = async (title: string) => (await screen.findByRole('link', { name: title })).closest('article');
  expect((await card('Cake'))?.textContent).toContain('with milk, eggs');
  expect((await card('Stew'))?.textContent).toContain('Allergens not said: ask');
  expect((await card('Pears'))?.textContent).not.toMatch(/with|Allergens|allergens/);
});

it('says to who avoids something what else is in food', async () => {
  reply(listListings, [aListing({ title: 'Bars', allergens: ['gluten', 'tree_nuts', 'milk'] })]);
  feed({}, ['milk']);
  const card = (await screen.findByRole('link', { name: 'Bars' })).closest('article');
  expect(card?.textContent).toContain('Contains milk');
  expect(card?.textContent).toContain('with gluten, tree nuts');
});

it('says the whole pickup to who comes tonight, as the sheet does', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 4, 5, hour)).toISOString();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(12)) });
  setCommunity(aCommunity({ timeZone: 'UTC' }));
  reply(listListings, [
    aListing({ title: 'Chili', availableFrom: at(15), availableUntil: at(18), expiryDate: at(18) }),
    aListing({ title: 'Rolls', availableFrom: at(19), availableUntil: at(21), expiryDate: at(21) }),
  ]);
  feed({ q: 'food', when: 'tonight' });
  expect(await screen.findByText('Pick up today, 3–6 PM')).toBeTruthy();
  expect(screen.getByText('Pick up today, 7–9 PM')).toBeTruthy();
  vi.useRealTimers();
});

it('leads from the third card of one giver to all their food under the same filter', async () => {
  const bakery = aListing({ title: 'Rye bread' });
  const buns = aListing({ title: 'Buns', donorId: bakery.donorId, moreFromGiver: 9 });
  reply(listListings, [{ ...bakery, moreFromGiver: 0 }, buns]);
  feed({ q: 'bread' });
  const more = await screen.findByRole('link', { name: 'and 9 more from Ana R.' });
  expect(more.getAttribute('href')).toBe(`/?q=bread&donor=${bakery.donorId}`);
  expect(screen.getAllByRole('link', { name: /more from/ })).toHaveLength(1);
});

it.each([
  [/^Expires Soon · /, 5],
  [/^Expires (Today · |tomorrow, )/, 20],
  [/^Expires (Tomorrow · |[A-Z][a-z]+, )/, 40],
  [/^Fresh$/, 60],
])('says "%s" with %i hours left', async (label, hours) => {
  reply(listListings, [aListing(ends(hours))]);
  feed();
  expect(await screen.findByText(label)).toBeTruthy();
});

it.each([
  ['critical', 1.5, /left$/, 'bg-tomato'],
  ['urgent', 5, /^Expires Soon/, 'bg-orange-soft'],
  ['today', 20, /^Expires/, 'bg-amber-soft'],
])('highlights %s cards by the color of their badge', async (_level, hours, label, color) => {
  reply(listListings, [aListing(ends(hours))]);
  feed();
  expect((await screen.findByText(label)).className).toContain(color);
});

it("offers no action on the user's own food but labels it as theirs", async () => {
  reply(listListings, [aListing({ donorId: ME_ID })]);
  feed();
  expect(await screen.findByText('Your listing')).toBeTruthy();
  expect(screen.queryByText('posted to others')).toBeNull();
});

it('requests with the selected filters', async () => {
  const asked = reply(listListings, []);
  feed({
    freshness: 'urgent',
    q: 'goat cheese',
    category: 'dairy_eggs',
    diets: ['vegetarian', 'halal'],
    withoutAllergens: ['eggs', 'soy'],
    withinKm: 5,
  });
  expect(await screen.findByText('No Food Available')).toBeTruthy();
  expect(asked[0]?.query.toString()).toBe(
    'freshness=urgent&q=goat+cheese&category=dairy_eggs&diets=vegetarian&diets=halal&withoutAllergens=eggs&withoutAllergens=soy&radiusKm=5&reach=near&limit=24&arranged=true',
  );
});

it('offers its one action where nothing at all is offered', async () => {
  const asked = reply(listListings, []);
  feed();
  expect(await screen.findByRole('button', { name: 'One action' })).toBeTruthy();
  expect(asked[0]?.query.toString()).toBe('freshness=all&reach=near&limit=24&arranged=true');
});

it('says so where everyone is too far away, and lists their food after a tap, without its action', async () => {
  reply(
    listListings,
    ({ query }) => (query.get('reach') === 'far' ? [aListing({ title: 'Bagels', distanceKm: 6380 })] : []),
    { 'X-Far-Count': '1' },
  );
  const { user, queryClient } = feed();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ latitude: 52.5, longitude: 13.4 }));
  expect(
    await screen.findByText(/^No one near you is on OpenLarder yet\. Be the first to share\.$/),
  ).toBeTruthy();
  expect(screen.queryByText('Bagels')).toBeNull();
  await user.click(await screen.findByRole('button', { name: '1 item more than 50 km away' }));
  expect(await screen.findByRole('link', { name: 'Bagels' })).toBeTruthy();
  expect(screen.queryByText('posted to others')).toBeNull();
});

it('warns of allergens the person avoids, and of no others', async () => {
  reply(listListings, [
    aListing({ title: 'Quiche', allergens: ['gluten', 'milk', 'eggs'] }),
    aListing({ title: 'Apples', allergens: [] }),
    aListing({ title: 'Soup', allergens: null }),
  ]);
  feed({}, ['milk', 'eggs', 'fish']);
  expect((await screen.findByText(/which you avoid/)).textContent).toBe(
    'Contains milk and eggs, which you avoid',
  );
  expect(screen.getByRole('link', { name: 'Apples' }).closest('article')?.textContent).toContain(
    'No common allergens',
  );
});

it('says how much is left of a lot, and which diets it suits', async () => {
  reply(listListings, [
    aListing({ isBulk: true, estimatedServings: 50, servingsLeft: 34, diets: ['vegan', 'kosher'] }),
  ]);
  feed({ q: 'bread' });
  expect(await screen.findByText('34 left of 50')).toBeTruthy();
  expect(screen.getByText('vegan, kosher')).toBeTruthy();
});

it('describes a photo to screen readers', async () => {
  const photo = {
    objectPath: '/objects/a',
    thumbhash: null,
    width: 4,
    height: 3,
    caption: 'Six round loaves',
  };
  reply(listListings, [aListing({ photos: [photo] })]);
  feed();
  expect(await screen.findByAltText('Six round loaves')).toBeTruthy();
});

it('follows the Link header to the next page', async () => {
  const asked = reply(listListings, [aListing({ title: 'First' })], {
    Link: '</api/food-listings?cursor=two>; rel="next"',
  });
  const { user } = feed({ freshness: 'fresh' });
  await screen.findByText('First');
  const next = reply(listListings, [aListing({ title: 'Second' })]);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Second')).toBeTruthy();
  expect(screen.getByText('First')).toBeTruthy();
  expect(next[0]?.query.get('cursor')).toBe('two');
  expect(asked).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows an error and tries again', async () => {
  replyError(listListings, 503, { code: 'away', message: 'Please try again in a moment.' });
  const { user } = feed();
  expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
  reply(listListings, [aListing({ title: 'Here it is' })]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Here it is')).toBeTruthy();
});

it('updates a card in place on a live change, and keeps it although the feed no longer contains it', async () => {
  const [taken, other] = [aListing({ title: 'Taken' }), aListing({ title: 'Other' })];
  reply(listListings, [taken, other]);
  const { queryClient } = feed();
  await screen.findByText('Taken');
  const again = reply(listListings, [other]);
  applyLiveStatus(queryClient, { listingId: taken.id, status: 'claimed' });
  void queryClient.invalidateQueries(queriesOf(listListings));
  await waitFor(() => expect(again).toHaveLength(2));
  expect(await screen.findByText('gone')).toBeTruthy();
  expect(screen.getAllByRole('article').map((card) => card.querySelector('h3')?.textContent)).toEqual([
    'Taken',
    'Other',
  ]);
});
