import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { type MapFilter, NO_MAP_FILTER } from '../map-filter.ts';
import { MapFilters } from './MapFilters.tsx';

const heard: MapFilter[] = [];

function Held({ begin }: { readonly begin: MapFilter }) {
  const [filter, setFilter] = useState(begin);
  return (
    <MapFilters
      filter={filter}
      onChange={(next) => {
        heard.push(next);
        setFilter(next);
      }}
    />
  );
}

async function openFilters(said: Partial<MapFilter> = {}, at = '/') {
  heard.length = 0;
  const part = renderWithProviders(<Held begin={{ ...NO_MAP_FILTER, ...said }} />, { at });
  await part.user.click(screen.getByRole('button', { name: /^Map filters/, expanded: false }));
  return part;
}

it('keeps the filters behind one button', async () => {
  const { user } = await openFilters();
  const opener = screen.getByRole('button', { name: 'Map filters', expanded: true });
  expect(screen.getByRole('group', { name: 'Categories' })).toBeTruthy();
  await user.click(opener);
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('says what the filter of the feed hides, as the feed does', async () => {
  await openFilters({}, '/?q=soup&within=2&when=tonight&area=41,40,-73,-74');
  expect(screen.getByText('Filtered like the list: Tonight, within 2 km, “soup”')).toBeTruthy();
});

it('takes several categories and urgency levels, each immediately', async () => {
  const { user } = await openFilters();
  const categories = within(screen.getByRole('group', { name: 'Categories' }));
  expect(categories.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'fruits vegetables',
    'prepared meals',
    'bakery items',
    'pantry staples',
    'dairy eggs',
    'other',
  ]);
  await user.click(categories.getByRole('button', { name: 'dairy eggs' }));
  await user.click(categories.getByRole('button', { name: 'bakery items' }));
  const urgency = within(screen.getByRole('group', { name: 'Urgency' }));
  await user.click(urgency.getByRole('button', { name: 'Right now' }));
  await user.click(urgency.getByRole('button', { name: 'Today' }));
  await user.click(urgency.getByRole('button', { name: 'Right now', pressed: true }));
  expect(heard.at(-1)).toEqual({
    ...NO_MAP_FILTER,
    categories: ['bakery_items', 'dairy_eggs'],
    urgencyLevels: ['high'],
  });
  expect(screen.getByRole('button', { name: 'Map filters 3 selected' })).toBeTruthy();
});

it('has a radius from 100 to 5,000 meters with a readable value', async () => {
  await openFilters();
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Group pins within' });
  expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['100', '5000', '100', '1000']);
  expect(slider.getAttribute('aria-valuetext')).toBe('15 min walk · 1 km');
  fireEvent.change(slider, { target: { value: '2500' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('38 min walk · 2.5 km');
  expect(screen.getByText('38 min walk · 2.5 km')).toBeTruthy();
});

it('applies the radius when it is released, not before', async () => {
  await openFilters();
  const slider = screen.getByRole('slider');
  for (const value of ['1100', '1200', '1300']) fireEvent.change(slider, { target: { value } });
  expect(heard).toEqual([]);
  fireEvent.pointerUp(slider);
  expect(heard).toEqual([{ ...NO_MAP_FILTER, radiusM: 1300 }]);
});

it('applies the radius once the arrow keys rest', async () => {
  await openFilters();
  vi.useFakeTimers();
  try {
    const slider = screen.getByRole('slider');
    for (const value of ['900', '800']) {
      fireEvent.change(slider, { target: { value } });
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    expect(heard).toEqual([{ ...NO_MAP_FILTER, radiusM: 800 }]);
  } finally {
    vi.useRealTimers();
  }
});

it('clears all filters, and keeps the focus and the room of the button', async () => {
  const { user } = await openFilters({ categories: ['other'], urgencyLevels: ['low'], radiusM: 300 });
  expect(screen.getByRole('button', { name: 'Map filters 3 selected' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(heard).toEqual([NO_MAP_FILTER]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear Filters' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('1000');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Map filters' }));
});
