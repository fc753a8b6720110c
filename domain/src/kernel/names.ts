import { BLANK, plainForm } from './text-characters.ts';

/*
 * What people, organizations and communities may be called. The rules keep names from passing as something else; they
 * hold for every script, and a name of one letter is a name.
 */

/** Check marks, which stand for a verified organization. */
const CHECK_MARKS = /[\u221a\u237b\u2611\u2705\u2713\u2714\u{10102}\u{1f197}\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;
/** What reads as a badge: letters in a circle or a square, marks that enclose one, and signs of rights. */
const BADGES =
  /(?=\p{Alphabetic})\p{So}|\p{Me}(?<!\p{Emoji}\ufe0f?\u20e3)|[\u00a9\u00ae\u2117\u{1f18a}-\u{1f1ad}]/u;
/** Symbols made of Latin letters are badges (\u2122, \u2120, \u{1f12a}), but for the sign of a number. */
const isBadge = (symbol: string): boolean =>
  symbol !== '\u2116' && /\p{Script=Latin}/u.test(symbol.normalize('NFKC'));
const hasBadge = (name: string): boolean =>
  CHECK_MARKS.test(name) || BADGES.test(name) || (name.match(/\p{So}/gu) ?? []).some(isBadge);

/** The words of a language by which a name passes as another's: the part `names` of its vocabulary. */
export type NameVocabulary = {
  /** What people are called who are not named, as the product says it or as it is commonly said. */
  readonly nameless: readonly string[];
  /** Who speaks for the product. */
  readonly speakers: readonly string[];
  /** Words around them that make no other name. */
  readonly around: readonly string[];
  /** The badge of a verified organization. */
  readonly verified: readonly string[];
  /** Beside the name of an organization they say that it is the one that others know. */
  readonly official: readonly string[];
  /** Words that tell no organization from another. */
  readonly filler: readonly string[];
  /** Words of organizations and their short forms, which are read as one. */
  readonly alike: readonly (readonly string[])[];
};
const PRODUCT = 'openlarder';

/** The words of a name, for comparing: lower case, without accents, punctuation and symbols. */
export const nameWords = (name: string): string[] =>
  plainForm(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** How names are compared, and the words that no name may have. */
export type NameRules = {
  readonly wordsOf: (name: string) => string[];
  readonly nameless: ReadonlySet<string>;
  readonly speakers: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  readonly verified: ReadonlySet<string>;
  readonly official: ReadonlySet<string>;
  readonly product: string;
};

/** The rules by the vocabularies of all languages; `wordsOf` compares exactly or in another way. */
export function nameRules(vocabularies: readonly NameVocabulary[], wordsOf = nameWords): NameRules {
  const all = (part: 'nameless' | 'speakers' | 'around' | 'verified' | 'official') =>
    new Set(vocabularies.flatMap((words) => words[part].map((word) => wordsOf(word).join(' '))));
  return {
    wordsOf,
    nameless: all('nameless'),
    speakers: all('speakers'),
    around: all('around'),
    verified: all('verified'),
    official: all('official'),
    product: wordsOf(PRODUCT).join(''),
  };
}

/** The words with three and more letters that stand alone as the one that they spell: `V e r i f i e d`. */
const spacedOut = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replaceAll(/(?<!\S)\S(?: \S){2,}(?!\S)/gu, (letters) => letters.replaceAll(' ', ''))
    .split(' ')
    .filter((word) => word !== '');

/** Whether the words are those of the community's own name, alone or with what speaks for it. */
function isOfCommunity(
  words: readonly string[],
  community: readonly string[],
  { speakers, around }: NameRules,
): boolean {
  const at = words.findIndex((_, from) => community.every((word, nth) => words[from + nth] === word));
  if (at < 0 || community.length === 0) return false;
  const rest = words.toSpliced(at, community.length);
  return rest.every((word) => speakers.has(word) || around.has(word));
}

/** Whether "official" stands behind the name or in brackets; "Official Pizza" is a name. */
function isSaidOfficial(name: string, { wordsOf, official }: NameRules): boolean {
  const parts = [
    wordsOf(name).slice(1).slice(-1),
    ...(name.match(/(?<=[([{])[^)\]}]*/gu) ?? []).map(wordsOf),
  ];
  return parts.some((words) => words.length > 0 && words.every((word) => official.has(word)));
}

const ALPHABETS = ['Latin', 'Greek', 'Cyrillic'].map((script) => ({
  own: new RegExp(String.raw`\p{Script=${script}}`, 'u'),
  other: new RegExp(String.raw`(?!\p{Script=${script}})[\p{LC}\p{Script=Lisu}]`, 'u'),
}));

/**
 * Whether a word mixes letters of alphabets whose letters look alike, as no language does (UTS #39, 5.1): Latin, Greek
 * or Cyrillic with another that has capitals. Scripts without them may adjoin, since many write no spaces.
 */
const mixesAlphabets = (name: string): boolean =>
  plainForm(name)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    // Salishan languages write theta among Latin letters, with schwa
    .map((word) => (word.includes('\u0259') ? word.replaceAll('\u03b8', '') : word))
    .some((word) => ALPHABETS.some(({ own, other }) => own.test(word) && other.test(word)));

export type NameProblem = 'unnamed' | 'mark' | 'mixed' | 'reserved';

/**
 * Why a name may not be chosen: it has no letter or digit, or a mark or an "official" that is not for names, or it is one
 * of the product's own, or a word of it mixes alphabets; null if it may. `community` is the community's name;
 * `isOrganization` where it may be read as an organization's.
 */
export function nameProblem(
  name: string,
  rules: NameRules,
  { community = '', isOrganization = false }: { community?: string; isOrganization?: boolean } = {},
): NameProblem | null {
  if (hasBadge(name) || name.search(BLANK) >= 0) return 'mark';
  if (isOrganization && isSaidOfficial(name, rules)) return 'mark';
  const { wordsOf, nameless, speakers, around, verified, product } = rules;
  const words = spacedOut(wordsOf(name));
  if (words.length === 0) return 'unnamed';
  const isReserved =
    nameless.has(words.join(' ')) ||
    words.some((word) => verified.has(word)) ||
    words.join('').includes(product) ||
    (words.some((word) => speakers.has(word)) &&
      words.every((word) => speakers.has(word) || around.has(word))) ||
    isOfCommunity(words, wordsOf(community), rules);
  if (isReserved) return 'reserved';
  return mixesAlphabets(name) ? 'mixed' : null;
}
