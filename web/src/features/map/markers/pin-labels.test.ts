import { expect, it } from 'vitest';
import { labelWidths, shortTitle } from './pin-labels.ts';

it.each([
  ['Soup', 'Soup'],
  ['Croissants and rolls', 'Croissants and rolls'],
  ['Croissants and rye rolls, big', 'Croissants and rye rolls'],
  ['Croissants and sesame rolls', 'Croissants'],
  ['Roast chicken dinners, boxed', 'Roast chicken dinners'],
  ['A box of ripe bananas', 'A box of ripe bananas'],
  ['Sandwich platter from a meeting', 'Sandwich platter'],
  ['Dinner rolls from a wedding', 'Dinner rolls'],
  ['Rice, beans', 'Rice'],
  ['Mac and', 'Mac and'],
  ['Kartoffelsalat mit Würstchen', 'Kartoffelsalat'],
  ['Donaudampfschifffahrtskuchen', 'Donaudampfschifffahrtskuchen'],
])('shortens %s to whole words', (title, short) => {
  expect(shortTitle(title)).toBe(short);
});

it('says nothing of a title that would be cut, in letters of any width', () => {
  const [none, soup = 0, onigiri = 0, long] = labelWidths([
    '',
    'Soup · 8',
    'おにぎり · 8',
    'ごはん'.repeat(12),
  ]);
  expect([none, long]).toEqual([0, 0]);
  expect(onigiri).toBeGreaterThan(soup * 1.3);
});
