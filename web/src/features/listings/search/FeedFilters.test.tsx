import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { getUser, updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { currentUserQuery, useCurrentUser } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing } from '#web/testing/samples.ts';
import { Feed } from '../feed/Feed.tsx';
import { FeedCount, GiverChip } from '../feed/FeedSummary.tsx';
import { feedQuery } from '../listings.queries.ts';
import { FeedFilters } from './FeedFilters.tsx';
import { useFeedFilter } from './feed-filter.ts';
import { SearchField } from './SearchField.tsx';

/** The feed and its filters, combined as in DiscoverTab. */
function Finding({ me = aUser({ latitude: 40.76, longitude: -73.98 }) }) {
  const [filter, setFilter] = useFeedFilter();
  const page = useInfiniteQuery(feedQuery(filter)).data?.pages[0];
  return (
    <>
      <FeedCount page={page} />
      <SearchField q={filter.q} onSearch={(q) => setFilter({ ...filter, q })} />
      {filter.donorId && <GiverChip page={page} onEveryone={() => setFilter({ ...filter, donorId: null })} />}
      <FeedFilters filter={filter} me={me} onChange={setFilter} />
      <Feed
        claimedIds={new Set()}
        filter={filter}
        onFilter={setFilter}
        me={me}
        renderAction={() => null}
        emptyAction={<p>Share</p>}
      />
    </>
  );
}
beforeEach(() => {
  setCommunity(aCommunity());
  reply(updateProfile, aUser());
});

const bread = aListing({ title: 'Rye bread' });
const soup = aListing({ title: 'Lentil soup' });
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const serve = () =>
  reply(listListings, ({ query }) => (query.get('q') ? [bread] : [bread, soup]), { 'X-Total-Count': '12' });

it('searches after a pause in typing, keeps the search in the address and shows the number of results', async () => {
  const asked = serve();
  const { user, location } = renderWithProviders(<Finding />);
  await screen.findByText('Lentil soup');
  await user.type(screen.getByRole('searchbox', { name: 'Search food' }), 'bread');
  await waitFor(() => expect(screen.queryByText('Lentil soup')).toBeNull());
  const searches = asked.filter(({ query }) => query.get('order') === null);
  expect(searches.map(({ query }) => query.get('q'))).toEqual([null, 'bread']);
  expect(location.history).toEqual(['/', '/?q=bread']);
  expect(announced()).toContain('12 found for “bread”');
});

