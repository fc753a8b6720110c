import { describe, expect, it } from 'vitest';
import { categoryOfTitle } from './listing-category.ts';

describe('the category named by a title', () => {
  it.each([
    ['Minestrone, a large pot', 'prepared_meals'],
    ['Chicken and rice bowls', 'prepared_meals'],
    ['Roast chicken dinners, boxed', 'prepared_meals'],
    ['Roast potatoes', 'prepared_meals'],
    ['Vegetable lasagne, one tray', 'prepared_meals'],
    ['Rice and beans, cooked today', 'prepared_meals'],
    ['Sobras de la fiesta', 'prepared_meals'],
    ['Pollo asado', 'prepared_meals'],
    ['Cooked meals from our kitchen', 'prepared_meals'],
    ['Pasta, rice and flour', 'pantry_staples'],
    ['Rice, two bags', 'pantry_staples'],
    ['Canned tomatoes', 'pantry_staples'],
    ['Sourdough loaves and rolls', 'bakery_items'],
    ['Homemade bread', 'bakery_items'],
    ["Today's bread and pastries", 'bakery_items'],
    ['Pan dulce', 'bakery_items'],
    ['Two dozen eggs', 'dairy_eggs'],
    ['Cheddar and butter', 'dairy_eggs'],
    ['Leche y huevos', 'dairy_eggs'],
    ['A box of ripe bananas', 'fruits_vegetables'],
    ['Manzanas', 'fruits_vegetables'],
    ['Boxes of fruit and vegetables', 'fruits_vegetables'],
  ])('"%s": %s', (title, category) => {
    expect(categoryOfTitle(title)).toBe(category);
  });

  it.each(['', 'For whoever comes first', 'Raw chicken', 'Dog food'])('"%s": none', (title) => {
    expect(categoryOfTitle(title)).toBeNull();
  });
});
