import { instantAt } from '@openlarder/domain/kernel/time.ts';
import { defaultExpiryMs } from '@openlarder/domain/listings/shelf-life.ts';
import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { communityZone } from '#web/lib/format.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow } from '#web/testing/samples.ts';
import { expiryLabel } from '../listing-labels.ts';
import { Ingredients, ListingFacts, PickupFacts } from './ListingFacts.tsx';

const donation = aListing({ isBulk: true, mayGoToOne: true, estimatedServings: 50, servingsLeft: 50 });
const show = (listing: typeof donation, isOwn: boolean) =>
  renderWithProviders(<ListingFacts listing={listing} nowMs={Date.now()} isOwn={isOwn} />);
const ingredients = (listing: typeof donation, isOwn: boolean) =>
  renderWithProviders(<Ingredients listing={listing} isOwn={isOwn} avoids={[]} />);

const DEFAULT_BEST_BY_MS = Date.parse(hoursFromNow(48));

it.each([
  [
    'both dates',
    { bestByDate: hoursFromNow(72), expiryDate: hoursFromNow(90) },
    /^Best before .+ · Don't eat after /,
  ],
  ['one date once', { bestByDate: hoursFromNow(5), expiryDate: hoursFromNow(5) }, /^Don't eat after /],
  [
    "a default as the app's guess, and no hard end of it",
    {
      category: 'bakery_items',
      bestByDate: hoursFromNow(48),
      expiryDate: null,
      createdAt: hoursFromNow(0),
    } as const,
    /^No date given\. Our guess: best before [^·]+\.$/,
  ],
  [
    "a default as the app's guess, by the date that its label says",
    {
      category: 'bakery_items',
      bestByDate: instantAt(DEFAULT_BEST_BY_MS),
      expiryDate: instantAt(defaultExpiryMs(DEFAULT_BEST_BY_MS, communityZone())),
      createdAt: hoursFromNow(0),
    } as const,
    /^No date given\. Our guess: don't eat after [^·]+\.$/,
  ],
])('says %s', (_what, said, text) => {
  show(aListing(said), false);
  const line = screen.getByText('Freshness').nextElementSibling?.querySelector('p:last-child');
  expect(line?.textContent).toMatch(text);
});

it('says an end to the same minute as the label of how soon it ends', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-05T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const end = '2026-05-05T20:03:00Z';
  const listing = aListing({ bestByDate: end, expiryDate: end });
  show(listing, false);
  const { groups } = /· (?<time>.+)$/.exec(expiryLabel(listing, Date.now())) ?? {};
  expect(screen.getByText(/^Don't eat after/).textContent).toBe(`Don't eat after today, ${groups?.['time']}`);
});

it('says who sees its address only while it is offered or to be picked up', () => {
  const said = /Others only see the area/;
  const place = (status: 'claimed' | 'completed') =>
    renderWithProviders(
      <PickupFacts listing={aListing({ status })} nowMs={Date.now()} isOwn isClaimed={false} />,
    );
  const claimed = place('claimed');
  expect(screen.getByText(said)).toBeTruthy();
  claimed.unmount();
  place('completed');
  expect(screen.queryByText(said)).toBeNull();
});

it.each([
  [
    'instead of the opening hours where it differs from the end of pickup',
    '21:30',
    ['They close at 9:30 PM.', null],
  ],
  ['no time twice that is the end of pickup', '19:00', [null, 'Open until 8:30 PM']],
  ['the opening hours without one', null, [null, 'Open until 8:30 PM']],
])('says when they close: %s', (_when, closingTime, said) => {
  const hours = <p>Open until 8:30 PM</p>;
  const availableUntil = new Date(2026, 4, 5, 19).toISOString();
  renderWithProviders(
    <PickupFacts
      listing={aListing({ closingTime, availableUntil })}
      nowMs={Date.parse(availableUntil)}
      isOwn={false}
      isClaimed={false}
      hours={hours}
    />,
  );
  const texts = [/^They close/, /^Open/].map((text) => screen.queryByText(text)?.textContent ?? null);
  expect(texts).toEqual(said);
});

it('shows its giver that one person may take it all', () => {
  show(donation, true);
  expect(screen.getByText('One person may take it all')).toBeTruthy();
});

it('says that the giver named no other allergens, which is not the same as free of them', () => {
  ingredients(aListing({ allergens: ['gluten', 'milk'] }), false);
  expect(screen.getByText('Contains gluten and milk')).toBeTruthy();
  expect(
    screen.getByText("That's all Ana R. named. If you avoid anything else, ask before you eat."),
  ).toBeTruthy();
});

it.each([
  ['all were asked about', [], false],
  ['none was', null, false],
  ['it is their own', ['gluten' as const], true],
] as const)('does not if %s', (_why, allergens, isOwn) => {
  ingredients(aListing({ allergens: allergens && [...allergens] }), isOwn);
  expect(screen.queryByText(/^That's all/)).toBeNull();
});

it.each([
  ['it is shared out', { ...donation, mayGoToOne: false }, true],
  ['it is claimed', { ...donation, status: 'claimed', servingsLeft: 0 } as const, true],
  ['they can claim it, which says so itself', donation, false],
])('does not if %s', (_why, listing, isOwn) => {
  show(listing, isOwn);
  expect(screen.queryByText('One person may take it all')).toBeNull();
});
