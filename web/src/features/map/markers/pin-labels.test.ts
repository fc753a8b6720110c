import { expect, it } from 'vitest';
import { type Pin, pinsWithLabel, shortTitle } from './pin-labels.ts';

it.each([
  ['Soup', 'Soup'],
  ['Croissants and rolls', 'Croissants'],
  ['Roast chicken dinners, boxed', 'Roast chicken'],
  ['Rice, beans', 'Rice'],
  ['Mac and', 'Mac and'],
  ['Kartoffelsalat mit Würstchen', 'Kartoffelsalat'],
  ['Donaudampfschifffahrtskuchen', 'Donaudampfschifffahrtskuchen'],
])('shortens %s to whole words', (title, short) => {
  expect(shortTitle(title)).toBe(short);
});

const pin = (id: string, x: number, y: number): Pin => ({ id, x, y, count: 1, label: 'Soup · 8 min' });

it('shows labels that touch neither a shape nor an earlier label', () => {
  // "near" overlaps the label of "first", and the label of "above" the shape of "first"
  const pins = [pin('first', 0, 0), pin('near', 80, 5), pin('above', 0, -25), pin('far', 300, 0)];
  expect(pinsWithLabel(pins)).toEqual(new Set(['first', 'far']));
  expect(pinsWithLabel(pins.toReversed())).toEqual(new Set(['far', 'near']));
});
