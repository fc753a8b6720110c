import { type Ad, listAds, recordClick, recordImpression } from '@openlarder/domain/ads/ad-contract.ts';
import type { AdLocation } from '@openlarder/domain/ads/ad-fields.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { keepPersonalDataOf } from '#web/lib/personal-storage.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { AdSlot, DefaultCard } from './AdSlot.tsx';
import { DEFAULT_CARDS } from './default-cards.tsx';

const SEEN = '01989c2e-0000-7000-8000-0000000000aa';
const anAd = (changes: Partial<Ad> = {}): Ad => ({
  id: '01989c2e-0000-7000-8000-000000000001',
  title: 'Cook together',
  description: 'Every Thursday at the library.',
  ctaText: 'Join in',
  ctaLink: null,
  imageUrl: null,
  adCategory: 'community_building',
  adType: 'card',
  sponsor: null,
  isTip: false,
  dailyCap: null,
  ...changes,
});
const another = (title: string, changes: Partial<Ad> = {}) =>
  anAd({ id: `01989c2e-0000-7000-8000-00000000000${title.length}`, title, ...changes });

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

let seen: ReturnType<typeof reply>;
let clicked: ReturnType<typeof reply>;
beforeEach(() => {
  setCommunity(aCommunity({ appName: 'Larder of Leith' }));
  seen = reply(recordImpression, { impressionId: SEEN });
  clicked = reply(recordClick, null);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const serve = (...ads: readonly Ad[]) => reply(listAds, [...ads]);
const isInSight = () => vi.stubGlobal('IntersectionObserver', InSight);
const link = (name: string | RegExp) => screen.findByRole('link', { name });
const open = (location: AdLocation, nth = 0) => renderWithProviders(<AdSlot location={location} nth={nth} />);

it('of the feed without a link of its own is done by a tap, which counts', async () => {
  isInSight();
  serve(anAd({ isTip: true, ctaText: 'Got it' }));
  const { user } = open('discover');
  await user.click(await link('Got it'));
  await waitFor(() => expect(clicked).toHaveLength(1));
  expect(screen.queryByRole('note')).toBeNull();
  expect(window.location.pathname).toBe('/');
});

it('is shown to those who read the language of the community, and a translated tip to all others', async () => {
  setCommunity(aCommunity({ language: 'es' }));
  const asked = serve(anAd());
  open('home-page');
  expect(await screen.findByText('Got more than you can eat?')).toBeTruthy();
  expect(asked).toEqual([]);
});

describe('the request of a place', () => {
  it.each([
    ['layout-header', { adType: 'banner', limit: '1', adCategory: 'donation_encouragement' }],
    ['landing-page', { adType: 'card', limit: '1' }],
    ['home-page', { adType: 'card', limit: '3' }],
    ['discover', { adType: 'inline', limit: '2' }],
  ] as const)('%s names location, kind of person, type and limit', async (location, asked) => {
    const requests = serve(anAd());
    renderWithProviders(<AdSlot location={location} userType="donor" />);
    await link('Join in');
    expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ location, userType: 'donor', ...asked });
  });
});

describe('an ad leads', () => {
  it.each([
    ['layout-header', 0, '/?tab=share'],
    ['landing-page', 0, '/api/login'],
    ['discover', 0, '/api/login'],
    ['home-page', 0, '/?tab=share'],
    ['home-page', 1, '/?tab=leaderboard'],
    ['home-page', 2, '/?tab=share'],
  ] as const)('from %s, place %i, to %s', async (location, nth, href) => {
    serve(anAd(), another('Two'), another('Three'));
    open(location, nth);
    expect((await link('Join in')).getAttribute('href')).toBe(href);
  });

  it('to its own link: one that begins with http in a new tab, others in the same one', async () => {
    serve(anAd({ ctaLink: 'https://example.org/' }), another('Inside', { ctaLink: '/donate' }));
    renderWithProviders(
      <>
        <AdSlot location="home-page" nth={0} />
        <AdSlot location="home-page" nth={1} />
      </>,
    );
    const outside = await link('Join in (opens in a new tab)');
    expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    const inside = await link('Join in');
    expect([inside.getAttribute('target'), inside.getAttribute('href')]).toEqual([null, '/donate']);
  });
});

it('stands once among the cards of a page of the feed', async () => {
  serve(anAd());
  renderWithProviders([0, 1, 2, 3, 4, 5].map((nth) => <AdSlot key={nth} location="discover" nth={nth} />));
  expect(await screen.findAllByRole('link', { name: 'Join in' })).toHaveLength(1);
});

