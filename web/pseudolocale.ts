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
