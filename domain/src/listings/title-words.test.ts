import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES } from './listing-fields.ts';
import { PICTURES, titleReader } from './title-words.ts';
import de from '../../../locales/de.vocabulary.json' with { type: 'json' };
import en from '../../../locales/en.vocabulary.json' with { type: 'json' };
import es from '../../../locales/es.vocabulary.json' with { type: 'json' };

const { pictureOf, categoryOfTitle, amountOfTitle } = titleReader([en.titles, es.titles, de.titles]);

const category = fc.constantFrom(...CATEGORIES);
/** A title that names no picture. */
const shownFor = (title: string) => pictureOf(title, null);

describe('amountOfTitle', () => {
  test.each([
    ['30 rolls', 30, 'rolls'],
    ['Six sourdough rolls', 6, 'rolls'],
    ['Bread: 12 small rye loaves', 12, 'loaves'],
    ['1 box of apples', 1, 'boxes'],
    ['Chili, 8 servings', 8, null],
    ['40 panecillos del día', 40, 'rolls'],
    ['dos cajas de tomates', 2, 'boxes'],
    ['Zwölf Brötchen von heute', 12, 'rolls'],
    ['3 Gläser Marmelade', 3, 'jars'],
  ])('%s: %i, counted as %s', (title, estimatedServings, countedAs) => {
    expect(amountOfTitle(title)).toEqual({ estimatedServings, countedAs });
  });

  test.each([
    'Rolls',
    '7-grain rolls',
    '3 bean soup',
    '2 lb bags of flour',
    '0 rolls',
    '99999 rolls',
    '2026',
  ])('%s: none', (title) => {
    expect(amountOfTitle(title)).toBeNull();
  });
});

