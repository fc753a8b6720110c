import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow, ME_ID } from '#web/testing/samples.ts';
import { type FeedFilter, NO_FILTER } from '../search/feed-filter.ts';
import { Feed } from './Feed.tsx';

/** The time of day decides what the row of what ends first is called. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date(2026, 4, 5, 18));
  setCommunity(aCommunity());
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (
  filter: Partial<FeedFilter> = {},
  allergens: readonly Allergen[] = [],
  claimed: readonly Listing[] = [],
) =>
  renderWithProviders(
    <Feed
      claimedIds={new Set(claimed.map(({ id }) => id))}
      filter={{ ...NO_FILTER, ...filter }}
      onFilter={() => {}}
      me={{ id: ME_ID, allergens: [...allergens] }}
      renderAction={({ title }) => <button type="button">Claim {title}</button>}
      emptyAction={null}
      below={<p>The blocks</p>}
    />,
  );

/** Answers in both orders, as the server does. */
const serve = (listings: readonly Listing[], headers: Record<string, string> = {}) =>
  reply(
    listListings,
    ({ query }) =>
      query.get('order') === 'newest'
        ? listings.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
        : [...listings],
    headers,
  );
type Answer = () => Response;
const replyInOrder = (answers: { readonly newest: Answer; readonly urgency: Answer }) =>
  api.use(
    http.get('*/api/food-listings', ({ request }) =>
      new URL(request.url).searchParams.get('order') === 'newest' ? answers.newest() : answers.urgency(),
    ),
  );
/** Critical food, which ends tonight at any time of the day. */
const endingSoon = (title: string, minutes: number) =>
  aListing({ title, expiryDate: hoursFromNow(minutes / 60), createdAt: hoursFromNow(-30) });
const keeping = (title: string, sharedHoursAgo: number) =>
  aListing({ title, createdAt: hoursFromNow(-sharedHoursAgo) });
const row = async (name: string) => within(await screen.findByRole('region', { name }));
const titlesIn = (part: ReturnType<typeof within>) =>
  part.queryAllByRole('article').map((card: HTMLElement) => card.querySelector('h3')?.textContent);
/** Cards below the first row render in idle moments. */
const has = async (name: string, titles: readonly string[]) => {
  const part = await row(name);
  await waitFor(() => expect(titlesIn(part)).toEqual(titles));
};