describe('what is counted', () => {
  it('is a view once it is in sight, with the label of its place; its id is kept and used for the click', async () => {
    isInSight();
    serve(anAd());
    const { user, location } = open('home-page', 0);
    await user.click(await link('Join in'));
    expect(location.history.at(-1)).toBe('/?tab=share');
    await waitFor(() => expect(clicked).toHaveLength(1));
    expect(seen.map(({ body }) => body)).toEqual([{ userId: null, location: 'home-page-before-expiry' }]);
    expect(clicked[0]?.body).toEqual({ impressionId: SEEN });
    keepPersonalDataOf('ana');
    expect(sessionStorage.getItem(`openlarder.ad-impression:${anAd().id}`)).toBe(SEEN);
  });

  it('is a view once in a tab, in several places and after a reload', async () => {
    isInSight();
    serve(anAd());
    const first = renderWithProviders(
      <>
        <AdSlot location="discover" nth={0} />
        <AdSlot location="discover" nth={6} />
      </>,
    );
    expect(await screen.findAllByRole('link', { name: 'Join in' })).toHaveLength(2);
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    first.unmount();
    open('discover');
    await link('Join in');
    await act(async () => {});
    expect(seen).toHaveLength(1);
  });

  it('is only logged if it fails', async () => {
    isInSight();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    replyError(recordImpression, 503, { code: 'unavailable', message: 'Later' });
    serve(anAd());
    const { user, location } = open('layout-header');
    await user.click(await link('Join in'));
    expect(location.history.at(-1)).toBe('/?tab=share');
    await waitFor(() => expect(warned).toHaveBeenCalled());
    expect(clicked).toHaveLength(0);
    expect(screen.queryByRole('alert')).toBeNull();
    warned.mockRestore();
  });

  it('ends with the daily cap of the ad on this device; the open tab keeps it', async () => {
    isInSight();
    serve(anAd({ dailyCap: 1 }));
    const first = open('layout-header');
    await link('Join in');
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    first.unmount();
    const same = open('layout-header');
    await link('Join in');
    same.unmount();
    sessionStorage.clear();
    const { queryClient } = open('layout-header');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('an ad is labeled by its kind', () => {
  it.each([
    ['paid for', { sponsor: 'Green Grocers' }, ['Ad', 'From Green Grocers']],
    ['a tip', { isTip: true }, ['Tip']],
    ['of the community', {}, ['From Larder of Leith']],
  ])('%s', async (_what, changes, labels) => {
    serve(anAd(changes));
    open('home-page');
    const card = await screen.findByRole('note', { name: 'Cook together' });
    const said = [...card.querySelectorAll('p:first-of-type > span')].map(({ textContent }) => textContent);
    expect(said).toEqual([...labels, 'Community Building']);
    expect(card.querySelector('img')).toBeNull();
  });
});

describe('where there is no ad', () => {
  it.each(['layout-header', 'landing-page', 'discover'] as const)('%s stays empty', async (location) => {
    serve();
    const { container, queryClient } = open(location);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(container.querySelector('aside')).toBeNull();
  });

  it('the home page has default cards, which are not counted', async () => {
    isInSight();
    serve(anAd());
    renderWithProviders([0, 1, 2].map((nth) => <AdSlot key={nth} location="home-page" nth={nth} />));
    expect(await screen.findByText('Every meal counts')).toBeTruthy();
    expect(screen.getByText('Cook once, share twice')).toBeTruthy();
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    expect(seen).toHaveLength(1);
  });

  it('the landing page has the community variant, whatever the ad is about', async () => {
    serve(anAd({ adCategory: 'impact_awareness' }));
    open('landing-page');
    expect((await screen.findByRole('note')).dataset['variant']).toBe('community');
    expect(screen.getByText('Impact Awareness')).toBeTruthy();
  });

  it.each(['donation', 'impact', 'community', 'safety', 'emergency'] as const)(
    'there is a default card for %s in three sizes',
    (variant) => {
      for (const size of ['small', 'medium', 'large'] as const) {
        const place = { placement: 'home-page', size, href: '/?tab=share' } as const;
        const { unmount } = renderWithProviders(<DefaultCard variant={variant} place={place} />);
        expect(screen.getByRole('note')).toBeTruthy();
        unmount();
      }
      expect(DEFAULT_CARDS[variant].category.startsWith(variant)).toBe(true);
    },
  );
});

it('"Hide this" is remembered on the device, and can be undone', async () => {
  serve(anAd());
  const { user } = open('layout-header');
  await user.click(await screen.findByRole('button', { name: 'Hide this' }));
  expect(screen.queryByRole('link', { name: 'Join in' })).toBeNull();
  expect(JSON.parse(localStorage.getItem('openlarder.hidden-ads') ?? '')).toEqual([anAd().id]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await link('Join in');
});
