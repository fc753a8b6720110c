/**
 * The pseudolocale of the tests: English with every letter accented and every vowel doubled, so that texts are about a
 * third longer, an untranslated word shows, and a test can still name what it looks for in English.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'áɓçďéƒğĥíĵķļḿñöṕɋŕšťúṽŵẋýž';

/** Each English letter in the pseudolocale. */
export const pseudoLetters: Readonly<Record<string, string>> = Object.fromEntries(
  LETTERS.split('').flatMap((letter, index) => {
    const accented = ACCENTED[index] ?? letter;
    const written = 'aeiou'.includes(letter) ? accented + accented : accented;
    return [[letter, written] as const, [letter.toUpperCase(), written.toUpperCase()] as const];
  }),
);

/** An English letter in the pseudolocale; anything else as it is. */
export const pseudoLetter = (letter: string): string => pseudoLetters[letter] ?? letter;

/** Tags of a message, such as `<0>` and `</0>`, hold no letters of the text. */
export const toPseudo = (text: string): string =>
  text.replaceAll(/<[^>]*>|[A-Za-z]/g, (part) => (part.length === 1 ? pseudoLetter(part) : part));

/** A compiled message: texts, and arguments such as `['name']` and `['count', 'plural', { one: […] }]`. */
export type CompiledMessage = string | readonly CompiledPart[];
type CompiledPart = string | readonly [name: string, type?: string, format?: Cases | string | null];
type Cases = Readonly<Record<string, CompiledMessage | number>>;

/** The message in the pseudolocale; names of arguments, kinds of plurals and tags stay. */
export function toPseudoMessage(message: CompiledMessage): CompiledMessage {
  return typeof message === 'string' ? toPseudo(message) : message.map(toPseudoPart);
}

function toPseudoPart(part: CompiledPart): CompiledPart {
  if (typeof part === 'string') return toPseudo(part);
  const [name, type, format] = part;
  if (type === undefined || !format || typeof format === 'string') return part;
  const cases = Object.entries(format).map(
    ([key, inside]) => [key, typeof inside === 'number' ? inside : toPseudoMessage(inside)] as const,
  );
  return [name, type, Object.fromEntries(cases)];
}
