/** Tab, and every line break of Unicode. */
const BREAK = /[\t-\r\u0085\u2028\u2029]/u;
const LINE_ENDS = /\r\n|[\n-\r\u0085\u2028\u2029]/gu;
/** Control characters, and those that change the direction of the text around them: they can hide text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;
const NUL = String.fromCharCode(0);

const without = (kept: string, text: string): string =>
  text.replaceAll(CONTROLS, (control) => (kept.includes(control) ? control : ''));

/**
 * A title or a name in one line: each run of line breaks and tabs is a space, other control characters and those of
 * direction are removed. NUL stays, which no text may have.
 */
export const singleLine = (text: string): string =>
  without(
    NUL,
    text.replaceAll(/[\s\u0085]+/gu, (space) => (BREAK.test(space) ? ' ' : space)),
  );

/** A text with paragraphs: lines end with LF, a tab is a space, and control characters are removed as in one line. */
export const multipleLines = (text: string): string =>
  without(`${NUL}\n`, text.replaceAll(LINE_ENDS, '\n').replaceAll('\t', ' '));