describe('without a filter', () => {
  it('has rows: last chance tonight, just shared, and the rest', async () => {
    serve([
      endingSoon('Rye', 30),
      endingSoon('Buns', 60),
      keeping('Old', 40),
      keeping('Soup', 2),
      keeping('Kale', 1),
    ]);
    show();
    await has('Last chance tonight', ['Rye', 'Buns']);
    await has('Just shared', ['Kale', 'Soup']);
    await has('More food', ['Old']);
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Last chance tonight', 'Just shared', 'More food']);
  });

  it.each([
    [3, 'Last chance tonight'],
    [4, 'Ending soon'],
    [16, 'Ending soon'],
    [17, 'Last chance tonight'],
  ])('at %i:59 calls the row of what ends first "%s"', async (hour, title) => {
    vi.setSystemTime(new Date(2026, 4, 5, hour, 59));
    serve([endingSoon('Rye', 30)]);
    show();
    await has(title, ['Rye']);
  });

  it('has all that is critical in the first row, whose last line what ends next fills up', async () => {
    serve([10, 20, 30, 40, 50, 130].map((minutes) => endingSoon(`Ends in ${minutes}`, minutes)));
    show();
    await has(
      'Last chance tonight',
      [10, 20, 30, 40, 50, 130].map((minutes) => `Ends in ${minutes}`),
    );
  });

  it('has four cards in a row, each claimable, and everything once', async () => {
    const ending = [10, 20, 130, 140, 150].map((minutes) => endingSoon(`Ends in ${minutes}`, minutes));
    const fresh = [1, 2, 3, 4, 5].map((hours) => keeping(`Shared ${hours} h ago`, hours));
    serve([...ending, ...fresh]);
    show();
    await has('Last chance tonight', ['Ends in 10', 'Ends in 20', 'Ends in 130', 'Ends in 140']);
    await has(
      'Just shared',
      [1, 2, 3, 4].map((hours) => `Shared ${hours} h ago`),
    );
    await has('More food', ['Ends in 150', 'Shared 5 h ago']);
    expect(screen.getAllByRole('button', { name: /^Claim / })).toHaveLength(10);
  });

  it('says over the row how many expire very soon, in place of its name, as its badges do', async () => {
    serve([endingSoon('Rye', 30), endingSoon('Buns', 60), keeping('Old', 40)], { 'X-Critical-Count': '2' });
    show();
    const tonight = await row('2 items expiring very soon - claim quickly!');
    expect(tonight.getAllByText(/ left$/)).toHaveLength(2);
    expect(tonight.getAllByText(/^Expires Very Soon/)).toHaveLength(2);
    expect(screen.queryByText('Last chance tonight')).toBeNull();
  });

  it('hurries no one for what they have claimed', async () => {
    const [mine, other] = [endingSoon('Rye', 30), endingSoon('Buns', 60)];
    serve([mine, other], { 'X-Critical-Count': '2' });
    const first = show({}, [], [mine]);
    await has('1 item expiring very soon - claim quickly!', ['Rye', 'Buns']);
    first.unmount();
    show({}, [], [mine, other]);
    await has('Last chance tonight', ['Rye', 'Buns']);
  });

  it('says in "Just shared" the level, as everywhere', async () => {
    serve([keeping('Kale', 3)]);
    show();
    const just = await row('Just shared');
    expect(await just.findByText('Fresh')).toBeTruthy();
  });

  it('has what is below after all food, also without any, and in search results', async () => {
    const listings = [
      endingSoon('Rye', 30),
      keeping('Kale', 1),
      ...['1', '2', '3', '4', '5', '6', '7'].map((title) => keeping(title, 40)),
    ];
    serve(
      [...listings, keeping('Unsaid', 41)].map((one, nth) =>
        nth < listings.length ? { ...one, allergens: [] } : one,
      ),
    );
    const { unmount } = show({}, ['milk']);
    const fold = await screen.findByRole('button', { name: /^1 more where the donor/ });
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(listings.length));
    const below = screen.getByText('The blocks');
    for (const part of [...screen.getAllByRole('article'), fold])
      expect(part.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    unmount();
    serve([]);
    show({ q: 'soup' });
    expect(await screen.findByText('The blocks')).toBeTruthy();
  });

  it('is called "All food" where there is no row above it', async () => {
    serve([keeping('Old', 40)]);
    show();
    await has('All food', ['Old']);
  });

  it('says that new food could not be loaded, with the rest in its place, and tries again', async () => {
    const kale = keeping('Kale', 1);
    replyInOrder({ newest: () => HttpResponse.error(), urgency: () => HttpResponse.json([kale]) });
    const { user } = show();
    expect(await screen.findByText("We couldn't load what was just shared.")).toBeTruthy();
    await has('All food', ['Kale']);
    replyInOrder({ newest: () => HttpResponse.json([kale]), urgency: () => HttpResponse.json([kale]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await has('Just shared', ['Kale']);
  });
});

it.each([
  ['a search', { q: 'rye' }],
  ['a filter', { freshness: 'urgent' as const }],
])('%s has one list without rows', async (_what, filter) => {
  const asked = serve([10, 20, 30, 40, 50].map((minutes) => endingSoon(`Ends in ${minutes}`, minutes)));
  show(filter);
  const [first] = await screen.findAllByRole('article');
  const list = first?.closest('ul');
  await waitFor(() => expect(list?.querySelectorAll('article')).toHaveLength(5));
  expect(screen.queryByRole('heading', { name: 'Last chance tonight' })).toBeNull();
  expect(asked.map(({ query }) => query.get('order'))).toEqual([null]);
});

it('has what follows every fourth card, across rows and list', async () => {
  serve([
    endingSoon('Rye', 30),
    endingSoon('Buns', 60),
    ...['1', '2', '3', '4', '5', '6', '7'].map((title) => keeping(title, 40 + Number(title))),
  ]);
  renderWithProviders(
    <Feed
      claimedIds={new Set()}
      filter={NO_FILTER}
      onFilter={() => {}}
      me={{ id: ME_ID, allergens: [] }}
      renderAction={() => null}
      emptyAction={null}
      afterEveryFourth={(nth) => <aside>Ad {nth}</aside>}
    />,
  );
  await has('Last chance tonight', ['Rye', 'Buns']);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(9));
  const inOrder = [...document.querySelectorAll('article h3, aside')].map(({ textContent }) => textContent);
  expect(
    inOrder.map((text, index) => (text?.startsWith('Ad') ? [text, index] : null)).filter(Boolean),
  ).toEqual([
    ['Ad 0', 4],
    ['Ad 1', 9],
  ]);
});

describe('for a person who avoids allergens, food of which its donor says nothing', () => {
  const fold = () => screen.findByRole('button', { name: "2 more where the donor hasn't said what's in it" });

  it('is set apart below all other food, folded, and marked', async () => {
    serve([
      endingSoon('Rye', 30),
      { ...endingSoon('Buns', 60), allergens: [] },
      keeping('Soup', 2),
      { ...keeping('Kale', 1), allergens: ['milk'] },
    ]);
    const { user } = show({}, ['peanuts']);
    await has('Last chance tonight', ['Buns']);
    await has('Just shared', ['Kale']);
    expect((await fold()).getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('Soup')).toBeNull();
    (await fold()).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByText('Allergens not said: ask')).toHaveLength(2));
    expect(titlesIn(within(document.body))).toEqual(['Buns', 'Kale', 'Rye', 'Soup']);
  });

  it('is shown open where there is no other food, also for a filter', async () => {
    serve([keeping('Soup', 2)]);
    show({ withoutAllergens: ['milk'] });
    expect(await screen.findByRole('article')).toBeTruthy();
    const heading = screen.getByRole('button', { name: "1 where the donor hasn't said what's in it" });
    expect(heading.getAttribute('aria-expanded')).toBe('true');
  });

  it('is only what the search found, without what was loaded before', async () => {
    reply(listListings, ({ query }) => (query.has('q') ? [] : [keeping('Soup', 2)]));
    function Search() {
      const [q, setQ] = useState('');
      return (
        <>
          <button type="button" onClick={() => setQ('zzzz')}>
            Search
          </button>
          <Feed
            claimedIds={new Set()}
            filter={{ ...NO_FILTER, q }}
            onFilter={() => {}}
            me={{ id: ME_ID, allergens: ['peanuts'] }}
            renderAction={() => null}
            emptyAction={null}
          />
        </>
      );
    }
    const { user } = renderWithProviders(<Search />);
    await screen.findByRole('button', { name: /where the donor hasn't said/ });
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('No Food Available')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /where the donor hasn't said/ })).toBeNull();
  });

  it('stands among the other food for everyone else', async () => {
    serve([keeping('Soup', 2)]);
    show();
    await has('Just shared', ['Soup']);
  });
});
