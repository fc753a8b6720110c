import { describe, expect, it } from 'vitest';
import { filledFrom, takenBack, TEMPLATES } from './bulk-templates.ts';
import { FIRST_KIND, type ShareFields, startingValues } from './share-values.ts';

const basis = { place: null, nowMs: Date.parse('2026-11-20T15:00:00Z'), timeZone: 'UTC' };
const empty = startingValues({ ...FIRST_KIND, isBulk: true }, basis);
const typed: ShareFields = {
  ...empty,
  title: 'Lasagne, 20 trays',
  estimatedServings: 80,
  allergens: ['milk', 'gluten'],
  availableUntil: '2026-11-20T22:00:00.000Z',
};

describe('a quick template', () => {
  it.each([
    ['bakery', 'bakery_items', 2],
    ['restaurant', 'prepared_meals', 1],
    ['produce', 'fruits_vegetables', 3],
  ] as const)('%s fills in the kind of food, words, amount and dates', (name, category, days) => {
    const filled = filledFrom(name, empty, basis);
    expect(filled.category).toBe(category);
    expect(filled.title.length * filled.description.length).toBeGreaterThan(0);
    expect(filled.estimatedServings).toBeGreaterThan(1);
    expect(filled.bestByDate).toBe(startingValues({ ...FIRST_KIND, category }, basis).bestByDate);
    expect(Date.parse(filled.bestByDate) - basis.nowMs).toBe(days * 86_400_000);
    expect(filled.expiryDate).toBeNull();
    // what it cannot know it does not say
    expect(filled.allergens).toBeNull();
  });

  it('writes over nothing that somebody wrote, whichever is chosen, one after the other', () => {
    let values = typed;
    for (const name of [...TEMPLATES, ...TEMPLATES]) values = filledFrom(name, values, basis);
    expect(values).toMatchObject({
      title: typed.title,
      estimatedServings: 80,
      allergens: typed.allergens,
      availableUntil: typed.availableUntil,
    });
    expect(values.description).toBe(filledFrom('produce', empty, basis).description);
  });

  it('gives way to another', () => {
    expect(filledFrom('bakery', filledFrom('produce', empty, basis), basis)).toEqual(
      filledFrom('bakery', empty, basis),
    );
  });

  it('is taken back, but not what was written since', () => {
    const filled = filledFrom('restaurant', typed, basis);
    expect(takenBack(filled, typed, filled)).toEqual(typed);
    const since = { ...filled, description: 'Soup' };
    expect(takenBack(since, typed, filled)).toEqual({ ...typed, description: 'Soup' });
  });
});
