import { type Category, MAX_SERVINGS, THINGS, type Thing } from './listing-fields.ts';

const OF_CATEGORY = {
  fruits_vegetables: 'produce',
  prepared_meals: 'meal',
  bakery_items: 'bakery',
  pantry_staples: 'pantry',
  dairy_eggs: 'dairy',
  other: 'basket',
} as const satisfies Record<Category, PictureName>;

/** The category of the food in each picture; null if no category fits. */
const CATEGORY_OF = {
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
  bagel: 'bakery_items',
  croissant: 'bakery_items',
  cookies: 'bakery_items',
  donut: 'bakery_items',
  cake: 'bakery_items',
  cupcake: 'bakery_items',
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
} as const satisfies Record<string, Category | null>;

export type PictureName = keyof typeof CATEGORY_OF;

const isPicture = (name: string): name is PictureName => name in CATEGORY_OF;

/** What says only which category food is of. */
export type PlainPicture = (typeof OF_CATEGORY)[Category];

export const PICTURES = Object.keys(CATEGORY_OF).filter(isPicture);

type Words = readonly string[];

/** What the titles of listings say in a language: the part `titles` of its vocabulary. Words are in the singular. */
export type TitleWords = {
  /** Words and phrases for each picture. Dishes take precedence over the ingredients that a title also names. */
  readonly dishes: Readonly<Record<string, Words>>;
  readonly goods: Readonly<Record<string, Words>>;
  /** Words for whole numbers: "six", "a dozen". */
  readonly numbers: Readonly<Record<string, Words>>;
  /** What food may be counted in, and servings themselves. */
  readonly counted: Readonly<Record<string, Words>>;
  /** Endings, each with what replaces it in the plural. */
  readonly plurals: readonly Words[];
  /** Whether the last part of a long word says what it is: "Kartoffelsuppe". */
  readonly compounds: boolean;
  /** Words before, and endings of, what is not in the food: "without", "-free". */
  readonly without: Words;
  readonly free: Words;
  /** Phrases with a word for food that are about something else: "a pan of". */
  readonly notFood: Words;
  /** Words that make any food a meal: "roast potatoes". */
  readonly cooked: Words;
  /** Words that mean a meal only if the title names no other food: "homemade bread" is bread. */
  readonly served: Words;
  /** Words that say that something is dry and packed. */
  readonly dry: Words;
};

/** Food that is a meal once cooked, and a pantry item before. */
const COOKED_OR_DRY: readonly PictureName[] = ['pasta', 'noodles', 'rice', 'beans'];
/** With one of these it is a meal: no one packs dry rice with chicken. */
const OF_ANIMALS: readonly PictureName[] = ['meat', 'chicken', 'fish', 'shrimp'];
/** The longest phrase of the vocabularies, in words. */
const MAX_PHRASE_WORDS = 3;
/** The shortest word that a compound ends with: shorter ones end other words by chance. */
const MIN_LAST_PART = 5;

/** The most words between a number and what it counts: "30 small sourdough rolls". */
const MAX_WORDS_BETWEEN = 3;

/** How many of what a title says there are; `countedAs` is null for servings. */
export type TitleAmount = { readonly estimatedServings: number; readonly countedAs: Thing | null };

type Named = { readonly picture: PictureName; readonly isDish: boolean };

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    // the capital of some letters is two
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '');

/** A word or phrase and its plurals. */
const formsOf = (word: string, plurals: TitleWords['plurals']): string[] => [
  word,
  ...plurals.flatMap(([ending = '', end = '']) =>
    word.endsWith(ending) ? [word.slice(0, word.length - ending.length) + end] : [],
  ),
];

