import { expect, test } from 'vitest';
import { nameRefusal } from './name-rules.ts';

test.each([
  ['Ana ✓', 'name.mark'],
  ['✔️ Ana', 'name.mark'],
  ['Bakery ✅', 'name.mark'],
  ['A neighbor', 'name.ours'],
  ['Ａ ＮＥＩＧＨＢＯＲ', 'name.ours'],
  ['Súpport', 'name.ours'],
  ['deleted  account', 'name.ours'],
  ['Deleted\u00adAccount', null],
  ['Alguien del Vecindario', 'name.ours'],
  ['Ana Neighbor', null],
  ['陳大文', null],
  ['O’Brien-Smith', null],
  ['Ana 🍞', null],
])('%s: %s', (name, refusal) => {
  expect(nameRefusal(name)).toBe(refusal);
});
