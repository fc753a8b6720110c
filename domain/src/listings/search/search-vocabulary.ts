import type { Diet } from '../../kernel/food-tags.ts';
import type { Language } from '../../kernel/languages.ts';
import type { Category } from '../listing-fields.ts';

/**
 * The search vocabulary of a language. Words are folded as in the index: lower case, without accents; plurals
 * are listed, since not every word is stemmed.
 */
export type SearchVocabulary = {
  /** Words that find all food of a category. */
  readonly categories: Readonly<Record<Category, readonly string[]>>;
  /** Words that find food marked with a diet. */
  readonly diets: Readonly<Record<Diet, readonly string[]>>;
  /** Words that describe any food, ignored next to others. */
  readonly ofAnyFood: readonly string[];
  /** Synonyms and spellings that neither stemming nor one edit covers. */
  readonly alike: readonly (readonly string[])[];
};

const ENGLISH: SearchVocabulary = {
  categories: {
    fruits_vegetables: [
      'fruit',
      'fruits',
      'greens',
      'produce',
      'veg',
      'vegetable',
      'vegetables',
      'veggie',
      'veggies',
    ],
    prepared_meals: [
      'cooked',
      'dinner',
      'dinners',
      'leftover',
      'leftovers',
      'lunch',
      'meal',
      'meals',
      'supper',
    ],
    bakery_items: ['baked', 'baker', 'bakery', 'bread', 'breads', 'pastries', 'pastry'],
    pantry_staples: ['canned', 'groceries', 'grocery', 'pantry', 'staple', 'staples', 'tinned'],
    dairy_eggs: ['dairy'],
    other: [],
  },
  diets: {
    vegan: ['vegan', 'vegans'],
    vegetarian: ['vegetarian', 'vegetarians', 'meatless'],
    halal: ['halal'],
    kosher: ['kosher'],
  },
  ofAnyFood: ['food', 'foods', 'goods', 'item', 'items', 'stuff'],
  alike: [
    ['loaf', 'loaves'],
    ['leaf', 'leaves'],
    ['half', 'halves'],
    ['knife', 'knives'],
    ['yogurt', 'yogurts', 'yoghurt', 'yoghurts'],
    ['donut', 'donuts', 'doughnut', 'doughnuts'],
    ['zucchini', 'zucchinis', 'courgette', 'courgettes'],
    ['eggplant', 'eggplants', 'aubergine', 'aubergines'],
    ['cilantro', 'coriander'],
    ['arugula', 'rocket'],
    ['chickpea', 'chickpeas', 'garbanzo', 'garbanzos'],
    ['chili', 'chilis', 'chilies', 'chilli', 'chillies', 'chile', 'chiles'],
    ['hummus', 'houmous', 'humus'],
  ],
};

const SPANISH: SearchVocabulary = {
  categories: {
    fruits_vegetables: [
      'fruta',
      'frutas',
      'verdura',
      'verduras',
      'hortaliza',
      'hortalizas',
      'vegetal',
      'vegetales',
    ],
    prepared_meals: [
      'cocido',
      'comidas',
      'cena',
      'cenas',
      'almuerzo',
      'almuerzos',
      'sobras',
      'platillo',
      'platillos',
    ],
    bakery_items: ['pan', 'panes', 'panaderia', 'pasteleria', 'bolleria', 'horneado'],
    pantry_staples: [
      'despensa',
      'abarrotes',
      'conserva',
      'conservas',
      'lata',
      'latas',
      'enlatado',
      'enlatados',
    ],
    dairy_eggs: ['lacteo', 'lacteos'],
    other: [],
  },
  diets: {
    vegan: ['vegano', 'vegana', 'veganos', 'veganas'],
    vegetarian: ['vegetariano', 'vegetariana', 'vegetarianos', 'vegetarianas'],
    halal: ['halal'],
    kosher: ['kosher', 'casher'],
  },
  ofAnyFood: ['comida', 'alimento', 'alimentos', 'producto', 'productos'],
  alike: [
    ['papa', 'papas', 'patata', 'patatas'],
    ['frijol', 'frijoles', 'habichuela', 'habichuelas', 'poroto', 'porotos', 'alubia', 'alubias'],
    ['tomate', 'tomates', 'jitomate', 'jitomates'],
    ['maiz', 'elote', 'elotes', 'choclo', 'choclos'],
    ['aguacate', 'aguacates', 'palta', 'paltas'],
    ['platano', 'platanos', 'banana', 'bananas', 'guineo', 'guineos'],
    ['fresa', 'fresas', 'frutilla', 'frutillas'],
    ['durazno', 'duraznos', 'melocoton', 'melocotones'],
    ['chicharo', 'chicharos', 'guisante', 'guisantes', 'arveja', 'arvejas'],
    ['calabacin', 'calabacines', 'calabacita', 'calabacitas'],
    ['yogur', 'yogures', 'yogurt', 'yogurts'],
    ['pastel', 'pasteles', 'torta', 'tortas', 'bizcocho', 'bizcochos'],
    ['jugo', 'jugos', 'zumo', 'zumos'],
  ],
};

export const SEARCH_VOCABULARIES: Readonly<Record<Language, SearchVocabulary>> = { en: ENGLISH, es: SPANISH };