it('searches on Enter, and Back clears the field and the search', async () => {
  serve();
  const { user, location } = renderWithProviders(<Finding />);
  await screen.findByText('Lentil soup');
  await user.type(screen.getByRole('searchbox'), 'rye{Enter}');
  expect(location.history.at(-1)).toBe('/?q=rye');
  await waitFor(() => expect(screen.queryByText('Lentil soup')).toBeNull());
  location.navigate('/');
  expect(await screen.findByText('Lentil soup')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it('starts with the filter in the address', async () => {
  const asked = serve();
  renderWithProviders(<Finding />, { at: '/?q=rye&freshness=urgent&diet=vegan&within=5&category=cats' });
  await screen.findByText('Rye bread');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('rye');
  expect(screen.getByRole('button', { name: 'Critical', pressed: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Filters 2 selected' })).toBeTruthy();
  expect(asked.map(({ query }) => query.toString())).toEqual([
    'freshness=urgent&q=rye&diets=vegan&radiusKm=5&reach=near&limit=24&arranged=true',
  ]);
});

it.each([
  ['Expiring Soon', 'expiring-soon'],
  ['Critical', 'urgent'],
  ['Fresh', 'fresh'],
] as const)('has "%s" beside "All Food", which asks for %s', async (label, freshness) => {
  const asked = serve();
  const { user } = renderWithProviders(<Finding />);
  const chips = within(screen.getByRole('group', { name: 'How soon to eat it' })).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    'All Food',
    'Expiring Soon',
    'Critical',
    'Fresh',
  ]);
  await user.click(screen.getByRole('button', { name: label, pressed: false }));
  await waitFor(() => expect(asked.at(-1)?.query.get('freshness')).toBe(freshness));
  await user.click(screen.getByRole('button', { name: 'All Food', pressed: false }));
  expect(await screen.findByRole('button', { name: label, pressed: false })).toBeTruthy();
});

it('lists the nearest first by one tap, and again what ends soonest by another', async () => {
  const asked = serve();
  const { user, location } = renderWithProviders(<Finding />);
  await screen.findByText('Lentil soup');
  await user.click(screen.getByRole('button', { name: 'Nearest first', pressed: false }));
  await waitFor(() => expect(asked.at(-1)?.query.get('order')).toBe('nearest'));
  expect(location.history.at(-1)).toBe('/?order=nearest');
  await user.click(await screen.findByRole('button', { name: 'Nearest first', pressed: true }));
  await waitFor(() => expect(location.history.at(-1)).toBe('/'));
});

it('neither orders nor limits by distance for a person without a place', async () => {
  const asked = serve();
  const me = aUser();
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  renderWithProviders(<Finding me={me} />, { at: '/?order=nearest&within=8', queryClient });
  await screen.findByText('Lentil soup');
  const { query } = asked[0] ?? {};
  expect([query?.get('order'), query?.get('radiusKm')]).toEqual([null, null]);
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
});

it('brings "Nearest first" into sight again, whatever stands before it', async () => {
  const scrolled: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  serve();
  renderWithProviders(<Finding />, { at: '/?when=tonight&order=nearest' });
  await screen.findByText('Lentil soup');
  expect(scrolled).toEqual(['Nearest first']);
});

it('offers each distance once, as it is said in miles: the radius of the person if it is round, or what is chosen', async () => {
  const meta = document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name: 'region', content: '{"country":"GB","currency":"GBP","usesMiles":true}' });
  onTestFinished(() => meta.remove());
  const asked = serve();
  const me = aUser({ latitude: 40.76, longitude: -73.98, radiusKm: 10 });
  const { user } = renderWithProviders(<Finding me={me} />, { at: '/?within=8' });
  await user.click(await screen.findByRole('button', { name: 'Filters 1 selected' }));
  const chips = await screen.findAllByRole('button', { name: /^Within / });
  expect(chips.map(({ textContent }) => textContent)).toEqual(
    ['0.5 mi', '1 mi', '3 mi', '5 mi', '15 mi'].map((distance) => `Within ${distance}`),
  );
  await user.click(screen.getByRole('button', { name: 'Within 3 mi' }));
  await waitFor(() => expect(Number(asked.at(-1)?.query.get('radiusKm'))).toBeCloseTo(4.83, 2));
});

it('asks when one can come, keeps that in the address and is pressed again for any time', async () => {
  const asked = reply(listListings, ({ query }) => (query.get('when') ? [] : [bread, soup]));
  const { user, location } = renderWithProviders(<Finding />);
  await screen.findByText('Lentil soup');
  const group = within(screen.getByRole('group', { name: 'When can you come?' }));
  await user.click(group.getByRole('button', { name: 'Tonight', pressed: false }));
  expect(await screen.findByText(/^Nothing can be picked up tonight/)).toBeTruthy();
  expect(asked.map(({ query }) => query.get('when'))).toContain('tonight');
  expect(location.history.at(-1)).toBe('/?when=tonight');
  await user.click(group.getByRole('button', { name: 'Tomorrow' }));
  expect(location.history.at(-1)).toBe('/?when=tomorrow');
  await user.click(await screen.findByRole('button', { name: /^Show \d+ at any time$/ }));
  await waitFor(() => expect(location.history.at(-1)).toBe('/'));
  await user.click(group.getByRole('button', { name: 'Now' }));
  await user.click(group.getByRole('button', { name: 'Now', pressed: true }));
  expect(location.history.at(-1)).toBe('/');
});

it('clears the search by its button and moves focus back to the field', async () => {
  serve();
  const { user, location } = renderWithProviders(<Finding />, { at: '/?q=rye' });
  await screen.findByText('Rye bread');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('Lentil soup')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  expect(location.history.at(-1)).toBe('/');
});

it('offers what a search without results finds with one limit less, and to clear all', async () => {
  reply(listListings, ({ query }) => (query.get('q') && query.get('radiusKm') ? [] : [bread, soup]));
  const { user, location } = renderWithProviders(<Finding />, { at: '/?q=durian&within=1' });
  expect(await screen.findByText('No Food Available')).toBeTruthy();
  expect(screen.getByText('Nothing for “durian” fits this right now: within 1 km.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Show 2 farther away' }));
  expect(location.history.at(-1)).toBe('/?q=durian');
});

it('clears all that hides food but what the person avoids', async () => {
  reply(listListings, []);
  const me = aUser({ latitude: 40.76, longitude: -73.98, diets: ['vegan'], allergens: ['milk'] });
  const at = '/?q=durian&when=tonight&freshness=urgent&diet=vegan&without=milk';
  const { user, location } = renderWithProviders(<Finding me={me} />, { at });
  await user.click(await screen.findByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(location.history.at(-1)).toBe('/?without=milk'));
});

it('shows “1,000+” where the server stops counting', async () => {
  reply(listListings, [bread], { 'X-Total-Count': '1000' });
  renderWithProviders(<Finding />);
  expect((await screen.findAllByText('1,000+ items available')).length).toBeGreaterThan(0);
});

it("shows one giver's food from their third card, and everyone's again by the chip that names them", async () => {
  const asked = reply(listListings, ({ query }) =>
    query.get('donorId') ? [bread] : [{ ...bread, moreFromGiver: 9 }, soup],
  );
  const { user, location } = renderWithProviders(<Finding />, { at: '/?q=rye' });
  await user.click(await screen.findByRole('link', { name: 'and 9 more from Ana R.' }));
  await waitFor(() => expect(screen.queryByText('Lentil soup')).toBeNull());
  expect(asked.at(-1)?.query.toString()).toBe(
    `freshness=all&q=rye&reach=near&donorId=${bread.donorId}&limit=24&arranged=true`,
  );
  await user.click(screen.getByRole('button', { name: "From Ana R. Show everyone's food" }));
  expect(await screen.findByText('Lentil soup')).toBeTruthy();
  expect(location.history.at(-1)).toBe('/?q=rye');
});

it('opens a card over the filtered feed', async () => {
  serve();
  renderWithProviders(<Finding />, { at: '/?q=rye&diet=vegan' });
  const card = await screen.findByRole('link', { name: 'Rye bread' });
  expect(card.getAttribute('href')).toBe(`/?q=rye&diet=vegan&listing=${bread.id}`);
});

it('closes with what it found, and gives the focus back', async () => {
  serve();
  const { user, location } = renderWithProviders(<Finding />);
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(sheet.getByRole('button', { name: 'bakery items' }));
  expect(location.history.at(-1)).toBe('/?category=bakery_items');
  await user.click(await sheet.findByRole('button', { name: 'Show 12 items' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters 1 selected' }));
});

it('has its buttons in their places before the first choice', async () => {
  serve();
  const { user, location } = renderWithProviders(<Finding />);
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  const clear = sheet.getByRole('button', { name: 'Clear Filters' });
  expect(clear.getAttribute('aria-disabled')).toBe('true');
  await user.click(sheet.getByRole('button', { name: 'vegan' }));
  expect(clear.getAttribute('aria-disabled')).toBe('false');
  await user.click(clear);
  expect(location.history.at(-1)).toBe('/');
  await user.click(sheet.getByRole('button', { name: 'Undo' }));
  expect(location.history.at(-1)).toBe('/?diet=vegan');
});

/** Filters of a person who has saved milk, with the profile as the server keeps it, and what was sent there. */
async function openFilters(at = '/') {
  serve();
  const me = aUser({ latitude: 40.76, longitude: -73.98, allergens: ['milk'] });
  const sent = reply(updateProfile, ({ body }) => ({ ...me, ...(body as Partial<typeof me>) }));
  reply(getUser, me);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  const Mine = () => <Finding me={useCurrentUser()} />;
  const { user } = renderWithProviders(<Mine />, { queryClient, at });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: /^Filters/ }));
    return within(await screen.findByRole('dialog', { name: 'Filters' }));
  };
  return { user, open, sheet: await open(), saved: () => sent.map(({ body }) => body) };
}

