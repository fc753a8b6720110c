import type { Category } from './listing-fields.ts';

/** The picture of each category, for food whose title does not name a picture. */
const OF_CATEGORY = {
  fruits_vegetables: 'produce',
  prepared_meals: 'meal',
  bakery_items: 'bakery',
  pantry_staples: 'pantry',
  dairy_eggs: 'dairy',
  other: 'basket',
} as const satisfies Record<Category, string>;

/**
 * Dishes, which take precedence over the ingredients that a title also names. Words in English and Spanish, in the
 * singular, folded as by `wordsOf`; plurals are derived.
 */
const MADE = [
  [
    'soup',
    'soup, stew, broth, bisque, chowder, gumbo, chili, chilli, minestrone, goulash, borscht, gazpacho, sopa, caldo, crema de, guiso, guisado, estofado, cocido, puchero, potaje, pozole, sancocho, ajiaco, dal, dahl, daal',
  ],
  [
    'paella',
    'paella, risotto, jambalaya, casserole, stir fry, fried rice, arroz frito, ratatouille, gratin, cazuela',
  ],
  ['noodles', 'noodle, ramen, pho, udon, soba, pad thai, lo mein, chow mein, fideo, tallarin'],
  [
    'pasta',
    'pasta, spaghetti, lasagne, lasagna, macaroni, mac, penne, ravioli, tortellini, gnocchi, linguine, fettuccine, carbonara, bolognese, ziti, espagueti, macarron, lasana, canelon, noqui, raviol',
  ],
  ['curry', 'curry, korma, masala, tikka, vindaloo, butter chicken, biryani, katsu'],
  ['salad', 'salad, slaw, coleslaw, tabbouleh, poke bowl, ensalada, ensaladilla'],
  ['sandwich', 'sandwich, panini, toastie, hoagie, bocadillo, bocata, emparedado, sanguche'],
  ['pizza', 'pizza, calzone'],
  ['burger', 'burger, hamburger, cheeseburger, slider, hamburguesa'],
  ['hot-dog', 'hot dog, hotdog, corn dog, bratwurst, perro caliente, perros calientes, perritos calientes'],
  ['taco', 'taco, nacho, enchilada, quesadilla, tostada, fajita'],
  ['wrap', 'wrap, burrito, kebab, shawarma, gyro, doner'],
  ['pita', 'pita, pita bread, arepa, pupusa, gordita'],
  ['tamales', 'tamal, tamale'],
  [
    'dumplings',
    'dumpling, empanada, gyoza, pierogi, momo, wonton, samosa, spring roll, egg roll, lumpia, empanadilla, croqueta, croquette',
  ],
  ['sushi', 'sushi, maki, nigiri, sashimi, onigiri'],
  ['fries', 'fries, french fries, papas fritas, patatas fritas, poutine, fish and chip'],
  ['falafel', 'falafel'],
  [
    'omelette',
    'omelette, omelet, frittata, shakshuka, fried egg, scrambled egg, tortilla espanola, tortilla de patata, tortilla de papa, huevos fritos, huevos revueltos',
  ],
  ['pancakes', 'pancake, waffle, crepe, blini, french toast, panqueque, tortita, gofre, hotcake, panquecas'],
  [
    'bread',
    'bread, cornbread, sourdough, loaf, brioche, challah, toast, burger bun, hamburger bun, hot dog bun, hogaza, pan de molde, pan de caja, pan integral',
  ],
  ['baguette', 'baguette, ciabatta, breadstick, barra de pan, barras de pan'],
  [
    'flatbread',
    'flatbread, focaccia, naan, roti, chapati, tortilla, corn tortilla, flour tortilla, pan pita, lavash',
  ],
  ['bagel', 'bagel, bialy'],
  [
    'croissant',
    'croissant, pain au chocolat, pains au chocolat, pastry, danish, cinnamon bun, cinnamon roll, strudel, scone, cream puff, eclair, cruasan, medialuna, hojaldre, bollo, pan dulce, concha',
  ],
  [
    'cookies',
    'cookie, biscuit, shortbread, gingerbread, macaroon, galleta, galletita, alfajor, polvoron, mantecada',
  ],
  ['donut', 'donut, doughnut, beignet, churro, donas, rosquilla, rosca, berlina'],
  [
    'cake',
    'cake, cheesecake, shortcake, gateau, brownie, tiramisu, tarta, pastel, torta, bizcocho, queque, tres leches',
  ],
  ['cupcake', 'cupcake, muffin, magdalena, panquecito'],
  [
    'pie',
    'pie, quiche, tart, cobbler, crumble, apple crisp, pastel de papa, pastel de carne, pastel de choclo, pay de',
  ],
  ['pudding', 'pudding, flan, custard, jello, gelatin, panna cotta, gelatina, natilla, budin, pudin'],
  ['ice-cream', 'ice cream, gelato, sorbet, popsicle, frozen yogurt, helado, sorbete, nieve'],
  [
    'can',
    'canned, tinned, cans, can of, tins, tin of, tomato sauce, pasta sauce, conserva, lata, enlatado, enlatada, salsa de tomate',
  ],
  ['cereal', 'cereal, granola, muesli, oatmeal, porridge, cornflake, corn flake, oat bar'],
  [
    'juice',
    'juice, smoothie, lemonade, cider, jugo, zumo, batido, licuado, limonada, soda, refresco, gaseosa, soft drink, kombucha',
  ],
  [
    'baby',
    'baby food, baby formula, baby cereal, baby snack, baby milk, baby bottle, infant formula, toddler snack, comida de bebe, comida para bebe, comida para bebes, alimento para bebe, leche de formula, papilla, potito',
  ],
  ['pet', 'pet food, dog food, cat food, dog, cat, pet, perro, gato, mascota'],
  [
    'nuts',
    'peanut butter, almond butter, nut butter, cashew butter, mantequilla de mani, mantequilla de cacahuete, mantequilla de cacahuate, crema de cacahuate, crema de cacahuete, trail mix',
  ],
  [
    'snacks',
    'snack, popcorn, pretzel, cracker, chip, crisps, tortilla chip, candy, jelly bean, rice cake, palomita, golosina, caramelo, botana',
  ],
  ['honey', 'jam, jelly, marmalade, mermelada, dulce de leche'],
  ['meat', 'meatball, meatloaf, albondiga'],
  ['meal', 'tv dinner, lunchbox, bento'],
  ['produce', 'fruit salad, fruit platter, ensalada de fruta, macedonia'],
] as const;

