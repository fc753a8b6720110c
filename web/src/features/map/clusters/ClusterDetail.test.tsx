import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { aUser } from '#web/testing/people.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { paths } from '#web/lib/paths.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ClusterDetail, type ClusterDetailProps } from './ClusterDetail.tsx';

const bread = aMapItem({
  availableUntil: '2031-05-04T20:00:00.000Z',
  title: 'Rye bread',
  estimatedServings: 12,
  urgencyLevel: 'high',
});
const need = aMapItem({
  availableFrom: null,
  availableUntil: null,
  title: 'Food needed',
  category: null,
  estimatedServings: null,
  urgencyLevel: 'emergency',
});

function card(
  cluster: MapCluster,
  said: Partial<ClusterDetailProps> = {},
  queryClient = createQueryClient(),
) {
  const props = {
    here: null,
    under: '/?q=rye',
    isFiltered: false,
    onClose: vi.fn(),
    onViewAll: vi.fn(),
    onRespond: null,
    ...said,
  };
  const detail = (shown: MapCluster) => (
    <>
      <button type="button">DraftConflict</button>
      <ClusterDetail cluster={shown} {...props} />
    </>
  );
  return { ...renderWithProviders(detail(cluster), { queryClient }), ...props };
}

const items = () =>
  within(screen.getByRole('region', { name: /^\d+ (item|request)/ })).getAllByRole('list')[0]!.children;

it('focuses its heading when it opens, and says where, when, how far and what is in it', () => {
  const here = { latitude: 40.7465, longitude: -74.0214 };
  const shop = aMapItem({
    ...bread,
    id: 'shop',
    allergens: ['gluten'],
    placeIsPublic: true,
    longitude: -74.0114,
  });
  card(aCluster({ items: [shop, bread], urgencyLevel: 'high' }), { here });
  const heading = screen.getByRole('heading', { name: '2 items' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText('Chelsea')).toBeTruthy();
  const [known, unknown] = items();
  expect(known!.textContent).toMatch(
    /^Rye breadTodayuntil .*2031.* PM12 servings13 min walk · 0\.8 kmwith gluten$/,
  );
  expect(unknown!.textContent).toMatch(/12 servingsabout 25 min walkAllergens not said: ask$/);
});

it('leads from food alone to that food', () => {
  card(aCluster({ items: [bread] }));
  expect(screen.getByRole('link', { name: 'See this food' }).getAttribute('href')).toBe(
    `/?q=rye&listing=${bread.id}`,
  );
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
});

it('warns of what the person avoids', () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ allergens: ['gluten'] }));
  card(aCluster({ items: [{ ...bread, allergens: ['gluten'] }] }), {}, queryClient);
  expect(screen.getByText('Contains gluten, which you avoid')).toBeTruthy();
});

