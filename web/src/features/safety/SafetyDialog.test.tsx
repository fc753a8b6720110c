import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { SafetyDialog, SOURCES } from './SafetyDialog.tsx';

const open = (onOpenChange = vi.fn<(open: boolean) => void>()) =>
  renderWithProviders(<SafetyDialog open onOpenChange={onOpenChange} />);
const part = (name: string) => within(screen.getByRole('region', { name }));
const sourcesOf = (name: string) =>
  part(name)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent?.split('(')[0]);

it('states the temperatures, what to avoid, and where that comes from', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const { user } = open(onOpenChange);
  const dialog = screen.getByRole('dialog', { name: 'Food Safety Guidelines' });
  for (const sentence of [
    'Keep hot food above 140°F and cold food below 40°F.',
    'Avoid home-canned food, raw or undercooked meat, and expired food.',
  ])
    expect(screen.getByText(sentence)).toBeTruthy();
  expect(dialog.textContent).toContain('Never leave food out for more than 2 hours');
  expect(sourcesOf('Hot or cold, nothing in between')).toEqual(['FDA', 'USDA', 'FSA']);
  expect(sourcesOf('Two dates, two meanings')).toEqual(['FSA', 'WRAP']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it('has a part for every kind of food; what is no rule of ours names its source and address', () => {
  open();
  const kinds = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent ?? '');
  expect(kinds).toEqual([
    'Fruits and vegetables',
    'Prepared meals',
    'Bakery items',
    'Pantry staples',
    'Dairy and eggs',
    'Everything else',
  ]);
  expect(kinds.map((kind) => sourcesOf(kind).length)).toEqual([2, 1, 1, 2, 2, 0]);
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const elsewhere: readonly unknown[] = [SOURCES.who, SOURCES.codex];
  const named = Object.values(SOURCES).filter((source) => !elsewhere.includes(source));
  expect(new Set(addresses)).toEqual(new Set(named.map(({ href }) => href)));
  // paper cannot be clicked
  for (const { href } of named) expect(screen.getAllByText(href).length).toBeGreaterThan(0);
});

it.each([
  ['US', 'FDA USDA FSA'],
  ['GB', 'FSA'],
  ['KE', 'WHO Codex Alimentarius'],
])('names in %s what is known there', (country, sources) => {
  const meta = document.createElement('meta');
  Object.assign(meta, {
    name: 'region',
    content: JSON.stringify({ country, currency: 'EUR', usesMiles: false }),
  });
  document.head.append(meta);
  open();
  meta.remove();
  expect(sourcesOf('Hot or cold, nothing in between').join(' ')).toBe(sources);
  const text = screen.getByRole('dialog').textContent ?? '';
  expect(text.includes('United Kingdom')).toBe(country === 'GB');
  expect(/U\.S\.C\.|United States/.test(text)).toBe(country === 'US');
});

it('can be printed', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Print this guide' }));
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
