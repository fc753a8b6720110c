import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing } from '#web/testing/samples.ts';
import { ClaimTip } from '#web/screens/home/overlays/ListingDetail.tsx';

it.each<[Partial<Listing>, string | RegExp]>([
  [{ category: 'prepared_meals' }, 'Into the fridge within 2 hours, and reheat to 165°F (74°C).'],
  [{ category: 'fruits_vegetables' }, 'Wash them before you eat them.'],
  [{ category: 'dairy_eggs' }, 'Keep it cold on the way home.'],
  [{ category: 'other' }, 'Ask how it was kept.'],
  [{ category: 'bakery_items', title: 'Cream puffs' }, /^With cream or meat/],
  [{ category: 'bakery_items', title: 'Rye rolls' }, /^Keep bread in paper/],
  [{ category: 'bakery_items', title: 'Rye rolls', allergens: ['gluten', 'eggs'] }, /^With cream or meat/],
])('is one line on the safety of %s', (food, tip) => {
  renderWithProviders(<ClaimTip listing={aListing({ title: 'Food', allergens: null, ...food })} />);
  expect(screen.getByText(tip)).toBeTruthy();
});
