/** How a formula begins, also from the keyboards of East Asia. */
const FORMULA = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20]`;
const STARTS_FORMULA = new RegExp(String.raw`^(?:[\t\r\n]|${FORMULA})`, 'u');
/** A formula behind what ends a cell where the decimal sign is a comma: there a semicolon, and quotes within a line are text. */
const FORMULA_WITHIN = new RegExp(String.raw`(?<=[;\t\r\n][^\S\t\r\n]*)(?=${FORMULA})`, 'gu');

/** Returns a cell that spreadsheets do not interpret as a formula, quoted where RFC 4180 requires it. */
function csvCell(text: string): string {
  const inside = text.replaceAll(FORMULA_WITHIN, "'");
  const safe = STARTS_FORMULA.test(text) ? `'${inside}` : inside;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** By this mark spreadsheets know the encoding. */
const UTF8_MARK = '\uFEFF';

/** A whole file, whose first row are the heads of its columns. */
export const csvFile = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  UTF8_MARK + toCsv([heads, ...rows]);

/** Rows of cells as CSV of RFC 4180: lines end with CRLF, the last one too. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
