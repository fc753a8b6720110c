import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['＝1+1', "'＝1+1"],
  ['Bread; =1+1', "Bread; '=1+1"],
  ['Bread;@x;-2;3', "Bread;'@x;'-2;3"],
  ['two\n=1', '"two\n\'=1"'],
  ['', ''],
])('%j is the cell %j', (text, cell) => {
  expect(toCsv([[text]])).toBe(`${cell}\r\n`);
});

/** Reads what RFC 4180 describes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

test('random rows are parsed back unchanged, with an apostrophe before what could be a formula', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(rows, (given) => {
      const parsed = readCsv(toCsv(given));
      expect(parsed.map((row) => row.map((text) => text.replaceAll("'", '')))).toEqual(
        given.map((row) => row.map((text) => text.replaceAll("'", ''))),
      );
      for (const text of parsed.flat()) expect(text).not.toMatch(/(?:^|[;\t\r\n] *)[=+\-@]/);
    }),
  );
});
