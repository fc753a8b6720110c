/** What a terminal acts on instead of showing it: controls, and marks that turn the direction of text. */
const ACTING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Text of others as a terminal may show it, in one line: what would move its cursor is written out. */
export function printable(text: string): string {
  return text.replace(ACTING, (one) => {
    if (one === '\n') return ' ';
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The same over several lines, each set in a little. */
export function printableBlock(text: string): string[] {
  return text.split(/\r?\n/).map((line) => `    ${printable(line)}`);
}

/** Rows below their headings, each column as wide as its widest cell. */
export function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_heading, column) =>
    Math.max(...all.map((row) => Array.from(row[column] ?? '').length)),
  );
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Array.from(cell).length))
      .join('  ')
      .trimEnd(),
  );
}

/** A moment as a clock on the wall of the community shows it: `2026-11-21 18:05`. */
export function makeTimeOf(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
}
