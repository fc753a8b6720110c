/*
 * Public text that a person writes may contain their address. These rules detect it by words and numbers only; `\p{N}`
 * and `\p{L}` match them in every script.
 */

/** Shorter words of an address are too common to compare. */
const MIN_WORD_LENGTH = 4;
/** From this length on, a word that begins another is the same: Lindenstr., Lindenstraße. */
const MIN_STEM_LENGTH = 6;

/** Lower case without accents. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
const wordsOf = (text: string): string[] =>
  (plain(text).match(/\p{L}+/gu) ?? []).filter((word) => word.length >= MIN_WORD_LENGTH);
const numbersOf = (text: string): string[] => plain(text).match(/\p{N}+/gu) ?? [];

const isSameWord = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= MIN_STEM_LENGTH && (a.startsWith(b) || b.startsWith(a)));

/** The last or first word of many neighborhoods' names, after which streets are named. */
const PLACE_WORDS: ReadonlySet<string> = new Set(
  'acres bay beach bluff bluffs bridge brook corner corners creek falls farms field fields forest garden gardens glen green grove harbor harbour haven heights hill hills hollow island junction lake landing meadow meadows mill mills mount park point pond ridge river shore side springs town valley view village woods barrio cerro colina colinas colonia loma lomas playa puerto rio valle villa vista'.split(
    ' ',
  ),
);
/** Words for streets, in full and abbreviated. */
const STREET_WORDS: ReadonlySet<string> = new Set(
  'alley ave avenue blvd boulevard circle cir close court crescent ct drive dr expressway highway hwy lane ln parade parkway pkwy place pl plaza road rd row square sq street st terrace ter trail turnpike walk way avda avenida calle callejon camino carrera carretera paseo ronda travesia allee gasse platz strasse weg rue quai'.split(
    ' ',
  ),
);
/** Between a street's kind and its name, in Spanish and French: "Calle de la Loma". */
const LINKING_WORDS: ReadonlySet<string> = new Set('de del du des la las le les el los'.split(' '));

/** All words, the short ones too. */
const allWordsOf = (text: string): string[] => plain(text).match(/\p{L}+/gu) ?? [];

/**
 * Returns true if a label is the name of a place that a street is named after: "Bay Ridge" of "Bay Ridge Avenue". The
 * label has more than one word, the first or last is a word for places, none is a word for streets, and in the address
 * such a word is next to the name.
 */
function isPlaceOfStreetName(label: string, door: string): boolean {
  const name = allWordsOf(label);
  const [first = '', last = ''] = [name[0], name.at(-1)];
  if (name.length < 2 || !(PLACE_WORDS.has(first) || PLACE_WORDS.has(last))) return false;
  if (name.some((word) => STREET_WORDS.has(word))) return false;
  const words = allWordsOf(door).filter((word) => !LINKING_WORDS.has(word) || name.includes(word));
  return words.some(
    (_, at) =>
      name.every((word, nth) => words[at + nth] === word) &&
      [words[at - 1], words[at + name.length]].some((word) => word !== undefined && STREET_WORDS.has(word)),
  );
}

/** German streets are one word with their kind: "Lindenstraße", "Rosenweg". */
const STREET_ENDING = /(allee|gasse|platz|str|strasse|ufer|weg)$/;

/**
 * Returns true if the label is how an address begins that names neither a door nor a street: "Somosomo" of "Somosomo
 * jetty". Not all of what stands
 * before a comma: that may be a house with a name, as villages have instead of numbers.
 */
function isBeginningOfPlace(label: string, address: string): boolean {
  const [name, words] = [allWordsOf(label), allWordsOf(address)];
  if (name.length >= allWordsOf(address.split(/[,;\n]/)[0] ?? '').length) return false;
  if (hasNumber(address) || name.length === 0) return false;
  if (words.some((word) => STREET_WORDS.has(word) || STREET_ENDING.test(word))) return false;
  return name.every((word, nth) => words[nth] === word);
}

/** Words beside a street's kind that are no names of streets. */
const ARTICLES: ReadonlySet<string> = new Set([...LINKING_WORDS, 'the', 'of', 'on', 'in', 'at']);

/**
 * Whether a label names the street by a word that is too short to compare anywhere ("Elm" of "12 Elm St"): beside the
 * street's kind in the address, or as the whole label. A short word for places is no name with others beside it.
 */
function namesShortStreet(label: string, door: string, known: ReadonlySet<string>): boolean {
  const isName = (word: string): boolean =>
    !STREET_WORDS.has(word) && !ARTICLES.has(word) && !known.has(word);
  const names = allWordsOf(label).filter(isName);
  const words = allWordsOf(door).filter((word) => !ARTICLES.has(word));
  if (names.length > 0 && names.every((name) => words.includes(name))) return true;
  const beside = words.filter((_, at) =>
    [words[at - 1], words[at + 1]].some((word) => word !== undefined && STREET_WORDS.has(word)),
  );
  return names.some(
    (name) => name.length < MIN_WORD_LENGTH && beside.includes(name) && !PLACE_WORDS.has(name),
  );
}

const hasNumber = (part: string): boolean => /\p{N}/u.test(part);
/** Without its postal code: a run of four and more letters, digits and hyphens that holds a digit. */
const withoutPostalCode = (part: string): string =>
  part.replace(/[\p{L}\p{N}-]{4,}/gu, (run) => (hasNumber(run) ? '' : run));

/**
 * The part of an address that identifies a door: everything except the towns after the house number ("12 Mill Lane,
 * Oakham" → "12 Mill Lane"). All of it if the end of the street is unknown.
 */
function doorOf(address: string): string {
  const parts = address.replace(/^\s*(\p{N}+\p{L}?)\s*,/u, '$1 ').split(/[,;\n]/);
  let isAfterNumber = false;
  const ofDoor = parts.filter((part) => {
    const isTown = isAfterNumber && !hasNumber(withoutPostalCode(part));
    isAfterNumber ||= hasNumber(part);
    return !isTown;
  });
  return ofDoor.join(' ');
}

/**
 * Whether a neighborhood's name in the person's own words may be shown to strangers: it holds no digit, no word of
 * four letters or more of the street in `address`, and no shorter one that names it. Words of `knownNames` (the community's list of places) may be in
 * both, and so may a place that the street is named after, and the beginning of an address without street and number.
 */
export function isNeighborhoodOnly(label: string, address: string, knownNames: readonly string[]): boolean {
  if (hasNumber(label)) return false;
  const known = new Set(knownNames.flatMap(wordsOf));
  const door = doorOf(address);
  if (isPlaceOfStreetName(label, door) || isBeginningOfPlace(label, address)) return true;
  if (namesShortStreet(label, door, new Set(knownNames.flatMap(allWordsOf)))) return false;
  const ofDoor = wordsOf(door).filter((word) => !known.has(word));
  return !wordsOf(label).some((word) => ofDoor.some((other) => isSameWord(word, other)));
}

export function mentionsAddress(title: string, address: string): boolean {
  const door = doorOf(address);
  const [streets, numbers] = [wordsOf(door), new Set(numbersOf(door))];
  return (
    numbersOf(title).some((number) => numbers.has(number)) &&
    wordsOf(title).some((word) => streets.some((street) => isSameWord(word, street)))
  );
}
