/*
 * What a person writes where strangers read it may be their address. These rules tell by words and numbers alone; `\p{N}`
 * and `\p{L}` know them in every script.
 */

/** A shorter word of an address may be any word. */
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

const hasNumber = (part: string): boolean => /\p{N}/u.test(part);
/** Without its postal code: a run of four and more letters, digits and hyphens that holds a digit. */
const withoutPostalCode = (part: string): string =>
  part.replace(/[\p{L}\p{N}-]{4,}/gu, (run) => (hasNumber(run) ? '' : run));

/**
 * The part of an address that leads to a door: everything but the towns after the house number ("12 Mill Lane, Oakham" →
 * "12 Mill Lane"). All of it if nothing tells where the street ends.
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
 * Whether a neighborhood's name in the person's own words may be shown to strangers: it holds no digit and no word of four
 * letters or more of the street in `address`. Words of `knownNames` (the community's list of places) may be in both.
 */
export function isNeighborhoodOnly(label: string, address: string, knownNames: readonly string[]): boolean {
  if (hasNumber(label)) return false;
  const known = new Set(knownNames.flatMap(wordsOf));
  const ofDoor = wordsOf(doorOf(address)).filter((word) => !known.has(word));
  return !wordsOf(label).some((word) => ofDoor.some((other) => isSameWord(word, other)));
}

/** Whether a title names the writer's own street and number, which strangers would read. */
export function mentionsAddress(title: string, address: string): boolean {
  const door = doorOf(address);
  const [streets, numbers] = [wordsOf(door), new Set(numbersOf(door))];
  return (
    numbersOf(title).some((number) => numbers.has(number)) &&
    wordsOf(title).some((word) => streets.some((street) => isSameWord(word, street)))
  );
}
