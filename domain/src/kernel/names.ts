import { BLANK, plainForm } from './text-characters.ts';

/*
 * What people, organizations and communities may be called. The rules keep names from passing as something else; they
 * hold for every script, and a name of one letter is a name.
 */

/** Check marks, which stand for a verified organization. */
const CHECK_MARKS = /[\u221a\u237b\u2611\u2705\u2713\u2714\u{10102}\u{1f197}\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;

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
const BADGE = new Set('verified verificado verificada gepruft geprufte geprufter verifiziert'.split(' '));
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

export type NameProblem = 'unnamed' | 'mark' | 'reserved';

/**
 * Why a name may not be chosen: it has no letter or digit, or a mark that is not for names, or it is one of the
 * product's own; null if it may. `community` is the community's name; `wordsOf` compares in another way than exactly.
 */
export function nameProblem(
  name: string,
  { community = '', wordsOf = nameWords }: { readonly community?: string; readonly wordsOf?: WordsOf } = {},
): NameProblem | null {
  if (CHECK_MARKS.test(name) || name.search(BLANK) >= 0) return 'mark';
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
  return isReserved ? 'reserved' : null;
}
