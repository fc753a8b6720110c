import { expect, test } from 'vitest';
import { type AllergenCorrection, joinCorrections } from './food-tags.ts';

const eggsAdded: AllergenCorrection = { added: ['eggs'], removed: [] };
const eggsRemoved: AllergenCorrection = { added: [], removed: ['eggs'] };

test.each([
  ['adds to', eggsAdded, { added: ['milk'], removed: [] }, { added: ['eggs', 'milk'], removed: [] }],
  ['takes back', eggsAdded, { added: ['milk'], removed: ['eggs'] }, { added: ['milk'], removed: [] }],
  ['gives back', eggsRemoved, eggsAdded, null],
  ['repeats', eggsAdded, eggsAdded, eggsAdded],
  ['names nothing beside', eggsAdded, null, eggsAdded],
  ['is the first to name something after', null, eggsRemoved, eggsRemoved],
] satisfies [string, AllergenCorrection | null, AllergenCorrection | null, AllergenCorrection | null][])(
  'a correction that %s what an earlier one says is joined with it',
  (_case, earlier, later, joined) => {
    expect(joinCorrections(earlier, later)).toEqual(joined);
  },
);
