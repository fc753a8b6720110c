import { type ImpactFact, listImpactFacts } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import {
  GlobalImpactContext,
  GlobalImpactFacts,
  ImpactFacts,
  WhyFoodSharingMatters,
} from './ImpactFacts.tsx';

let made = 0;
const aFact = (
  category: ImpactFact['category'],
  value: number,
  more: Partial<ImpactFact> = {},
): ImpactFact => ({
  id: `fact-${++made}`,
  category,
  region: 'world',
  value,
  valueTo: null,
  unit: `things of ${category}`,
  description: `A sentence about ${value}.`,
  year: '2024',
  source: 'An agency',
  sourceUrl: 'https://agency.example/report',
  lastUpdated: '2026-11-23T00:00:00.000Z',
  createdAt: '2026-11-23T00:00:00.000Z',
  ...more,
});
const FACTS = [
  aFact('environment', 8, { valueTo: 10, unit: '% of emissions', year: null }),
  aFact('hunger', 673_000_000),
  aFact('hunger', 2_885_086),
  aFact('waste', 1_050_000_000),
  aFact('waste', 79),
  aFact('hunger', 5400),
];
const group = (name: string) => screen.findByRole('region', { name });
const figures = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('impact facts', () => {
  it('stand in a group for each category with its count, abbreviated by K, M and B, with year and source', async () => {
    reply(listImpactFacts, FACTS);
    renderWithProviders(<ImpactFacts />);
    const hunger = await group('Hunger');
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Hunger',
      'Food waste',
      'Environment',
    ]);
    expect(within(hunger).getByText('3 facts')).toBeTruthy();
    expect(figures(hunger).map((text) => /^[\d.]+[KMB]/.exec(text ?? '')?.[0])).toEqual([
      '673M',
      '2.89M',
      '5.4K',
    ]);
    // read in full
    expect(within(hunger).getByText('2,885,086')).toBeTruthy();
    expect(figures(await group('Food waste')).map((text) => /^[\d.]+B?/.exec(text ?? '')?.[0])).toEqual([
      '1.05B',
      '79',
    ]);
    expect(figures(await group('Environment'))[0]).toContain('8–10%of emissions');
    const [source] = within(hunger).getAllByRole('link');
    expect(source?.getAttribute('href')).toBe('https://agency.example/report');
    expect(hunger.textContent).toContain('World · 2024');
    expect(hunger.textContent).toContain('A sentence about 673000000.');
  });

  it('are cut by the limit of three beside the food, across the categories in their order', async () => {
    reply(listImpactFacts, FACTS);
    renderWithProviders(<GlobalImpactFacts />);
    expect(figures(await group('Hunger'))).toHaveLength(3);
    expect(screen.getByRole('heading', { name: 'Global Impact Facts' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Food waste' })).toBeNull();
  });

  it('are those of the environment on the profile, four at most', async () => {
    const asked = reply(
      listImpactFacts,
      Array.from({ length: 6 }, () => aFact('environment', 3)),
    );
    renderWithProviders(<GlobalImpactContext />);
    expect(figures(await group('Environment'))).toHaveLength(4);
    expect(asked[0]?.query.get('category')).toBe('environment');
    expect(screen.getByRole('heading', { name: 'Global Impact Context' })).toBeTruthy();
  });

  it('show a loading error, and load again', async () => {
    replyError(listImpactFacts, 500, { code: 'fault', message: 'Broken' });
    const { user } = renderWithProviders(<ImpactFacts />);
    expect(await screen.findByText('Failed to load impact facts. Please try again later.')).toBeTruthy();
    reply(listImpactFacts, FACTS);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await group('Hunger')).toBeTruthy();
  });
});

describe('"Why Food Sharing Matters"', () => {
  it('has a fact of each category, and "View More Facts" opens all', async () => {
    const ordered = ['hunger', 'waste', 'environment'].flatMap((category) =>
      FACTS.filter((fact) => fact.category === category),
    );
    reply(listImpactFacts, [...ordered.slice(0, 3), aFact('hunger', 512_000_000), ...ordered.slice(3)]);
    const { user } = renderWithProviders(<WhyFoodSharingMatters />);
    const card = await group('Why Food Sharing Matters');
    await expect.poll(() => within(card).queryAllByRole('listitem')).toHaveLength(3);
    expect(figures(card).map((text) => /^[\d.–]+[KMB%]/.exec(text ?? '')?.[0])).toEqual([
      '512M',
      '1.05B',
      '8–10%',
    ]);
    await user.click(screen.getByRole('button', { name: 'View More Facts' }));
    const dialog = await screen.findByRole('dialog', { name: 'Why Food Sharing Matters' });
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(7);
  });
});
