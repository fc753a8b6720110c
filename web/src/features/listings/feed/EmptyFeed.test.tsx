import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, anId, hoursFromNow } from '#web/testing/samples.ts';
import { type FeedFilter, NO_FILTER } from '../search/feed-filter.ts';
import { EmptyFeed } from './EmptyFeed.tsx';

function open(chosen: Partial<FeedFilter>) {
  setCommunity(aCommunity());
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ diets: ['vegan'], allergens: ['milk'] }));
  const changed: FeedFilter[] = [];
  const { user } = renderWithProviders(
    <EmptyFeed
      filter={{ ...NO_FILTER, ...chosen }}
      onChange={(filter) => changed.push(filter)}
      isFar={false}
      otherwise={<p>Share</p>}
      avoids={chosen.withoutAllergens ?? []}
      renderCard={({ id, title }) => <li key={id}>{title}</li>}
    />,
    { queryClient },
  );
  return { user, changed };
}
const buttons = async () => {
  await screen.findAllByRole('button');
  return screen.getAllByRole('button').map((button) => button.textContent);
};
const some = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    aListing({
      id: anId(),
      title: `Bread ${nth}`,
      availableFrom: hoursFromNow(30 + nth),
      availableUntil: hoursFromNow(32 + nth),
    }),
  );

it('names what hides food, and how much each of it hides, the smallest step first', async () => {
  reply(listListings, ({ query }) => {
    if (!query.get('when')) return some(3);
    if (query.getAll('diets').length === 0) return some(1);
    return query.get('q') ? [] : some(5);
  });
  const { user, changed } = open({ q: 'bread tonight', diets: ['vegan'], withoutAllergens: ['milk'] });
  expect(await buttons()).toEqual([
    'Show 3 at any time',
    'Show 1 that may not suit you',
    'Show 5 other items',
    'Clear all',
  ]);
  expect(
    screen.getByText(
      'Nothing for “bread” fits this right now: Tonight, vegan and without milk (from your profile).',
    ),
  ).toBeTruthy();
  expect(screen.getByText(/^The first pickup: /)).toBeTruthy();
  // there is bread, so other food is not put under it
  expect(screen.queryByText('Other food')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 3 at any time' }));
  expect(changed[0]).toEqual({ ...NO_FILTER, q: 'bread', diets: ['vegan'], withoutAllergens: ['milk'] });
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(changed[1]).toEqual({ ...NO_FILTER, withoutAllergens: ['milk'] });
});

it('leaves out what would show nothing, and has other food where no limit hides the searched one', async () => {
  reply(listListings, ({ query }) => (query.get('q') ? [] : some(2)));
  open({ q: 'durian', when: 'tonight' });
  expect(await buttons()).toEqual(['Show 2 other items', 'Clear all']);
  const other = within(await screen.findByRole('region', { name: 'Other food' }));
  expect(other.getAllByRole('listitem')).toHaveLength(2);
});