describe('pictureOf', () => {
  test.each([
    ['Sourdough loaves and rolls', 'bread'],
    ['Rye bread, sliced', 'bread'],
    ['Dinner rolls from a wedding', 'bread'],
    ['Burger buns', 'bread'],
    ['Bagels from this morning', 'bagel'],
    ['Croissants and pains au chocolat', 'croissant'],
    ['Cinnamon buns', 'bakery'],
    ['Focaccia with olives', 'bakery'],
    ['Birthday cake, half', 'cake'],
    ['Carrot cake', 'cake'],
    ['Chocolate chip cookies', 'cookies'],
    ['Peanut butter cookies', 'cookies'],
    ['Apple crisp', 'bakery'],
    ["Shepherd's pie", 'bakery'],
    ['Sweet potato pie', 'bakery'],
    ['Chicken soup', 'soup'],
    ['Chicken and rice soup', 'soup'],
    ['Lentil soup in jars', 'soup'],
    ['Black bean chilli', 'soup'],
    ['Minestrone, a large pot', 'soup'],
    ['Vegetable lasagne, one tray', 'meal'],
    ['A pan of lasagna', 'meal'],
    ['Mac & cheese', 'meal'],
    ['Pasta salad', 'salad'],
    ['Egg salad sandwiches', 'sandwich'],
    ['Sandwich platter from a meeting', 'sandwich'],
    ['Vegetable curry with rice', 'curry'],
    ['Butter chicken', 'curry'],
    ['Fish tacos', 'taco'],
    ['Hot dogs', 'hot-dog'],
    ['Hot dog buns', 'bread'],
    ['Dog food, two bags', 'pet'],
    ['Baby food and cereal', 'baby'],
    ['Baby carrots', 'carrot'],
    ['Egg fried rice', 'paella'],
    ['Chicken and rice bowls', 'chicken'],
    ['Roast chicken dinners, boxed', 'chicken'],
    ['Sliced meats and cheese, sealed', 'meat'],
    ['Empty-the-freezer fish fillets', 'fish'],
    ['Two dozen eggs', 'eggs'],
    ['Milk, four litres', 'milk'],
    ['Chocolate milk', 'milk'],
    ['Milk chocolate', 'chocolate'],
    ['Ice cream', 'ice-cream'],
    ['Cheddar and butter', 'cheese'],
    ['Cream cheese and sour cream', 'dairy'],
    ['Plain yoghurt, six large pots', 'yogurt'],
    ['Peanut butter and jam', 'pantry'],
    ['Strawberry jam', 'pantry'],
    ['Tinned beans and chickpeas', 'can'],
    ['Canned tomatoes', 'can'],
    ['Take what you can', 'basket'],
    ['Pasta sauce', 'can'],
    ['Fish in white sauce', 'fish'],
    ['Green beans', 'peas'],
    ['Green apples', 'apple'],
    ['Orange peppers', 'pepper'],
    ['Apple and carrot juice', 'juice'],
    ['A box of ripe bananas', 'banana'],
    ['Strawberries', 'berries'],
    ['Tomatoes and peppers', 'tomato'],
    ['Carrots, potatoes, onions', 'carrot'],
    ['Mixed greens and herbs', 'greens'],
    ['Coffee, tea and sugar', 'coffee'],
    ['Breakfast cereal, six boxes', 'cereal'],
    ['Rice crackers and nuts', 'pantry'],
    ['Nut-free granola', 'cereal'],
    ['Dumplings without shrimp', 'dumplings'],
    ['APPLES!!!', 'apple'],
    ['🍞 fresh bread', 'bread'],
    ['Sopa de pollo', 'soup'],
    ['Pollo y verduras en caldo', 'soup'],
    ['Crema de calabaza', 'soup'],
    ['Lasaña de espinacas', 'meal'],
    ['Ensalada de papas', 'salad'],
    ['Arroz con pollo', 'rice'],
    ['Frijoles negros', 'beans'],
    ['Pan de plátano', 'bread'],
    ['Panes dulces', 'bread'],
    ['Barras de pan', 'baguette'],
    ['Galletas de avena', 'cookies'],
    ['Pastel de chocolate', 'cake'],
    ['Tortilla de patatas', 'meal'],
    ['Tortillas de maíz', 'bakery'],
    ['Empanadas de queso', 'dumplings'],
    ['Tamales con salsa', 'tamales'],
    ['Plátanos maduros', 'banana'],
    ['Piñas y limones', 'pineapple'],
    ['Champiñones', 'produce'],
    ['Huevos de campo', 'eggs'],
    ['Leche sin lactosa', 'milk'],
    ['Latas de atún', 'can'],
    ['Bolsas de té', 'tea'],
    ['Jugo de naranja', 'juice'],
    ['Comida para bebés', 'baby'],
    ['Nueces', 'nuts'],
    ['Kartoffelsuppe mit Würstchen', 'soup'],
    ['Ein Apfelkuchen', 'cake'],
    ['Vollkornbrot und Brötchen', 'bread'],
    ['Linseneintopf, zwei Gläser', 'soup'],
    ['Äpfel und Birnen', 'apple'],
    ['Möhren, Kartoffeln, Zwiebeln', 'carrot'],
    ['Nudeln ohne Ei', 'pasta'],
    ['Glutenfreie Kekse', 'cookies'],
    ['Weissbrot', 'bread'],
    ['Arroz caliente', 'rice'],
  ])('%s: %s', (title, picture) => {
    expect(shownFor(title)).toBe(picture);
  });

  test('is the picture of the category if the title names none, never the same for two', () => {
    expect(new Set(CATEGORIES.map((each) => pictureOf('Surplus from today', each))).size).toBe(
      CATEGORIES.length,
    );
    expect(pictureOf('Breakfast buffet surplus', 'prepared_meals')).toBe('meal');
    expect(pictureOf('', null)).toBe('basket');
  });

  test('is the sign of the category, not that of a word of the title', () => {
    expect(pictureOf('Cottage pie', 'prepared_meals')).toBe('meal');
    expect(pictureOf('Cottage pie', null)).toBe('bakery');
  });

  test('is a picture that exists, for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), category, (title, each) => {
        expect(PICTURES.includes(pictureOf(title, each))).toBe(true);
      }),
    );
  });

  test('does not depend on case, accents, or surrounding characters', () => {
    const around = fc.constantFrom('', '!', ' :)', ', gratis', ' (today)', ' 2 kg');
    fc.assert(
      fc.property(
        fc.constantFrom('Jalapeños', 'soup', 'Plátano', 'berries', 'té verde'),
        around,
        (food, end) => {
          const upper = `  ${food.toUpperCase()}${end}`;
          const plain = `${food.normalize('NFD').replace(/\p{M}/gu, '')}${end}`;
          expect(shownFor(upper)).toBe(shownFor(food));
          expect(shownFor(plain)).toBe(shownFor(food));
          expect(shownFor(food)).not.toBe('basket');
        },
      ),
    );
  });

  test('shows the dish, wherever it stands among its ingredients', () => {
    const dish = fc.constantFrom('soup', 'curry', 'salad', 'ensalada', 'pizza');
    const ingredients = fc.shuffledSubarray(['chicken', 'tomato', 'rice', 'queso', 'eggs'], { minLength: 1 });
    fc.assert(
      fc.property(
        dish,
        ingredients,
        fc.nat(5),
        fc.constantFrom(' and ', ', ', ' con '),
        (made, of, at, joint) => {
          expect(shownFor(of.toSpliced(at, 0, made).join(joint))).toBe(shownFor(made));
        },
      ),
    );
  });
});