/** Reads titles in all of these languages. */
export function titleReader(languages: readonly TitleWords[]) {
  const all = (part: 'without' | 'free' | 'notFood' | 'cooked' | 'served' | 'dry'): string[] =>
    languages.flatMap((words) => words[part].map(folded));
  const [cooked, served, dry] = [new Set(all('cooked')), new Set(all('served')), new Set(all('dry'))];
  const notNamed = new RegExp(
    String.raw`\p{L}+(?:${all('free').join('|')})\b|\b(?:${all('without').join('|')}) \p{L}+|\b(?:${all('notFood').join('|')})\b`,
    'gu',
  );
  const named = new Map<string, Named>();
  const lastParts = new Map<string, Named>();
  for (const part of ['goods', 'dishes'] as const)
    for (const words of languages)
      for (const [picture, names] of Object.entries(words[part]))
        for (const form of names.flatMap((name) => formsOf(folded(name), words.plurals))) {
          if (!isPicture(picture)) continue;
          named.set(form, { picture, isDish: part === 'dishes' });
          if (words.compounds && form.length >= MIN_LAST_PART)
            lastParts.set(form, { picture, isDish: part === 'dishes' });
        }

  const numbers = new Map<string, number>();
  const counted = new Map<string, Thing | null>();
  for (const words of languages) {
    for (const [count, names] of Object.entries(words.numbers))
      for (const name of names) numbers.set(folded(name), Number(count));
    for (const [thing, names] of Object.entries(words.counted))
      for (const form of names.flatMap((name) => formsOf(folded(name), words.plurals)))
        counted.set(form, THINGS.find((one) => one === thing) ?? null);
  }
  const numberOf = (word: string): number | null =>
    /^\d{1,5}$/.test(word) ? Number(word) : (numbers.get(word) ?? null);

  /** The words of a title, folded; each run of punctuation is a word, too, except hyphens and apostrophes. */
  const wordsOf = (title: string): string[] =>
    folded(title)
      .replace(notNamed, ',')
      .match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s-]+/gu) ?? [];

  const namedByLastPart = (word: string): Named | undefined => {
    for (let at = 1; at <= word.length - MIN_LAST_PART; at++) {
      const part = lastParts.get(word.slice(at));
      if (part) return part;
    }
    return undefined;
  };

  /** The longest phrase that names a picture at this word. */
  function namedAt(words: readonly string[], at: number) {
    for (let count = Math.min(MAX_PHRASE_WORDS, words.length - at); count > 0; count--) {
      const known = named.get(words.slice(at, at + count).join(' '));
      if (known) return { ...known, at, end: at + count };
    }
    const known = namedByLastPart(words[at] ?? '');
    return known ? { ...known, at, end: at + 1 } : null;
  }

  function allNamed(words: readonly string[]) {
    const found: NonNullable<ReturnType<typeof namedAt>>[] = [];
    for (let at = 0; at < words.length; at++) {
      const one = namedAt(words, at);
      if (!one) continue;
      found.push(one);
      at = one.end - 1;
    }
    return found;
  }

  /**
   * The picture that a title names: a dish beats its ingredients ("chicken and rice soup": soup), of several the first
   * counts ("apples and pears": apples), in a compound the last ("tomato rice": rice). Null if it names none.
   */
  function namedPicture(words: readonly string[]): PictureName | null {
    const found = allNamed(words);
    const dishes = found.filter(({ isDish }) => isDish);
    const candidates = dishes.length > 0 ? dishes : found;
    // a compound ends where the next named word does not follow directly
    const last = candidates.find(({ end }) => !candidates.some(({ at }) => at === end));
    return last?.picture ?? null;
  }

  return {
    /** "30 rolls", "six sourdough loaves"; null if it says no number of what food may be counted in. */
    amountOfTitle: (title: string): TitleAmount | null => {
      const words = folded(title).match(/[\p{L}\p{N}.,/]+|[^\p{L}\p{N}\s]+/gu) ?? [];
      for (const [at, word] of words.entries()) {
        const count = numberOf(word);
        if (count === null || count < 1 || count > MAX_SERVINGS) continue;
        const after = words.slice(at + 1, at + 2 + MAX_WORDS_BETWEEN);
        // another number, a comma or a measure begins something else: "2 lb bags", "12, in bags"
        const end = after.findIndex((one) => !/^\p{L}{3,}$/u.test(one));
        const thing = after.slice(0, end < 0 ? undefined : end).find((one) => counted.has(one));
        if (thing !== undefined) return { estimatedServings: count, countedAs: counted.get(thing) ?? null };
      }
      return null;
    },
    /**
     * What its title names, else the sign of its category; the basket if that is unknown. A sign that a word of the title
     * stands for is no picture of the food: the category that its donor chose decides.
     */
    pictureOf: (title: string, category: Category | null): PictureName => {
      const ofTitle = namedPicture(wordsOf(title));
      const isSign = Object.values<PictureName>(OF_CATEGORY).some((sign) => sign === ofTitle);
      return ofTitle && !(isSign && category) ? ofTitle : OF_CATEGORY[category ?? 'other'];
    },
    /**
     * The category named by a title, or null. For food that is either cooked or raw, the other words decide; without any
     * it is the category with the shorter shelf life.
     */
    categoryOfTitle: (title: string): Category | null => {
      const words = wordsOf(title);
      const picture = namedPicture(words);
      const category = picture && CATEGORY_OF[picture];
      const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
      const isEither = picture !== null && COOKED_OR_DRY.includes(picture);
      if (isEither && has(dry)) return 'pantry_staples';
      if (isEither && allNamed(words).some((one) => OF_ANIMALS.includes(one.picture)))
        return 'prepared_meals';
      if (has(cooked)) return 'prepared_meals';
      return (isEither || category === null) && has(served) ? 'prepared_meals' : category;
    },
  };
}