it('saves what is chosen that a person eats and avoids, and forgets a slip, but nothing saved before', async () => {
  const { user, sheet, saved } = await openFilters();
  expect(sheet.getByText('We keep this in your profile. Only you see it.')).toBeTruthy();
  for (const chip of ['peanuts', 'vegan', 'peanuts', 'milk'])
    await user.click(sheet.getByRole('button', { name: chip }));
  expect(await sheet.findByText('Saved in your profile. Only you see it.')).toBeTruthy();
  await waitFor(() =>
    expect(saved()).toEqual([
      { diets: [], allergens: ['milk', 'peanuts'] },
      { diets: ['vegan'], allergens: ['milk', 'peanuts'] },
      { diets: ['vegan'], allergens: ['milk'] },
    ]),
  );
});

it('keeps a choice for now by one tap, also when the sheet opens again, and saves it by another', async () => {
  const { user, open, sheet, saved } = await openFilters();
  await user.click(sheet.getByRole('button', { name: 'peanuts' }));
  await user.click(await sheet.findByRole('button', { name: 'Only for now' }));
  await waitFor(() => expect(saved().at(-1)).toEqual({ diets: [], allergens: ['milk'] }));
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await open();
  expect(again.getByText('Only for now. Your profile stays as it was.')).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'soy' }));
  expect(saved()).toHaveLength(2);
  await user.click(again.getByRole('button', { name: 'Remember this for me' }));
  await waitFor(() => expect(saved().at(-1)).toEqual({ diets: [], allergens: ['milk', 'peanuts', 'soy'] }));
});

