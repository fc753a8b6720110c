import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing } from '#web/testing/samples.ts';
import { ListingFacts } from './ListingFacts.tsx';

const donation = aListing({ isBulk: true, mayGoToOne: true, estimatedServings: 50, servingsLeft: 50 });
const show = (listing: typeof donation, isOwn: boolean) =>
  renderWithProviders(<ListingFacts listing={listing} nowMs={Date.now()} isOwn={isOwn} avoids={[]} />);

it('shows its giver that one person may take it all', () => {
  show(donation, true);
  expect(screen.getByText('One person may take it all')).toBeTruthy();
});

it('says that the giver named no other allergens, which is not the same as free of them', () => {
  show(aListing({ allergens: ['gluten', 'milk'] }), false);
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
  show(aListing({ allergens: allergens && [...allergens] }), isOwn);
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
