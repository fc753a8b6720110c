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

it('shows labels that touch neither a shape nor an earlier label, under or over their shape', () => {
  // the label of "near" has room over its shape, that of "middle" on neither side
  const pins = [pin('first', 0, 0), pin('near', 80, 5), pin('far', 300, 0)];
  expect([...pinsWithLabel(pins)]).toEqual([
    ['first', 'below'],
    ['near', 'above'],
    ['far', 'below'],
  ]);
  const stacked = [pin('middle', 0, 0), pin('over', 0, -30), pin('under', 0, 30)];
  expect([...pinsWithLabel(stacked)]).toEqual([
    ['over', 'above'],
    ['under', 'below'],
  ]);
  expect(pinsWithLabel([pin('one', 0, 0)], null, { x: 0, y: 20 }).get('one')).toBe('above');
});

it('shows no label that the edge of what is seen cuts', () => {
  const seen = { left: 0, top: 0, right: 400, bottom: 300 };
  const pins = [pin('at the edge', 20, 100), pin('at the end', 200, 290), pin('beyond', 700, 100)];
  expect([...pinsWithLabel(pins, seen)]).toEqual([
    ['at the end', 'above'],
    ['beyond', 'below'],
  ]);
});