/** Goods and ingredients, written as above. */
const GOODS = [
  ['cereal', 'oat, avena'],
  ['can', 'sauce, salsa, ketchup, passata'],
  ['rice', 'rice, arroz, quinoa, couscous, cuscus'],
  ['bread', 'pan, roll, bun, crouton, panecillo, bolillo, telera, marraqueta, tostadas'],
  ['apple', 'apple, manzana, applesauce, apple sauce'],
  ['banana', 'banana, plantain, platano, banano, guineo'],
  [
    'orange',
    'orange, tangerine, clementine, mandarin, satsuma, grapefruit, naranja, mandarina, toronja, pomelo, citrus',
  ],
  ['lemon', 'lemon, lime, limon, lima'],
  ['pear', 'pear, pera, quince, membrillo'],
  ['peach', 'peach, nectarine, apricot, plum, durazno, melocoton, nectarina, albaricoque, damasco, ciruela'],
  [
    'berries',
    'berry, strawberry, blueberry, raspberry, blackberry, cranberry, cherry, fresa, frutilla, arandano, frambuesa, mora, cereza, frutos rojos',
  ],
  ['grapes', 'grape, raisin, uva, pasas'],
  ['melon', 'melon, watermelon, cantaloupe, honeydew, sandia'],
  ['pineapple', 'pineapple, pina, anana, ananas'],
  ['mango', 'mango, papaya, guava, guayaba, passion fruit, maracuya'],
  ['avocado', 'avocado, guacamole, aguacate, palta'],
  ['tomato', 'tomato, tomate, jitomate'],
  ['potato', 'potato, sweet potato, yam, spud, tater, papa, patata, batata, camote, boniato, yuca, cassava'],
  ['carrot', 'carrot, zanahoria, parsnip, beet, remolacha, radish, rabano, turnip, nabo'],
  ['broccoli', 'broccoli, cauliflower, romanesco, brocoli, coliflor'],
  [
    'greens',
    'green, lettuce, spinach, kale, cabbage, chard, arugula, rocket, bok choy, leek, celery, herb, basil, parsley, cilantro, mint, dill, lechuga, espinaca, acelga, col, repollo, rucula, apio, puerro, perejil, albahaca, berza',
  ],
  ['onion', 'onion, shallot, garlic, scallion, cebolla, ajo, cebolleta, cebollin'],
  ['pepper', 'pepper, bell pepper, jalapeno, pimiento, pimenton, morron, aji'],
  ['cucumber', 'cucumber, pickle, zucchini, courgette, pepino, pepinillo, calabacin, calabacita'],
  ['corn', 'corn, sweetcorn, maiz, elote, choclo, mazorca'],
  [
    'peas',
    'pea, green bean, edamame, snap pea, sugar snap, guisante, arveja, chicharo, judia verde, judias verdes, ejote, vainita',
  ],
  [
    'produce',
    'vegetable, veggie, veg, fruit, produce, squash, pumpkin, butternut, eggplant, aubergine, mushroom, verdura, hortaliza, fruta, calabaza, zapallo, berenjena, champinon, hongo, seta',
  ],
  ['eggs', 'egg, huevo'],
  [
    'milk',
    'milk, buttermilk, cream, half and half, oat milk, soy milk, almond milk, leche, leche de avena, nata, crema, crema de leche',
  ],
  [
    'cheese',
    'cheese, cheddar, mozzarella, ricotta, feta, parmesan, brie, gouda, cream cheese, cottage cheese, paneer, queso, requeson, queso crema',
  ],
  ['butter', 'butter, margarine, lard, mantequilla, manteca, margarina'],
  ['yogurt', 'yogurt, yoghurt, yogourt, kefir, skyr, sour cream, yogur, creme fraiche, crema agria'],
  [
    'meat',
    'meat, beef, steak, pork, lamb, veal, ham, bacon, sausage, mince, rib, brisket, salami, pepperoni, chorizo, charcuterie, carne, res, cerdo, ternera, cordero, jamon, tocino, panceta, salchicha, salchichon, chuleta, bistec, lomo, fiambre, embutido, carnitas',
  ],
  ['chicken', 'chicken, turkey, duck, wing, drumstick, nugget, pollo, pavo, pato, alita, gallina'],
  [
    'fish',
    'fish, salmon, tuna, cod, tilapia, trout, sardine, anchovy, haddock, pescado, atun, merluza, bacalao, sardina, trucha, anchoa, boqueron',
  ],
  [
    'shrimp',
    'shrimp, prawn, seafood, crab, lobster, mussel, clam, oyster, squid, camaron, gamba, langostino, marisco, cangrejo, mejillon, almeja, calamar',
  ],
  [
    'beans',
    'bean, lentil, chickpea, pulse, legume, tofu, tempeh, frijol, frejol, poroto, judia, habichuela, alubia, garbanzo, lenteja, legumbre, caraota, hummus',
  ],
  [
    'nuts',
    'nut, peanut, almond, walnut, cashew, pecan, pistachio, hazelnut, seed, nuez, mani, cacahuete, cacahuate, almendra, avellana, anacardo, pistacho, semilla, frutos secos',
  ],
  ['honey', 'honey, syrup, chutney, miel, jarabe, almibar'],
  ['chocolate', 'chocolate, chocolate chip, cocoa, cacao, bombon'],
  ['coffee', 'coffee, espresso, hot chocolate, cafe, chocolate caliente'],
  ['tea', 'tea, chai, matcha, infusion, te verde, te negro, te helado, de te, yerba mate, manzanilla'],
  [
    'pantry',
    'flour, sugar, salt, oil, vinegar, soy sauce, hot sauce, spice, groceries, grocery, pantry, harina, azucar, aceite, vinagre, especia, abarrotes, despensa',
  ],
] as const;

