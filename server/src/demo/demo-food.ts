import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';

export type DemoFood = {
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly servings: number;
  /** Allergens; null if the donor did not say. */
  readonly allergens: readonly Allergen[] | null;
  readonly diets: readonly Diet[];
};

export const food = (
  title: string,
  category: Category,
  servings: number,
  description: string,
  allergens: readonly Allergen[] | null = null,
  diets: readonly Diet[] = [],
): DemoFood => ({ title, category, servings, description, allergens, diets });

/** Listings of the demo, in their donors' words. */
export const DEMO_FOOD: readonly DemoFood[] = [
  food(
    'Sourdough loaves and rolls',
    'bakery_items',
    12,
    'Baked this morning, eight loaves and a bag of rolls. Contains wheat.',
    ['gluten'],
    ['vegetarian', 'vegan'],
  ),
  food(
    'Mixed greens and herbs',
    'fruits_vegetables',
    4,
    'Washed salad, parsley and dill. Best within two days.',
    [],
    ['vegetarian', 'vegan', 'halal', 'kosher'],
  ),
  food(
    'Vegetable lasagne, one tray',
    'prepared_meals',
    6,
    'Made yesterday, kept cold. Contains milk, wheat and egg.',
    ['gluten', 'milk', 'eggs'],
    ['vegetarian'],
  ),
  food(
    'A box of ripe bananas',
    'fruits_vegetables',
    20,
    'Spotted but sweet, good for baking or freezing.',
    [],
    ['vegetarian', 'vegan', 'halal', 'kosher'],
  ),
  food(
    'Bagels from this morning',
    'bakery_items',
    24,
    'Plain, sesame and everything. Contains wheat and sesame.',
    ['gluten', 'sesame'],
    ['vegetarian', 'vegan'],
  ),
  food('Chicken and rice bowls', 'prepared_meals', 8, 'Cooked at noon, cooled right away, in sealed boxes.'),
  food(
    'Tinned beans and chickpeas',
    'pantry_staples',
    15,
    'Moving out and clearing the cupboard. All well in date.',
    [],
    ['vegetarian', 'vegan'],
  ),
  food('Two dozen eggs', 'dairy_eggs', 12, 'We bought twice. Kept in the fridge.', ['eggs'], ['vegetarian']),
  food(
    'Tomatoes and peppers',
    'fruits_vegetables',
    10,
    'From the community garden, a bit odd in shape.',
    [],
    ['vegetarian', 'vegan'],
  ),
  food(
    'Pasta, rice and flour',
    'pantry_staples',
    10,
    'Unopened bags. Please bring something to carry them in.',
  ),
  food(
    'Croissants and pains au chocolat',
    'bakery_items',
    16,
    'Today’s, too many for closing time. Contains wheat, milk and egg.',
    ['gluten', 'milk', 'eggs'],
    ['vegetarian'],
  ),
  food(
    'Lentil soup in jars',
    'prepared_meals',
    5,
    'Vegan. Jars can stay with you.',
    [],
    ['vegetarian', 'vegan', 'halal'],
  ),
  food(
    'Plain yoghurt, six large pots',
    'dairy_eggs',
    12,
    'Best before tomorrow, sealed.',
    ['milk'],
    ['vegetarian'],
  ),
  food(
    'Apples, one crate',
    'fruits_vegetables',
    30,
    'Crisp and small. Take as many as you can use.',
    [],
    ['vegetarian', 'vegan', 'halal', 'kosher'],
  ),
  food(
    'Sandwich platter from a meeting',
    'prepared_meals',
    14,
    'Half vegetarian, kept cold and covered. Contains wheat, milk and egg.',
    ['gluten', 'milk', 'eggs'],
  ),
  food(
    'Granola and oat bars',
    'pantry_staples',
    18,
    'Contains oats and nuts.',
    ['gluten', 'tree_nuts'],
    ['vegetarian'],
  ),
  food(
    'Cheddar and butter',
    'dairy_eggs',
    6,
    'Unopened. Leaving for two weeks tomorrow.',
    ['milk'],
    ['vegetarian'],
  ),
  food(
    'Carrots, potatoes, onions',
    'fruits_vegetables',
    16,
    'A whole soup’s worth, several times over.',
    [],
    ['vegetarian', 'vegan'],
  ),
  food(
    'Cinnamon buns',
    'bakery_items',
    9,
    'Still soft. Contains wheat, milk and egg.',
    ['gluten', 'milk', 'eggs'],
    ['vegetarian'],
  ),
  food(
    'Black bean chilli',
    'prepared_meals',
    7,
    'Vegan, mild. In takeaway boxes.',
    [],
    ['vegetarian', 'vegan'],
  ),
  food('Baby food and cereal', 'other', 10, 'Our little one has moved on to toast. Unopened, in date.'),
  food('Oranges and grapefruit', 'fruits_vegetables', 18, 'Half a crate after the market.'),
  food(
    'Rye bread, sliced',
    'bakery_items',
    8,
    'Two loaves. Freezes well. Contains rye and wheat.',
    ['gluten'],
    ['vegetarian', 'vegan'],
  ),
  food('Milk, four litres', 'dairy_eggs', 8, 'Ordered too much for the café.', ['milk'], ['vegetarian']),
  food(
    'Birthday cake, half',
    'other',
    10,
    'Lemon and poppy seed. Contains wheat, milk and egg.',
    ['gluten', 'milk', 'eggs'],
    ['vegetarian'],
  ),
  food(
    'Vegetable curry with rice',
    'prepared_meals',
    6,
    'Made today, medium hot. Vegan.',
    [],
    ['vegetarian', 'vegan', 'halal'],
  ),
  food(
    'Peanut butter and jam',
    'pantry_staples',
    8,
    'Unopened jars. Contains peanuts.',
    ['peanuts'],
    ['vegetarian', 'vegan'],
  ),
  food('Spinach and kale', 'fruits_vegetables', 6, 'Four big bags, use within two days.'),
  food(
    'Focaccia with olives',
    'bakery_items',
    10,
    'From lunch service. Contains wheat.',
    ['gluten'],
    ['vegetarian', 'vegan'],
  ),
  food('Coffee, tea and sugar', 'other', 20, 'From an office that closes.'),
  food('Cottage pie', 'prepared_meals', 4, 'One family dish, cooked last night, kept cold.'),
  food('Mushrooms, three boxes', 'fruits_vegetables', 9, 'Use today or tomorrow.'),
  food('Breakfast cereal, six boxes', 'pantry_staples', 24, 'Box corners are dented, bags are fine.'),
  food('Mozzarella and ricotta', 'dairy_eggs', 8, 'Sealed, best before tomorrow.', ['milk']),
  food('Empty-the-freezer fish fillets', 'other', 6, 'Still frozen. Bring a cool bag if you can.', ['fish']),
  food('Avocados, ready to eat', 'fruits_vegetables', 8, 'Today is their day.'),
  food(
    'Dinner rolls from a wedding',
    'bakery_items',
    40,
    'Wrapped by the dozen. Contains wheat and milk.',
    ['gluten', 'milk'],
    ['vegetarian'],
  ),
  food(
    'Minestrone, a large pot',
    'prepared_meals',
    12,
    'Bring a container. Contains celery and wheat.',
    ['celery', 'gluten'],
    ['vegetarian'],
  ),
  food('Rice crackers and nuts', 'pantry_staples', 12, 'Contains nuts.', ['tree_nuts'], ['vegetarian']),
  food(
    'Cream cheese and sour cream',
    'dairy_eggs',
    10,
    'Sealed tubs, cold until pickup.',
    ['milk'],
    ['vegetarian'],
  ),
];

export const DEMO_INSTRUCTIONS: readonly string[] = [
  'Ring the second bell. I will come down.',
  'The side door is open until eight. Please text when you are here.',
  'Ask at the counter for the surplus box.',
  'Third floor, the lift works. The dog is friendly.',
  'Please bring your own bag.',
];

/** Messages about arranging a pickup. */
export const DEMO_MESSAGES: readonly (readonly [from: 'donor' | 'claimer', words: string])[] = [
  ['claimer', 'Hello! Thank you so much. Would around six be all right?'],
  ['donor', 'Six is perfect. It is all packed.'],
  ['claimer', 'Great, I am walking over. Ten minutes.'],
  ['donor', 'See you in a moment.'],
];
