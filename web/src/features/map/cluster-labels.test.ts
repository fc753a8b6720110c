import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import {
  clusterAreaLabel,
  clusterLabel,
  clusterTitlesLabel,
  clusterWalkLabel,
  itemTitle,
  pinLabel,
} from './cluster-labels.ts';

const area = (label: string) => ({ label, bounds: [], count: 1 });

it.each<[Partial<MapCluster>, string]>([
  [{ count: 1 }, '1 item, Food Available, Soon, around Chelsea'],
  [{ count: 3, urgencyLevel: 'emergency' }, '3 items, Food Available, Right now, around Chelsea'],
  [{ count: 1200, type: 'mixed', urgencyLevel: 'low' }, '1,200 items, Mixed, No hurry, around Chelsea'],
  [{ count: 2, type: 'food_needed', urgencyLevel: 'high' }, '2 requests, Food Needed, Today, around Chelsea'],
  [
    { count: 1, type: 'food_needed', areas: [area('Chelsea')] },
    '1 request around Chelsea, Food Needed, Soon',
  ],
  [
    { count: 4, type: 'food_needed', areas: [area('Chelsea'), area('Midtown'), area('Chelsea')] },
    '4 requests around Chelsea and Midtown, Food Needed, Soon',
  ],
  [
    { count: 9, type: 'food_needed', areas: ['Chelsea', 'Midtown', 'Harlem', 'SoHo'].map(area) },
    '9 requests around Chelsea, Midtown, and 2 more, Food Needed, Soon',
  ],
  [{ count: 2, items: [] }, '2 items, Food Available, Soon'],
])('names a cluster of %j', (said, name) => {
  expect(clusterLabel(aCluster({ items: [aMapItem({ pickupLocation: 'Chelsea' })], ...said }))).toBe(name);
});

it('names the address of a business without "around"', () => {
  const shop = aMapItem({ pickupLocation: '12 W 47th St', placeIsPublic: true });
  expect(clusterLabel(aCluster({ items: [shop] }))).toBe('1 item, Food Available, Soon, 12 W 47th St');
  // of what is not listed it may be false
  expect(clusterLabel(aCluster({ count: 2, items: [shop] }))).toBe('2 items, Food Available, Soon');
});

it('names no place of things at several', () => {
  const items = ['Chelsea', 'Midtown'].map((pickupLocation) => aMapItem({ pickupLocation }));
  expect(clusterLabel(aCluster({ items }))).toBe('2 items, Food Available, Soon');
  const mixed = { type: 'mixed', count: 2, items: items.slice(0, 1), areas: [area('SoHo')] } as const;
  expect(clusterAreaLabel(aCluster({ ...mixed, items: [...mixed.items], areas: [...mixed.areas] }))).toBe('');
});

it.each([
  [1, ['Rye bread, sliced'], 'Rye bread, sliced'],
  [3, ['Roast chicken dinners, boxed', 'Rye bread, sliced'], 'Roast chicken dinners, Rye bread, and 1 more'],
  [2, ['Rye bread', 'Soup'], 'Rye bread and Soup'],
  [5, ['Rye bread', 'Soup', 'Figs'], 'Rye bread, Soup, and 3 more'],
  [3, ['Figs', 'Figs', 'Figs'], 'Figs and 2 more'],
])('names what is among %i', (count, titles, said) => {
  const items = titles.map((title) => aMapItem({ title }));
  expect(clusterTitlesLabel({ type: 'food_available', areas: [], count, items }, [])).toBe(said);
});

it('names requests alone as their marker does', () => {
  const requests = { type: 'food_needed', count: 2, items: [aMapItem({ title: '' })] } as const;
  const areas = [{ label: 'Chelsea', bounds: [], count: 2 }];
  expect(clusterTitlesLabel({ ...requests, items: [...requests.items], areas }, [])).toBe(
    '2 requests around Chelsea',
  );
});

it('names less of a request than of food', () => {
  expect(itemTitle({ title: 'Food needed' })).toBe('Food needed');
  expect(itemTitle({ title: '' })).toBe('Food needed');
});

it('says the dish first that the person can eat, and its way within that of all', () => {
  const here = { latitude: 40.7465, longitude: -74 };
  const items = [
    aMapItem({ title: 'Pie', allergens: null, longitude: -74.02 }),
    aMapItem({ title: 'Figs', allergens: [], longitude: -74.002, placeIsPublic: true }),
  ];
  const cluster = aCluster({ items });
  expect(pinLabel(cluster, here, ['milk'])).toBe('Figs · 3 min');
  expect(clusterTitlesLabel(cluster, ['milk'])).toBe('Figs and Pie');
  expect(clusterWalkLabel(cluster, here)).toBe('about 3–25 min walk');
  expect(clusterWalkLabel(aCluster({ items: items.slice(1) }), here)).toBe('3 min walk · 0.2 km');
  // 6 minutes exactly, and about 5 to what is a little farther
  const [shop, home] = [-74.0049, -74.005].map((longitude) => aMapItem({ longitude, latitude: 40.7465 }));
  if (!shop || !home) throw new Error('no food');
  const rough = aCluster({ items: [{ ...shop, placeIsPublic: true }, home] });
  expect(clusterWalkLabel(rough, here)).toBe('about 5–6 min walk');
  // the mark of an area is no place to walk to
  const request = { category: null, latitude: null, longitude: null };
  expect(clusterWalkLabel(aCluster({ items: [aMapItem(request)] }), here)).toBeNull();
});