export type PictureName =
  | (typeof MADE)[number][0]
  | (typeof GOODS)[number][0]
  | (typeof OF_CATEGORY)[Category];

type Named = { readonly picture: PictureName; readonly isMade: boolean };

/** A word or phrase and its plurals in both languages. */
const formsOf = (words: string): string[] => [
  words,
  `${words}s`,
  `${words}es`,
  words.replace(/y$/, 'ies'),
  words.replace(/fe?$/, 'ves'),
  words.replace(/z$/, 'ces'),
];

const namedBy = (rows: readonly (readonly [PictureName, string])[], isMade: boolean) =>
  rows.flatMap(([picture, words]) =>
    words
      .split(', ')
      .flatMap((word) => formsOf(word).map((form): [string, Named] => [form, { picture, isMade }])),
  );

const NAMED: ReadonlyMap<string, Named> = new Map([...namedBy(GOODS, false), ...namedBy(MADE, true)]);

/** All pictures. */
export const PICTURES: ReadonlySet<PictureName> = new Set([
  ...[...NAMED.values()].map(({ picture }) => picture),
  ...Object.values(OF_CATEGORY),
]);

/** "nut-free", "sin gluten" and "a pan of" do not name an ingredient. */
const NOT_NAMED = /\p{L}+-free\b|\b(?:no|without|sin) \p{L}+|\bpan of\b/gu;
/** The longest phrase of the tables, in words. */
const MAX_PHRASE_WORDS = 3;

