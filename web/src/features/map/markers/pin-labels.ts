/** How much of a title a pin says; a little more where that is all of it. */
const [MAX_LETTERS, MAX_WHOLE] = [20, 24];
/** Words that end no name: "and", "of", "de", "und", and some longer ones. */
const LINKING_WORD = /^(.{1,3}|from|with|desde|para|ohne)$/iu;

/** The beginning of a title, in whole words: "Croissants" of "Croissants and rolls", "Roast chicken" of more. */
export function shortTitle(title: string): string {
  const [head = ''] = title.split(/[,;:(–—]/u);
  const all = head.trim().split(/\s+/u);
  if (head.trim().length <= MAX_WHOLE) return all.join(' ');
  const words: string[] = [];
  for (const word of all) {
    if (words.length > 0 && [...words, word].join(' ').length > MAX_LETTERS) break;
    words.push(word);
  }
  while (words.length > 1 && words.length < all.length && LINKING_WORD.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** The text of pins grows with that of the page, but less: a map keeps its size. */
export const PIN_TEXT = 'text-[length:min(0.75rem,14px)]/5';
const [LEAST_TEXT_PX, MOST_TEXT_PX] = [12, 14];
export const PIN_LABEL_HEIGHT_PX = 24;
const [LETTER_PX, PADDING_PX, MAX_WIDTH_PX] = [6.5, 16, 232];
/** Letters as wide as they are high. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}]/gu;

/** How wide the labels of pins are, in pixels, at the page's size of text; 0 for what a pin does not say. */
export function labelWidths(labels: readonly string[]): number[] {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const scale = Math.min(MOST_TEXT_PX, rootPx * 0.75) / LEAST_TEXT_PX;
  return labels.map((label) => {
    const letters = label.length + (label.match(WIDE)?.length ?? 0);
    const width = letters * LETTER_PX * scale + PADDING_PX;
    return label === '' || width > MAX_WIDTH_PX ? 0 : width;
  });
}
