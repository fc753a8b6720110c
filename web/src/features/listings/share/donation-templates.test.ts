import { describe, expect, it } from 'vitest';
import { TEMPLATES, type TemplateName } from './donation-templates.ts';
import { formOf, type Said } from './listing-values.ts';

const context = {
  place: null,
  nowMs: Date.parse('2026-11-20T15:00:00Z'),
  timeZone: 'UTC',
  isBulk: true,
};
const filled = (template: TemplateName | undefined, said: Said = {}) =>
  formOf(said, { ...context, template });
const typed = {
  title: 'Lasagne, 20 trays',
  estimatedServings: 80,
  allergens: ['milk', 'gluten'],
  availableUntil: '2026-11-20T22:00:00.000Z',
} as const;

describe('a donation template', () => {
  it.each([
    ['bakery', 'bakery_items', 2, ['gluten', 'milk', 'eggs', 'tree_nuts', 'soy']],
    // what is cooked or grown can contain anything: the template cannot know
    ['restaurant', 'prepared_meals', 1, null],
    ['produce', 'fruits_vegetables', 3, null],
  ] as const)(
    '%s fills in category, texts, amount, dates, and usual allergens',
    (name, category, days, allergens) => {
      const { values } = filled(name);
      expect(values.category).toBe(category);
      expect(values.title.length * values.description.length).toBeGreaterThan(0);
      expect(values.estimatedServings).toBeGreaterThan(1);
      expect(Date.parse(values.bestByDate) - context.nowMs).toBe(days * 86_400_000);
      expect(values.expiryDate).toBeNull();
      expect(values.allergens).toEqual(allergens);
    },
  );

  it('never overwrites what the person has said, one after another', () => {
    const said: Said = { ...typed, allergens: [...typed.allergens] };
    for (const name of TEMPLATES) {
      const { values } = filled(name, said);
      expect(values).toMatchObject(typed);
      expect(values.description).toBe(filled(name).values.description);
    }
  });

  it('keeps the answer that it contains none', () => {
    expect(filled('bakery', { allergens: [] }).values.allergens).toEqual([]);
  });
});
