import { expect, it } from 'vitest';
import { multipleLines, singleLine } from './text-characters.ts';

/** Every character of Unicode that changes the direction of text, by its number. */
const DIRECTIONS = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((number) => String.fromCodePoint(number));
const CONTROLS = [1, 8, 0x1b, 0x7f, 0x9b].map((number) => String.fromCodePoint(number));

it.each(['\n', '\r', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', ' \r\n\t '])(
  'one line has a space for %j',
  (breaks) => {
    expect(singleLine(`bread${breaks}and soup`)).toBe('bread and soup');
  },
);

it.each([...DIRECTIONS, ...CONTROLS])('%j is removed', (character) => {
  expect(singleLine(`br${character}ead`)).toBe('bread');
  expect(multipleLines(`br${character}ead`)).toBe('bread');
});

it('many lines end with LF', () => {
  expect(multipleLines('one\r\ntwo\rthree\u2028four\n\nfive\tsix')).toBe('one\ntwo\nthree\nfour\n\nfive six');
});

it.each(['Crème  brûlée', 'نان و سبزی', 'می\u200cخواهم', '👩🏽\u200d🍳 soup', 'a\u00a0b'])(
  '%j stays',
  (text) => {
    expect(singleLine(text)).toBe(text);
    expect(multipleLines(text)).toBe(text);
  },
);
