const OTHER_BREAKS = /[\t\v-\r\u0085\u2028\u2029]/gu;
/** Line ends other than LF. */
const OTHER_LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Control characters, and those that change the direction of the text around them: they can hide text. */
const controlsBut = (kept: string): RegExp =>
  new RegExp(String.raw`(?:(?![${kept}])[\p{Cc}\p{Bidi_Control}])+`, 'gu');
const CONTROLS_IN_LINE = controlsBut(String.raw`\0`);
const CONTROLS_IN_LINES = controlsBut(String.raw`\0\n`);

/**
 * What shows nothing: UAX #44's Default_Ignorable_Code_Point, and what it leaves out (UTR #20, 3.2 and 3.4): annotations,
 * and the stand-in for an object, which dictation leaves in a text.
 */
const IGNORABLE = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffc`;
const IGNORABLES = new RegExp(`[${IGNORABLE}]+`, 'gu');
/** A letter without case or a mark, as scripts have them whose letters join or whose words have no spaces. */
const JOINING = String.raw`(?<=[\p{Lo}\p{M}])(?<![${IGNORABLE}])`;
/** Ignorable characters where writing needs them. */
const MEANT = [
  // emoji: flags of regions (UTS #51, ED-14a), families (ED-16), keycaps (ED-14c)
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}`,
  String.raw`(?<=[\p{Extended_Pictographic}\ufe0f\p{EMod}])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`\ufe0f(?=\u20e3)`,
  // a variant of an ideograph, a Mongolian letter or a symbol (UAX #44, Variation_Selector)
  String.raw`(?<=[\p{Lo}\p{S}\p{Extended_Pictographic}])(?<![${IGNORABLE}])\p{Variation_Selector}`,
  // joiners, word boundaries and the Mongolian vowel separator between letters (UAX #31, 2.3), a joiner that ends a word
  String.raw`${JOINING}[\u180e\u200b-\u200d](?=[\p{Lo}\p{M}])(?![${IGNORABLE}])`,
  String.raw`(?<=\p{M})(?<![${IGNORABLE}])\u200d(?![${IGNORABLE}])`,
];
const IGNORABLES_AND_MEANT = new RegExp(`(${MEANT.join('|')})|[${IGNORABLE}]`, 'gu');
/** More nonspacing marks on one letter than any language has (UTS #39, 5.4). */
const STACKED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

/** A mark without a letter (The Unicode Standard, 3.6, D57a): it is painted on what stands before the text. */
const MARKS_IN_FRONT = /^[\p{M}\s]+/u;

const visibleCharacters = (text: string): string =>
  text
    .replaceAll(IGNORABLES_AND_MEANT, '$1')
    .replaceAll(STACKED_MARKS, '$1')
    .normalize('NFC')
    .trim()
    .replace(MARKS_IN_FRONT, '');

/**
 * A title or a name in one trimmed line: each run of line breaks and tabs is a space; other control characters, those of
 * direction, and invisible ones that carry nothing are removed, as are marks stacked on a letter beyond four, and those
 * in front of the first one; composed (UAX #15, NFC). NUL stays, which no text may have. Texts of any length come here, so it takes linear time.
 */
export const singleLine = (text: string): string =>
  visibleCharacters(
    text
      .replaceAll(OTHER_BREAKS, '\n')
      .split('\n')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(' ')
      .replaceAll(CONTROLS_IN_LINE, ''),
  );

/** A trimmed text with paragraphs: lines end with LF, a tab is a space, and the rest is as in one line. */
export const multipleLines = (text: string): string =>
  visibleCharacters(
    text.replaceAll(OTHER_LINE_ENDS, '\n').replaceAll('\t', ' ').replaceAll(CONTROLS_IN_LINES, ''),
  );

/** Letters and symbols whose glyph is blank: a Braille cell, a notehead, and the spaces among hieroglyphs. */
export const BLANK = /[\u2800\u{1d159}\u{13441}\u{13442}]/gu;

/** Whether a reader sees something: letter, digit, punctuation or symbol, and not a blank one. */
export const isVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(IGNORABLES, '').replaceAll(BLANK, ''));

const DIGIT = /\p{Nd}/u;

/** UAX #44, 5.7.4: decimal digits stand in runs of ten from 0 to 9; runs may adjoin. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (DIGIT.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

/** Decimal digits of every script (General_Category Nd) as ASCII. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));

/**
 * What is compared or computed with: compatibility forms as what they stand for (UAX #15, NFKC), without invisible
 * characters (General_Category Cf, Default_Ignorable_Code_Point), digits as ASCII, trimmed.
 */
export const plainForm = (text: string): string =>
  asciiDigits(
    text
      .replaceAll(IGNORABLES, '')
      .replaceAll(/\p{Cf}/gu, '')
      .normalize('NFKC'),
  ).trim();

/** What is typed as a dash: UAX #44's Dash, and the stroke of long vowels, which has the key of the hyphen in Japanese. */
const DASHES = /[\p{Dash}\u30fc]/gu;

/** A code as typed, with digits of any script, as keycaps too, and with spaces, dashes or other punctuation between. */
export const plainCode = (text: string): string =>
  plainForm(text)
    .replaceAll(DASHES, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A number as typed, as JavaScript writes it: digits of any script, thousands apart, dashes as a minus sign. */
export const plainNumber = (text: string): string =>
  plainForm(text)
    .replaceAll(/(?<=\d)[\s\u066c'\u2019](?=\d{3}(?!\d))/gu, '')
    .replace('\u066b', '.')
    .replace(DASHES, '-');

/** A phone number as contacts apps and cards write it: dashes are hyphens, dots of any height dots, spaces spaces. */
export const plainPhone = (text: string): string =>
  plainForm(text)
    .replace(/^\p{So}*\s*(?:tel:)?\s*/iu, '')
    // what the number is: "Tel.", "Mobile:"
    .replace(/^(?:[\p{L}\p{M}]{1,20}\s?[.:]?\s+){1,2}(?=[+(]?(?:\d[^\p{L}\d]*){5})/u, '')
    .replaceAll(/[\u00b7\u2022\u2219\u22c5\u30fb]/gu, '.')
    .replaceAll(DASHES, '-')
    .replaceAll(/\s+/gu, ' ');

/** In browsers and Node alike, which the types of neither stand for here. */
declare const URL: new (address: string) => { readonly hostname: string };

/** What a sentence puts around an address: quotes in front, and behind it whatever ends no domain or link. */
const BEFORE_ADDRESS = /^[\p{Pi}"\u201a\u201e\u300c\u300e]+|^'(?=.*'$)/u;
const BEHIND_ADDRESS = /[^\p{L}\p{N}\p{M})>]/u;

/**
 * An email address, compared without case as mail hosts do, also from a link, a sentence or beside a name (RFC 5322,
 * 3.4), with what keyboards make of its hyphens, its apostrophes and the space around the sign; an international domain as
 * DNS has it (UTS #46, ToASCII). One that is no domain stays, for the check that follows, and so does what cannot be stored.
 */
export function plainEmail(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) return text;
  const form = plainForm(text)
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll(/[\u02bc\u2019]/gu, "'")
    .replace(/\s*@\s*/u, '@')
    .replace(BEFORE_ADDRESS, '');
  let end = form.length;
  while (end > 0 && BEHIND_ADDRESS.test(form[end - 1] ?? '')) end--;
  // with what it is in front: "mailto:", "Email:"
  const [, given = ''] =
    /^(?:[^<>]*<)?(?:[\p{L}\p{M}-]{1,20}:\s*)?([^<>]*)>?$/iu.exec(form.slice(0, end)) ?? [];
  // without the headers of a link (RFC 6068), and a comment behind it or brackets around it (RFC 5322, 3.2.2)
  const plain = given
    .replace(/(?<=@[^?]*)\?.*$/u, '')
    .replace(/\s*\([^()@]*\)$|(?<=^\([^()]*)\)$/u, '')
    .replace(/^\(/u, '')
    .toLowerCase();
  const [, local = '', domain = ''] = /^([^@]*)@([^@]+)$/u.exec(plain) ?? [];
  // nothing of a domain that a URL would take as another part of it
  if (!/[^\0-\x7f]/u.test(domain) || !/^[\p{L}\p{N}\p{M}.\u3002-]+$/u.test(domain)) return plain;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return plain;
  }
}
