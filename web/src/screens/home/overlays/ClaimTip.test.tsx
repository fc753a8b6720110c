import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ClaimTip } from '#web/screens/home/overlays/ListingDetail.tsx';

const CATEGORIES = [
  'fruits_vegetables',
  'prepared_meals',
  'bakery_items',
  'pantry_staples',
  'dairy_eggs',
  'other',
];

it.each([
  ['prepared_meals', 'Into the fridge within 2 hours, and reheat to 165°F (74°C).'],
  ['dairy_eggs', 'Keep it cold on the way home.'],
  ['other', 'Ask how it was kept.'],
] as const)('is one line on the safety of %s', (category, tip) => {
  renderWithProviders(<ClaimTip category={category} />);
  expect(screen.getByText(tip)).toBeTruthy();
});

it('is another one for every category', () => {
  const said = CATEGORIES.map((category) => {
    const { container, unmount } = renderWithProviders(<ClaimTip category={category} />);
    const text = container.querySelector('p')?.textContent;
    unmount();
    return text;
  });
  expect(new Set(said).size).toBe(CATEGORIES.length);
});
