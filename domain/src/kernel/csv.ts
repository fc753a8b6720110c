const STARTS_FORMULA = /^[=+\-@\t\r]/;

/** Returns a cell that spreadsheets do not interpret as a formula, quoted where RFC 4180 requires it. */
function csvCell(text: string): string {
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
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
