import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The field of a row in the column of this name. */
export type TableRow = (column: string) => string;

/** The rows of a file of the demo: first the names of the columns, fields separated by semicolons. */
export function readTable(file: string): TableRow[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8').trimEnd();
  const [columns = [], ...rows] = text.split('\n').map((line) => line.split(';'));
  return rows.map((fields) => (column) => required(fields[columns.indexOf(column)]));
}

/** The one of `all` that the field names. */
export const oneOf = <Word extends string>(field: string, all: readonly Word[]): Word =>
  required(all.find((one) => one === field));

/** Those of `all` that the field names, separated by spaces. */
export const wordsOf = <Word extends string>(field: string, all: readonly Word[]): Word[] =>
  field === '' ? [] : field.split(' ').map((word) => oneOf(word, all));

/** Throws if the demo refers to something that its lists do not contain. */
export function required<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the demo names something that is not in its lists');
  return thing;
}
