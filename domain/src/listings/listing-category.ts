import type { Category } from './listing-fields.ts';
import { namedPicture, type PictureName, wordsOf } from './listing-picture.ts';

/** The category of the food in each picture; null if no category fits. */
const CATEGORY_OF: Readonly<Record<PictureName, Category | null>> = {
  soup: 'prepared_meals',
  paella: 'prepared_meals',
  noodles: 'prepared_meals',
  pasta: 'prepared_meals',
  curry: 'prepared_meals',
  salad: 'prepared_meals',
  sandwich: 'prepared_meals',
  pizza: 'prepared_meals',
  burger: 'prepared_meals',
  'hot-dog': 'prepared_meals',
  taco: 'prepared_meals',
  wrap: 'prepared_meals',
  pita: 'bakery_items',
  tamales: 'prepared_meals',
  dumplings: 'prepared_meals',
  sushi: 'prepared_meals',
  fries: 'prepared_meals',
  falafel: 'prepared_meals',
  omelette: 'prepared_meals',
  pancakes: 'prepared_meals',
  meal: 'prepared_meals',
  bread: 'bakery_items',
  baguette: 'bakery_items',
  flatbread: 'bakery_items',
  bagel: 'bakery_items',
  croissant: 'bakery_items',
  cookies: 'bakery_items',
  donut: 'bakery_items',
  cake: 'bakery_items',
  cupcake: 'bakery_items',
  pie: 'bakery_items',
  bakery: 'bakery_items',
  pudding: 'dairy_eggs',
  'ice-cream': 'dairy_eggs',
  eggs: 'dairy_eggs',
  milk: 'dairy_eggs',
  cheese: 'dairy_eggs',
  butter: 'dairy_eggs',
  yogurt: 'dairy_eggs',
  dairy: 'dairy_eggs',
  can: 'pantry_staples',
  cereal: 'pantry_staples',
  juice: 'pantry_staples',
  baby: 'pantry_staples',
  nuts: 'pantry_staples',
  snacks: 'pantry_staples',
  honey: 'pantry_staples',
  rice: 'pantry_staples',
  beans: 'pantry_staples',
  chocolate: 'pantry_staples',
  coffee: 'pantry_staples',
  tea: 'pantry_staples',
  pantry: 'pantry_staples',
  apple: 'fruits_vegetables',
  banana: 'fruits_vegetables',
  orange: 'fruits_vegetables',
  lemon: 'fruits_vegetables',
  pear: 'fruits_vegetables',
  peach: 'fruits_vegetables',
  berries: 'fruits_vegetables',
  grapes: 'fruits_vegetables',
  melon: 'fruits_vegetables',
  pineapple: 'fruits_vegetables',
  mango: 'fruits_vegetables',
  avocado: 'fruits_vegetables',
  tomato: 'fruits_vegetables',
  potato: 'fruits_vegetables',
  carrot: 'fruits_vegetables',
  broccoli: 'fruits_vegetables',
  greens: 'fruits_vegetables',
  onion: 'fruits_vegetables',
  pepper: 'fruits_vegetables',
  cucumber: 'fruits_vegetables',
  corn: 'fruits_vegetables',
  peas: 'fruits_vegetables',
  produce: 'fruits_vegetables',
  meat: null,
  chicken: null,
  fish: null,
  shrimp: null,
  pet: null,
  basket: null,
};

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words of both languages, folded as by `wordsOf`, that make any food a meal: "roast potatoes". */
const COOKED_SOMEHOW = setOf(
  'roast roasted grilled fried braised steamed stuffed asado asada asados asadas frito frita fritos fritas guisado ' +
    'guisada relleno rellena rellenos rellenas',
);
/** Words that mean a meal only if the title names no other food: "homemade bread" is bread. */
const SERVED = setOf(
  'meal meals dinner dinners lunch lunches supper leftovers leftover cooked homemade bowl bowls plate plates portion ' +
    'portions platter buffet catering pot comida comidas cena cenas almuerzo almuerzos sobras plato platos porcion ' +
    'porciones racion raciones olla bandeja',
);
/** Words of both languages that say that something is dry and packed. */
const DRY = setOf(
  'dry dried uncooked flour groceries unopened packet packets pack packs package packages harina seco seca secos secas ' +
    'crudo cruda paquete paquetes abarrotes despensa',
);

/** Food that is a meal once cooked, and a pantry item before. */
const COOKED_OR_DRY: readonly PictureName[] = ['pasta', 'noodles', 'rice', 'beans'];

/**
 * The category named by a title in English or Spanish, or null. For food that is either cooked or raw, the other words
 * decide; without any it is the category with the shorter shelf life.
 */
export function categoryOfTitle(title: string): Category | null {
  const picture = namedPicture(title);
  const category = picture && CATEGORY_OF[picture];
  const words = wordsOf(title);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isEither = picture !== null && COOKED_OR_DRY.includes(picture);
  if (isEither && has(DRY)) return 'pantry_staples';
  if (has(COOKED_SOMEHOW)) return 'prepared_meals';
  return (isEither || category === null) && has(SERVED) ? 'prepared_meals' : category;
}
