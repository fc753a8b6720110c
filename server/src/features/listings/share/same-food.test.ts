import { expect, test } from 'vitest';
import { isSameFood } from './same-food.ts';

test.each([
  ['Sourdogh bred', 'Sourdough bread'],
  ['Brocolli', 'Broccoli'],
  ['Kartofelsuppe', 'Kartoffelsuppe'],
  ['Kartoffel-Suppe', 'Kartoffelsuppe!'],
  ['tortila de patatas', 'Tortilla de patatas'],
])('%j may become %j', (title, mended) => {
  expect(isSameFood({ title, category: 'other' }, { title: mended, category: 'other' })).toBe(true);
});

test.each([
  ['Beef stew', 'Beet stew'],
  ['Chicken curry', 'Chickpea curry'],
  ['Ham rolls', 'Jam rolls'],
  ['Soup', 'Soup with nuts'],
  ['No nuts', 'Nuts'],
  ['6 eggs', '8 eggs'],
  ['🥦', '🥩'],
  ['Bananana rolls', 'Banananananana rolls'],
  ['手作り牛丼', '手作り豚丼'],
])('%j may not become %j', (title, other) => {
  expect(isSameFood({ title, category: 'other' }, { title: other, category: 'other' })).toBe(false);
});

test('a category may become the one that the title names', () => {
  const title = 'Rye bread';
  const other = { title, category: 'other' } as const;
  expect(isSameFood(other, { title, category: 'bakery_items' })).toBe(true);
  expect(isSameFood(other, { title, category: 'dairy_eggs' })).toBe(false);
});
