import { describe, expect, it } from 'vitest';
import { applyTemplate, TEMPLATES, undoTemplate } from './BulkTemplates.tsx';
import { DEFAULT_KIND, defaultValuesFor, type ShareFields } from './listing-values.ts';

const context = { place: null, nowMs: Date.parse('2026-11-20T15:00:00Z'), timeZone: 'UTC' };
const empty = defaultValuesFor({ ...DEFAULT_KIND, isBulk: true }, context);
const typed: ShareFields = {
  ...empty,
  title: 'Lasagne, 20 trays',
  estimatedServings: 80,
  allergens: ['milk', 'gluten'],
  availableUntil: '2026-11-20T22:00:00.000Z',
};

describe('a donation template', () => {
  it.each([
    ['bakery', 'bakery_items', 2, ['gluten', 'milk', 'eggs', 'tree_nuts', 'soy']],
    // what is cooked or grown can contain anything: the template cannot know
    ['restaurant', 'prepared_meals', 1, null],
    ['produce', 'fruits_vegetables', 3, null],
  ] as const)(
    '%s fills in category, texts, amount, dates, and usual allergens',
    (name, category, days, allergens) => {
      const filled = applyTemplate(name, empty, context);
      expect(filled.category).toBe(category);
      expect(filled.title.length * filled.description.length).toBeGreaterThan(0);
      expect(filled.estimatedServings).toBeGreaterThan(1);
      expect(filled.bestByDate).toBe(defaultValuesFor({ ...DEFAULT_KIND, category }, context).bestByDate);
      expect(Date.parse(filled.bestByDate) - context.nowMs).toBe(days * 86_400_000);
      expect(filled.expiryDate).toBeNull();
      expect(filled.allergens).toEqual(allergens);
    },
  );

  it('never overwrites the user’s text, also when several are applied', () => {
    let values = typed;
    for (const name of [...TEMPLATES, ...TEMPLATES]) values = applyTemplate(name, values, context);
    expect(values).toMatchObject({
      title: typed.title,
      estimatedServings: 80,
      allergens: typed.allergens,
      availableUntil: typed.availableUntil,
    });
    expect(values.description).toBe(applyTemplate('produce', empty, context).description);
  });

  it('keeps the answer that it contains none', () => {
    expect(applyTemplate('bakery', { ...empty, allergens: [] }, context).allergens).toEqual([]);
  });

  it('replaces the values of another template', () => {
    expect(applyTemplate('bakery', applyTemplate('produce', empty, context), context)).toEqual(
      applyTemplate('bakery', empty, context),
    );
  });

  it('can be undone, except for later input', () => {
    const filled = applyTemplate('restaurant', typed, context);
    expect(undoTemplate(filled, typed, filled)).toEqual(typed);
    const since = { ...filled, description: 'Soup' };
    expect(undoTemplate(since, typed, filled)).toEqual({ ...typed, description: 'Soup' });
  });
});
