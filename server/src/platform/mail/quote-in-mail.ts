import { oneLine } from './mail-page.ts';

/** What mail programs take for a telephone number, in the digits and dashes of any script. */
const NUMBER_TO_RING = String.raw`[+＋\p{Nd}][\p{Nd}\s()./\p{Pd}]{6,}\p{Nd}`;
/** What mail programs make a link of, or a reader an address or a number, where it is said to whoever is written to. */
const ADDRESS_LIKE = new RegExp(String.raw`[.．。｡․:：/／\\@＠]|www|${NUMBER_TO_RING}`, 'iu');
/** The same in a name that may end in a letter and a full stop, as in "June W.". */
const NAME_LINK_LIKE = new RegExp(
  String.raw`[/／\\@＠]|[:：]\S|www|\S[.．。｡․][^\s.]|${NUMBER_TO_RING}`,
  'iu',
);
/** The same in a text that may well have a slash, a fraction or three full stops in it. */
const TITLE_LINK_LIKE = new RegExp(
  String.raw`:\/\/|[\\@＠]|www|[^\s.．。｡․][.．。｡․][\p{L}\p{M}]{2,}|mailto:|tel:|${NUMBER_TO_RING}`,
  'iu',
);

const LONGEST_NAME = 40;
const LONGEST_TITLE = 60;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most so many characters as people count them, and never half an emoji. */
function shortened(text: string, longest: number): string {
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return all.length > longest
    ? `${all
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/**
 * How a mail greets. Whoever signs up can write to any address by their name: it greets, but leads nowhere.
 */
export const greetingLine = (firstName: string): string =>
  firstName && !ADDRESS_LIKE.test(firstName) ? `Hello ${firstName},` : 'Hello,';

/** Somebody else's name in a mail; one that leads somewhere is not repeated. */
export function nameInMail(name: string): string {
  const line = oneLine(name);
  return line && !NAME_LINK_LIKE.test(line) ? shortened(line, LONGEST_NAME) : 'Somebody';
}

/** A listing's title between quotes; one that leads somewhere, or is to be rung up, is not repeated. */
export function titleInMail(title: string | null): string | null {
  const line = oneLine(title ?? '').replaceAll(/[“”]/g, '"');
  return line && !TITLE_LINK_LIKE.test(line) ? `“${shortened(line, LONGEST_TITLE)}”` : null;
}
