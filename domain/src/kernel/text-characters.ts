/** Tab, and every line break of Unicode, other than LF. */
const OTHER_BREAKS = /[\t\v-\r\u0085\u2028\u2029]/gu;
/** Line ends other than LF. */
const OTHER_LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Control characters, and those that change the direction of the text around them: they can hide text. */
const controlsBut = (kept: string): RegExp =>
  new RegExp(String.raw`(?:(?![${kept}])[\p{Cc}\p{Bidi_Control}])+`, 'gu');
const CONTROLS_IN_LINE = controlsBut(String.raw`\0`);
const CONTROLS_IN_LINES = controlsBut(String.raw`\0\n`);

/**
 * A title or a name in one trimmed line: each run of line breaks and tabs is a space, other control characters and those
 * of direction are removed. NUL stays, which no text may have. Texts of any length come here, so
 * it takes linear time.
 */
export const singleLine = (text: string): string =>
  text
    .replaceAll(OTHER_BREAKS, '\n')
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(CONTROLS_IN_LINE, '')
    .trim();

/** A trimmed text with paragraphs: lines end with LF, a tab is a space, and controls are removed as in one line. */
export const multipleLines = (text: string): string =>
  text.replaceAll(OTHER_LINE_ENDS, '\n').replaceAll('\t', ' ').replaceAll(CONTROLS_IN_LINES, '').trim();
