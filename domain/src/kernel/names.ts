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

/** What the product calls people who are not named, in each language. */
const NAMELESS = new Set([
  'a neighbor',
  'a neighbour',
  'alguien del vecindario',
  'jemand von nebenan',
  'deleted account',
  'cuenta eliminada',
  'geloschtes konto',
  'anonymous user',
]);
/** Who speaks for the product. */
const SPEAKERS = new Set(
  'support soporte help helpdesk admin admins administrator administrador administradora moderator moderador moderadora organizer organizers organizador organizadora organisator organisatorin kundendienst hilfe staff system sistema'.split(
    ' ',
  ),
);
/** Words around them that make no other name. */
const AROUND = new Set(
  'a the team equipo desk service servicio center centro customer cliente clientes technical tecnico community comunidad official oficial offiziell gemeinschaft technischer app de del el la der die das of for'.split(
    ' ',
  ),
);
const BADGE = new Set(
  'verified verificado verificada verificados verificadas gepruft geprufte geprufter gepruftes verifiziert verifizierte verifizierter verifiziertes'.split(
    ' ',
  ),
);
/** Beside the name of an organization they say that it is the one that others know. */
const OFFICIAL = new Set(
  'official oficial oficiales offiziell offizielle offizieller offizielles'.split(' '),
);
const PRODUCT = 'openlarder';

/** The words of a name, for comparing: lower case, without accents, punctuation and symbols. */
export const nameWords = (name: string): string[] =>
  plainForm(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

type WordsOf = (name: string) => string[];
type Vocabulary = {
  readonly nameless: ReadonlySet<string>;
  readonly speakers: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  readonly badge: ReadonlySet<string>;
  readonly official: ReadonlySet<string>;
  readonly product: string;
};
const vocabularies = new WeakMap<WordsOf, Vocabulary>();

function vocabularyOf(wordsOf: WordsOf): Vocabulary {
  const known = vocabularies.get(wordsOf);
  if (known) return known;
  const all = (words: ReadonlySet<string>) => new Set([...words].map((word) => wordsOf(word).join(' ')));
  const made = {
    nameless: all(NAMELESS),
    speakers: all(SPEAKERS),
    around: all(AROUND),
    badge: all(BADGE),
    official: all(OFFICIAL),
    product: wordsOf(PRODUCT).join(''),
  };
  vocabularies.set(wordsOf, made);
  return made;
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
  { speakers, around }: Vocabulary,
): boolean {
  const at = words.findIndex((_, from) => community.every((word, nth) => words[from + nth] === word));
  if (at < 0 || community.length === 0) return false;
  const rest = words.toSpliced(at, community.length);
  return rest.every((word) => speakers.has(word) || around.has(word));
}

/** Whether "official" stands behind the name or in brackets; "Official Pizza" is a name. */
function isSaidOfficial(name: string, wordsOf: WordsOf): boolean {
  const { official } = vocabularyOf(wordsOf);
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
 * of the product's own, or a word of it mixes alphabets; null if it may. `community` is the community's name; `wordsOf`
 * compares in another way than exactly; `isOrganization` where it may be read as an organization's.
 */
export function nameProblem(
  name: string,
  {
    community = '',
    wordsOf = nameWords,
    isOrganization = false,
  }: { readonly community?: string; readonly wordsOf?: WordsOf; readonly isOrganization?: boolean } = {},
): NameProblem | null {
  if (hasBadge(name) || name.search(BLANK) >= 0) return 'mark';
  if (isOrganization && isSaidOfficial(name, wordsOf)) return 'mark';
  const words = spacedOut(wordsOf(name));
  if (words.length === 0) return 'unnamed';
  const own = vocabularyOf(wordsOf);
  const { speakers, around } = own;
  const isReserved =
    own.nameless.has(words.join(' ')) ||
    words.some((word) => own.badge.has(word)) ||
    words.join('').includes(own.product) ||
    (words.some((word) => speakers.has(word)) &&
      words.every((word) => speakers.has(word) || around.has(word))) ||
    isOfCommunity(words, wordsOf(community), own);
  if (isReserved) return 'reserved';
  return mixesAlphabets(name) ? 'mixed' : null;
}