describe('the category named by a title', () => {
  test.each([
    ['Minestrone, a large pot', 'prepared_meals'],
    ['Chicken and rice bowls', 'prepared_meals'],
    ['Roast chicken dinners, boxed', 'prepared_meals'],
    ['Roast potatoes', 'prepared_meals'],
    ['Vegetable lasagne, one tray', 'prepared_meals'],
    ['Rice and beans, cooked today', 'prepared_meals'],
    ['Sobras de la fiesta', 'prepared_meals'],
    ['Arroz con pollo', 'prepared_meals'],
    ['Reis mit Hähnchen', 'prepared_meals'],
    ['Ugali and sukuma wiki', 'prepared_meals'],
    ['Maandazi', 'bakery_items'],
    ['Green grams', 'pantry_staples'],
    ['Fish cakes', 'prepared_meals'],
    ['Brötchen', 'bakery_items'],
    ['Kartoffelsalat', 'prepared_meals'],
    ['Tiefkühlpizza', 'prepared_meals'],
    ['Laugenstangen', 'bakery_items'],
    ['Ceviche', 'prepared_meals'],
    ['Leche de tigre', 'prepared_meals'],
    ['Picarones', 'bakery_items'],
    ['Onigiri', 'prepared_meals'],
    ['Rice balls', 'prepared_meals'],
    ['Daikon', 'fruits_vegetables'],
    ['Jollof rice', 'prepared_meals'],
    ['Seco de res', 'prepared_meals'],
    ['Ají de gallina', 'prepared_meals'],
    ['Okonomiyaki', 'prepared_meals'],
    ['Königsberger Klopse', 'prepared_meals'],
    ['Arroz con leche', 'dairy_eggs'],
    ['Rice and chicken stock, packs', 'pantry_staples'],
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
    ['Reste vom Fest', 'prepared_meals'],
    ['Gebratene Kartoffeln', 'prepared_meals'],
    ['Reis, zwei Packungen', 'pantry_staples'],
    ['Hausgemachtes Brot', 'bakery_items'],
    ['Ein Dutzend Eier', 'dairy_eggs'],
  ])('"%s": %s', (title, named) => {
    expect(categoryOfTitle(title)).toBe(named);
  });

  test.each(['', 'For whoever comes first', 'Raw chicken', 'Dog food'])('"%s": none', (title) => {
    expect(categoryOfTitle(title)).toBeNull();
  });
});
