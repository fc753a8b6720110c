import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type Ad, listAds, recordImpression } from '@openlarder/domain/ads/ad-contract.ts';
import { listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { getClaimLimits, listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import { listExpiringSoon, listExpiryAlerts } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { mockMap } from '#web/testing/mock-map.tsx';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, anId, aRequest, someLimits } from '#web/testing/samples.ts';
import { DiscoverTab } from './DiscoverTab.tsx';

beforeEach(() => {
  mockMap({ MapPanel: () => null });
  setCommunity(aCommunity());
  reply(listClaims, []);
  reply(listUserListings, []);
  reply(getClaimLimits, someLimits());
});
afterEach(() => {
  vi.useRealTimers();
});

/** Everything that is observed is in sight. */
class InSight {
  private readonly notify: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(notify: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.notify = notify;
  }
  observe() {
    this.notify([{ isIntersecting: true }]);
  }
  disconnect() {}
}

function open(at = '/', known: Partial<User> = {}) {
  const queryClient = createQueryClient();
  const me = aUser({ firstName: 'Amir', latitude: 40.76, longitude: -73.98, ...known });
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  return renderWithProviders(<DiscoverTab />, { at, queryClient });
}
const serve = (critical: number) => reply(listListings, [aListing()], { 'X-Critical-Count': `${critical}` });
const fed = () => screen.findByRole('link', { name: 'Sourdough loaves' });
const hero = () => within(screen.getByRole('region', { name: /Amir\?/ }));

describe('a filter', () => {
  const FILTER = 'diet=vegetarian&without=peanuts&without=tree_nuts';
  const chosen = () => screen.findByRole('button', { name: /^Filters.*\b3 selected$/ });

  it('stays for addresses that do not name it, and after a reload, until it is cleared; what one avoids stays then, too', async () => {
    const asked = reply(listListings, [aListing()]);
    const first = open(`/?q=rye&${FILTER}`);
    await chosen();
    act(() => first.location.navigate('/'));
    await chosen();
    await first.user.click(hero().getByRole('button', { name: 'Find Food Near You' }));
    await chosen();
    first.unmount();

    const { user, location } = open('/');
    await chosen();
    expect(asked.at(-1)?.query.getAll('withoutAllergens')).toEqual(['peanuts', 'tree_nuts']);
    const card = await fed();
    expect(card.getAttribute('href')).toMatch(`/?${FILTER}&listing=`);
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    act(() => location.navigate('/?tab=discover'));
    await fed();
    expect(screen.getByRole('button', { name: /^Filters.*\b2 selected$/ })).toBeTruthy();
    expect(asked.at(-1)?.query.getAll('withoutAllergens')).toEqual(['peanuts', 'tree_nuts']);
  });

  it('that was cleared comes back by Undo', async () => {
    reply(listListings, [aListing()]);
    const { user, location } = open(`/?when=tonight&${FILTER}`);
    await fed();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(location.history.at(-1)).toBe('/?without=peanuts&without=tree_nuts'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(location.history.at(-1)).toBe(`/?when=tonight&${FILTER}`));
    await chosen();
  });

  it('begins in a new session with what the person has saved, says so, and shows all food until then', async () => {
    const asked = reply(listListings, [aListing()]);
    const saved = { diets: ['vegetarian'], allergens: ['peanuts', 'tree_nuts'] } as const;
    const known = { diets: [...saved.diets], allergens: [...saved.allergens] };
    const first = open('/', known);
    await chosen();
    expect(asked.at(-1)?.query.getAll('withoutAllergens')).toEqual(['peanuts', 'tree_nuts']);
    expect(
      screen.getByText(/^From your profile: vegetarian and without peanuts and tree nuts\.$/i),
    ).toBeTruthy();
    await first.user.click(screen.getByRole('button', { name: 'Show all food' }));
    await waitFor(() => expect(asked.at(-1)?.query.getAll('withoutAllergens')).toEqual([]));
    first.unmount();
    // for this session
    open('/', known);
    await fed();
    expect(screen.queryByRole('button', { name: /selected$/ })).toBeNull();
  });

  it('is cleared but for what the person has saved, which has a button of its own', async () => {
    serve(0);
    const known = { diets: ['vegan' as const], allergens: ['milk' as const] };
    const { user, location } = open('/?category=bakery_items&when=tonight&freshness=urgent', known);
    await fed();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(location.history.at(-1)).toBe('/?diet=vegan&without=milk');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all food' }));
    expect(location.history.at(-1)).toBe('/');
    expect(await screen.findByText("All food, also what doesn't fit your profile.")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use my preferences' }));
    expect(location.history.at(-1)).toBe('/?diet=vegan&without=milk');
    expect(screen.getByRole('button', { name: 'Show all food' })).toBeTruthy();
  });

  it('is not the next person’s', async () => {
    serve(0);
    open(`/?${FILTER}`).unmount();
    open('/', { id: anId() });
    await fed();
    expect(screen.queryByRole('button', { name: /selected$/ })).toBeNull();
  });
});

describe('the hero', () => {
  it('greets by first name; "Find Food Near You" shows the whole feed, "Share Food" opens the form', async () => {
    serve(0);
    const { user, location } = open('/?freshness=urgent&q=rye');
    await fed();
    expect(hero().getByRole('link', { name: 'Share Food' }).getAttribute('href')).toBe('/?tab=share');
    await user.click(hero().getByRole('button', { name: 'Find Food Near You' }));
    expect(location.history.at(-1)).toBe('/');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Food Near You' }));
  });

  it.each([
    ['recipient', 1],
    ['volunteer', 1],
    ['donor', 0],
  ] as const)('has “Need food now?” for a %s: %i', async (userType, ways) => {
    serve(0);
    open('/', { userType });
    await fed();
    const links = screen.queryAllByRole('link', { name: 'Need food now?' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: ways }, () => '/?tab=profile&room=requests&ask=1'),
    );
  });
});

it('does not ask who has asked, and shows who has shared where food is needed', async () => {
  serve(0);
  reply(listUserListings, [aListing()]);
  const { queryClient } = open('/', { userType: 'recipient' });
  await fed();
  act(() => void queryClient.setQueryData(myRequestsQuery.queryKey, [aRequest()]));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Need food now?' })).toBeNull());
  const needs = await hero().findByRole('link', { name: 'See who needs food' });
  expect(needs.getAttribute('href')).toBe('/?sheet=needs');
});

it('shows a person without a location how to set it, and no line above the food', async () => {
  serve(0);
  open('/', { latitude: null, longitude: null });
  await fed();
  expect(screen.getByRole('link', { name: 'Set my location' }).getAttribute('href')).toBe('/?sheet=location');
});

describe('the banner of critical food', () => {
  const banner = () => screen.queryByText(/expiring very soon - claim quickly!$/)?.textContent;

  it.each([
    ['/', 1, '1 item expiring very soon - claim quickly!'],
    ['/', 3, '3 items expiring very soon - claim quickly!'],
    ['/?freshness=expiring-soon', 2, '2 items expiring very soon - claim quickly!'],
    ['/', 0, undefined],
    ['/?freshness=urgent', 2, undefined],
    ['/?freshness=fresh', 2, undefined],
  ])('at %s with %i critical items says %s', async (at, critical, sentence) => {
    serve(critical);
    open(at);
    await fed();
    expect(banner()).toBe(sentence);
  });

  it('leads to it from below the food that is nearest first', async () => {
    serve(2);
    open('/?order=nearest');
    await fed();
    const link = await screen.findByRole('link', { name: /expiring very soon - claim quickly!$/ });
    expect(link.getAttribute('href')).toBe('/?freshness=expiring-soon');
    const [card] = screen.getAllByRole('article');
    expect(card && link.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });
});

it('updates the times on screen every 60 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const leftMs = HOUR_MS + 30 * MINUTE_MS + 10_000;
  reply(listListings, [aListing({ expiryDate: new Date(Date.now() + leftMs).toISOString() })]);
  open();
  await fed();
  expect(screen.getByText('1 h 30 min left')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(59_000));
  expect(screen.getByText('1 h 30 min left')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('1 h 29 min left')).toBeTruthy();
});

it('has the header’s ad and the hero after all food on a phone', async () => {
  const real = window.matchMedia.bind(window);
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  vi.stubGlobal('IntersectionObserver', InSight);
  reply(listRequests, []);
  reply(listClusters, []);
  reply(listExpiringSoon, []);
  reply(listExpiryAlerts, []);
  reply(listUserListings, []);
  const banner: Ad = {
    id: '01989c2e-0000-7000-8000-000000000001',
    title: 'Cooked too much?',
    description: 'One plate is dinner for someone.',
    ctaText: 'Share a plate',
    ctaLink: null,
    imageUrl: null,
    adCategory: 'donation_encouragement',
    adType: 'banner',
    sponsor: null,
    isTip: false,
    dailyCap: null,
  };
  reply(listAds, ({ query }) => (query.get('location') === 'layout-header' ? [banner] : []));
  reply(recordImpression, { impressionId: '01989c2e-0000-7000-8000-0000000000aa' });
  reply(
    listListings,
    Array.from({ length: 6 }, (_, nth) => aListing({ id: anId(), title: `Bread ${nth}` })),
  );
  // one list, without rows
  open('/?q=bread');
  const ad = await screen.findByRole('note', { name: 'Cooked too much?' });
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6));
  const cards = screen.getAllByRole('article');
  const comesAfter = (card: HTMLElement) =>
    (card.compareDocumentPosition(ad) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  expect(cards.map(comesAfter)).toEqual([true, true, true, true, true, true]);
  expect(screen.getByRole('button', { name: 'Find Food Near You' }).compareDocumentPosition(ad)).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
  media.mockRestore();
  vi.unstubAllGlobals();
});
