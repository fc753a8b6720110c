import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ListingStateBadge } from './ListingBadges.tsx';
import { categoryLabel } from './listing-labels.ts';

it.each([
  ['claimed', 'Claimed'],
  ['completed', 'Completed'],
] as const)('labels a listing that is %s as %s', (status, label) => {
  renderWithProviders(<ListingStateBadge status={status} />);
  expect(screen.getByText(label)).toBeTruthy();
});

it('shows categories with underscores as spaces', () => {
  expect(CATEGORIES.map(categoryLabel)).toEqual(CATEGORIES.map((category) => category.replaceAll('_', ' ')));
});
