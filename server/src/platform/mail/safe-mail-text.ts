import { shownTitle, type Translate } from '../texts/translate.ts';
import { printableLine } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';

/** What mail programs take for a phone number, in digits of any script. */
const NUMBER_TO_RING = String.raw`[+＋\p{Nd}][\p{Nd}\s()./\p{Pd}]{6,}\p{Nd}`;
/**
 * What mail programs turn into a link, or readers take for an address or number; for the recipient's own
 * name.
 */
const ADDRESS_LIKE = new RegExp(String.raw`[.．。｡․:：/／\\@＠]|www|${NUMBER_TO_RING}`, 'iu');
/** The same for names that may end in an initial, such as "June W.". */
const NAME_LINK_LIKE = new RegExp(
  String.raw`[/／\\@＠]|[:：]\S|www|\S[.．。｡․][^\s.]|${NUMBER_TO_RING}`,
  'iu',
);
/** The same for titles, which may contain a slash, a fraction or an ellipsis. */
const TITLE_LINK_LIKE = new RegExp(
  String.raw`:\/\/|[\\@＠]|www|[^\s.．。｡․][.．。｡․][\p{L}\p{M}]{2,}|mailto:|tel:|${NUMBER_TO_RING}`,
  'iu',
);

const LONGEST_NAME = 40;
const LONGEST_TITLE = 60;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens text to `longest` graphemes, so that no emoji is split. */
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
 * The greeting. Anyone can sign up another person's address, so a first name that looks like a link or number
 * is left out.
 */
export const greetingLine = (translate: Translate, firstName: string): string =>
  firstName && !ADDRESS_LIKE.test(firstName)
    ? translate(mailTexts, 'greeting', { name: firstName })
    : translate(mailTexts, 'greeting-unnamed');

/** Another person's name for a mail; "Someone" for none, or for one that looks like a link or number. */
export function nameInMail(translate: Translate, name: string | null): string {
  const line = printableLine(name ?? '');
  return line && !NAME_LINK_LIKE.test(line) ? shortened(line, LONGEST_NAME) : translate(mailTexts, 'someone');
}

/** A title in the quotes of the reader's language, translated if it was offered; null if it looks like a link or number. */
export function titleInMail(translate: Translate, title: string | null): string | null {
  const line = printableLine(shownTitle(translate, title ?? '')).replaceAll(/[“”„«»]/g, '"');
  if (!line || TITLE_LINK_LIKE.test(line)) return null;
  // the sentence around it isolates the title with its quotes, where another direction needs that
  return translate(mailTexts, 'title', { title: shortened(line, LONGEST_TITLE) }).replaceAll(
    /[\u2068\u2069]/g,
    '',
  );
}