/** The words in lower case without accents; each run of punctuation is a word, too, except hyphens and apostrophes. */
export const wordsOf = (title: string): string[] =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(NOT_NAMED, ',')
    .match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s-]+/gu) ?? [];

/** The longest phrase that names a picture at this word. */
function namedAt(words: readonly string[], at: number) {
  for (let count = Math.min(MAX_PHRASE_WORDS, words.length - at); count > 0; count--) {
    const named = NAMED.get(words.slice(at, at + count).join(' '));
    if (named) return { ...named, at, end: at + count };
  }
  return null;
}

function allNamed(words: readonly string[]) {
  const all: NonNullable<ReturnType<typeof namedAt>>[] = [];
  for (let at = 0; at < words.length; at++) {
    const named = namedAt(words, at);
    if (!named) continue;
    all.push(named);
    at = named.end - 1;
  }
  return all;
}

/**
 * The picture that a title in English or Spanish names: a dish beats its ingredients ("chicken and rice soup": soup),
 * of several the first counts ("apples and pears": apples), in a compound the last ("tomato rice": rice). Null if it
 * names none.
 */
export function namedPicture(title: string): PictureName | null {
  const all = allNamed(wordsOf(title));
  const made = all.filter(({ isMade }) => isMade);
  const named = made.length > 0 ? made : all;
  // a compound ends where the next named word does not follow directly
  const last = named.find(({ end }) => !named.some(({ at }) => at === end));
  return last?.picture ?? null;
}

/**
 * The picture of food without a photo: what its title names, else the one of its category; the basket if the category
 * is unknown.
 */
export const pictureOf = (title: string, category: Category | null): PictureName =>
  namedPicture(title) ?? OF_CATEGORY[category ?? 'other'];