it('says that saving failed, and saves by another tap', async () => {
  const { user, sheet } = await openFilters();
  replyError(updateProfile, 503, { code: 'unavailable', message: 'Please try again in a moment.' });
  await user.click(sheet.getByRole('button', { name: 'peanuts' }));
  expect((await sheet.findByRole('alert')).textContent).toBe('Please try again in a moment.');
  expect(sheet.queryByText('Saved in your profile. Only you see it.')).toBeNull();
  const sent = reply(updateProfile, aUser({ allergens: ['milk', 'peanuts'] }));
  await user.click(sheet.getByRole('button', { name: 'Remember this for me' }));
  expect(await sheet.findByText('Saved in your profile. Only you see it.')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ diets: [], allergens: ['milk', 'peanuts'] }]);
});

it('asks for a place before it filters by distance', async () => {
  serve();
  const { user } = renderWithProviders(<Finding me={aUser()} />);
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  expect(sheet.getByText("Set your location to see what's closest.")).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Set my location' }).getAttribute('href')).toBe('/?sheet=location');
  expect(sheet.queryByRole('button', { name: /km/ })).toBeNull();
});

it.each([
  ['Back', '/?without=gluten', '/?without=gluten&without=milk'],
  ['Close', '/', '/?without=milk'],
])('keeps what was chosen in the sheet when %s closes it over %s', async (way, at, after) => {
  serve();
  window.history.pushState(null, '', at);
  const { user } = renderWithProviders(
    <Router hook={useBrowserLocation} searchHook={useBrowserSearch}>
      <Finding />
    </Router>,
  );
  const sheets = () => (window.history.state as { readonly sheets?: number } | null)?.sheets;
  await user.click(await screen.findByRole('button', { name: /^Filters/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await waitFor(() => expect(sheets()).toBe(1));
  await user.click(sheet.getByRole('button', { name: 'soy' }));
  await user.click(sheet.getByRole('button', { name: 'soy' }));
  await user.click(sheet.getByRole('button', { name: 'milk' }));
  expect(sheets()).toBe(1);
  if (way === 'Back') act(() => window.history.back());
  else await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(sheets()).toBeUndefined());
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(after));
  const chosen = at === '/' ? 1 : 2;
  expect(screen.getByRole('button', { name: `Filters ${chosen} selected` })).toBeTruthy();
});
