import type { AppContext } from '#server/platform/app-context.ts';

/** What a terminal executes instead of showing: control characters, and marks that change the direction of text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** User text as one line that is safe to print: control characters are written out. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (one) => {
    if (one === '\n') return ' ';
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** User text over several indented lines, each safe to print. */
export function printableBlock(text: string): string[] {
  return text.split(/\r?\n/).map((line) => `    ${printable(line)}`);
}

/** Rows below their headings, in columns as wide as their widest cell. */
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

/** A time in the time zone of the community: `2026-11-21 18:05`. */
export function formatTime({ settings: { timeZone } }: Pick<AppContext, 'settings'>, at: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(at);
}