it('explains to people who cannot answer requests how they could', () => {
  const areas = [{ label: 'Turtle Bay', count: 3, bounds: [] }];
  const { unmount } = card(aCluster({ type: 'mixed', items: [bread], areas, count: 4 }));
  expect(
    screen.getByText('Want to answer requests? Choose “I have food to share” in your profile.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to my profile' }).getAttribute('href')).toBe('/?tab=profile');
  unmount();
  card(aCluster({ type: 'mixed', items: [bread], areas, count: 4 }), { onRespond: vi.fn() });
  expect(screen.queryByText(/^Want to answer/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Respond' })).toBeTruthy();
});

it('shows a picture of food, and none of a request', async () => {
  card(aCluster({ type: 'mixed', items: [bread, need] }));
  const [food, request] = items();
  await waitFor(() => expect(food!.querySelector('img')?.src).toMatch(/\/bread\.webp$/));
  expect(request!.querySelector('img')).toBeNull();
});

it('opens food over the current screen', () => {
  card(aCluster({ items: [bread] }));
  expect(screen.getByRole('link', { name: 'Rye bread' }).getAttribute('href')).toBe(
    `/?q=rye&listing=${bread.id}`,
  );
});

it('shows for a request how many people it is for, if that is public, without a link', () => {
  const known = aMapItem({ ...need, id: 'known', householdSize: 4 });
  card(aCluster({ type: 'mixed', items: [bread, need, known] }));
  expect(screen.getByRole('link')).toBe(screen.getByRole('link', { name: 'Rye bread' }));
  expect(items()[1]!.textContent).toBe('Food neededRight now5 min ago');
  expect(items()[2]!.textContent).toContain('For 4 people');
});

it('shows requests by area, with those that reach the viewer as items', () => {
  const area = { label: 'Chelsea', bounds: [], count: 3 };
  const mine = aMapItem({ ...need, title: 'Dinner', householdSize: 2 });
  card(aCluster({ type: 'mixed', count: 5, items: [bread, mine], areas: [area] }));
  expect(items()[0]!.textContent).toBe('3 requests around Chelsea');
  expect(items()[2]!.textContent).toContain('Dinner');
  // one more item: of the three requests two are in the count of the area
  expect(screen.getByText('and 1 more')).toBeTruthy();
});

it('names the area of requests once', () => {
  const areas = [{ label: 'Chelsea', count: 3, bounds: [] }];
  card(aCluster({ type: 'food_needed', count: 3, items: [], areas, urgencyLevel: 'emergency' }));
  expect(screen.getAllByText(/Chelsea/)).toEqual([
    screen.getByRole('heading', { name: '3 requests around Chelsea' }),
  ]);
  expect(screen.getByText('Right now')).toBeTruthy();
});

it('lists the areas of requests that its heading has no room for', () => {
  const areas = ['Chelsea', 'Midtown', 'Turtle Bay'].map((label, east) => ({
    label,
    count: 2,
    bounds: [{ north: 1, south: 0, west: 0, east }],
  }));
  card(aCluster({ type: 'food_needed', count: 6, items: [], areas }));
  expect(
    screen.getByRole('heading', { name: '6 requests around Chelsea, Midtown, and 1 more' }),
  ).toBeTruthy();
  expect(items()[2]!.textContent).toBe('2 requests around Turtle Bay');
});

it('shows how many more items there are', () => {
  card(aCluster({ items: [bread], count: 61 }));
  expect(screen.getByText('and 60 more')).toBeTruthy();
});

it.each<[MapCluster['type'], boolean, boolean]>([
  ['food_needed', true, true],
  ['food_needed', false, false],
  ['food_available', true, false],
  ['mixed', true, false],
])('of %s, where answers are possible: %s, can be answered: %s', async (type, canAnswer, isOffered) => {
  const onRespond = vi.fn();
  const { user, onViewAll } = card(aCluster({ type, count: 2 }), { onRespond: canAnswer ? onRespond : null });
  const respond = screen.queryByRole('button', { name: 'Respond' });
  expect(respond !== null).toBe(isOffered);
  if (respond) await user.click(respond);
  expect(onRespond).toHaveBeenCalledTimes(isOffered ? 1 : 0);
  await user.click(screen.getByRole('button', { name: 'View All Items' }));
  expect(onViewAll).toHaveBeenCalledOnce();
});

it('says to who sees only a count of requests what it is, and how to help', () => {
  const areas = [{ label: 'Chelsea', bounds: [], count: 2 }];
  card(aCluster({ type: 'food_needed', items: [], areas, count: 2 }), { isFiltered: true });
  expect(screen.getByText('2 households near here need food.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Share Food' }).getAttribute('href')).toBe(paths.tab('share'));
  expect(screen.queryByRole('button', { name: 'View All Items' })).toBeNull();
  expect(screen.queryByText(/^The list shows/)).toBeNull();
});

it.each<[MapCluster['type'], boolean, string | null]>([
  ['food_available', false, null],
  ['food_available', true, "The list shows all the food here, without the map's filters."],
  ['mixed', false, 'The list shows the food here, without the requests.'],
  ['food_needed', true, "The list shows all the food here, without the requests and the map's filters."],
])('says of %s, filtered: %s, what View All Items leaves out', (type, isFiltered, said) => {
  const areas = type === 'food_available' ? [] : [{ label: 'Chelsea', bounds: [], count: 1 }];
  card(aCluster({ type, areas, count: 2 }), { isFiltered });
  const describedBy = screen.getByRole('button', { name: 'View All Items' }).getAttribute('aria-describedby');
  const scope = describedBy === null ? null : document.getElementById(describedBy);
  expect(scope?.textContent ?? null).toBe(said);
});

it('closes by its button, and by Escape while the focus is inside', async () => {
  const { user, onClose } = card(aCluster());
  const heardBeyond = vi.fn();
  document.addEventListener('keydown', heardBeyond, { capture: true });
  await user.keyboard('{Escape}');
  document.removeEventListener('keydown', heardBeyond, { capture: true });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(heardBeyond).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  screen.getByRole('button', { name: 'DraftConflict' }).focus();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
