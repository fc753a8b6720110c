import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asciiDigits,
  plainCode,
  isVisible,
  plainEmail,
  multipleLines,
  plainForm,
  plainNumber,
  plainPhone,
  singleLine,
} from './text-characters.ts';

/** Every character that Unicode gives this property. */
function charactersOf(property: string): string[] {
  const pattern = new RegExp(`^[${property}]$`, 'u');
  return Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => pattern.test(character));
}

const IGNORABLE = charactersOf(String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffc`);
const DIRECTIONS = charactersOf(String.raw`\p{Bidi_Control}`);
const CONTROLS = [1, 8, 0x1b, 0x7f, 0x9b].map((number) => String.fromCodePoint(number));
/** ICU's digits of every numbering system with one digit a value, from 0 to 9. */
const SYSTEMS = Intl.supportedValuesOf('numberingSystem')
  .map((system) => {
    const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false });
    return Array.from({ length: 10 }, (_, value) => format.format(value));
  })
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));

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

it('no ignorable character stays in a word of letters with case, or at an end', () => {
  for (const character of IGNORABLE) {
    for (const text of [`br${character}ead`, `bread${character}`, `${character}bread`]) {
      expect([character.codePointAt(0), singleLine(text), multipleLines(text), plainForm(text)]).toEqual([
        character.codePointAt(0),
        'bread',
        'bread',
        'bread',
      ]);
    }
  }
});

/** One of many, by its index: `constantFrom` is slow with thousands. */
const oneOf = <Value>(values: readonly Value[]) =>
  fc.nat(values.length - 1).map((index) => values[index] as Value);

it('a text of ignorable characters, spaces and marks only shows nothing', () => {
  const nothing = oneOf([
    ...IGNORABLE,
    ...charactersOf(String.raw`\p{Z}\p{Mn}\p{Me}`),
    ...['\u2800', '\u{1d159}', '\u{13441}', '\u{13442}'],
  ]);
  fc.assert(
    fc.property(fc.array(nothing, { maxLength: 12 }), (characters) => {
      expect(isVisible(singleLine(characters.join('')))).toBe(false);
    }),
    { numRuns: 200 },
  );
});

it('a letter has at most four nonspacing marks', () => {
  const marks = oneOf(charactersOf(String.raw`\p{Mn}\p{Me}`));
  fc.assert(
    fc.property(fc.array(marks, { minLength: 4, maxLength: 30 }), (stack) => {
      expect(singleLine(`x${stack.join('')}y`)).toMatch(/^\P{M}\p{M}{0,12}y$/u);
    }),
    { numRuns: 200 },
  );
});

it('a text begins with no mark, which would be painted on what stands before it', () => {
  for (const mark of charactersOf(String.raw`\p{M}`)) {
    for (const text of [`${mark}Ana`, ` ${mark} ${mark}Ana`])
      expect([mark, singleLine(text), multipleLines(text)]).toEqual([mark, 'Ana', 'Ana']);
  }
});

it('many lines end with LF', () => {
  expect(multipleLines('one\r\ntwo\rthree\u2028four\n\nfive\tsix')).toBe('one\ntwo\nthree\nfour\n\nfive six');
});

it.each([
  'Crème  brûlée',
  'نان و سبزی',
  'می\u200cخواهم',
  '👩🏽\u200d🍳 soup',
  '❤\ufe0f\u200d🩹',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
  'क्\u200dष',
  'ന്\u200d',
  'បាយ\u200bសម្ល',
  '葛\u{e0100}城',
  'ᠠ\u180bᠨ\u180eᠠ',
  'חַלָּה',
  'a\u00a0b',
])('%j stays', (text) => {
  expect(singleLine(text)).toBe(text.normalize('NFC'));
  expect(multipleLines(text)).toBe(text.normalize('NFC'));
  expect(isVisible(text)).toBe(true);
});

it('takes linear time for texts of any length', () => {
  for (const part of ['\u200d', '\ufe0f', '\u0315\u0300', '\u{1f3f4}\u{e0067}', 'क\u200d', '\u00ad ']) {
    const startedMs = Date.now();
    singleLine(part.repeat(100_000));
    expect(Date.now() - startedMs).toBeLessThan(5000);
  }
});

/** Whether it stands for no letter or digit: a sign of a month or an amount does. */
const isNoOther = (character: string): boolean => !/[\p{L}\p{N}]/u.test(character.normalize('NFKC'));

describe('digits', () => {
  it('of every numbering system are ASCII', () => {
    expect(SYSTEMS.length).toBeGreaterThan(50);
    for (const digits of SYSTEMS) expect(asciiDigits(digits.join(''))).toBe('0123456789');
  });

  it('are all decimal digits of Unicode, each value as often', () => {
    const values = charactersOf(String.raw`\p{Nd}`).map(asciiDigits);
    for (let value = 0; value < 10; value += 1) {
      expect(values.filter((digit) => digit === String(value))).toHaveLength(values.length / 10);
    }
  });

  const scripted = fc.tuple(oneOf(SYSTEMS), fc.stringMatching(/^\d{4,9}$/)).map(([digits, number]) => ({
    number,
    text: number.replaceAll(/\d/g, (each) => digits[Number(each)] ?? ''),
  }));
  const between = oneOf([...IGNORABLE, ...charactersOf(String.raw`\p{Z}`)]);
  const separators = oneOf(charactersOf(String.raw`\p{Z}\p{P}\p{S}\p{Me}\u30fc`).filter(isNoOther));

  it('of a code count in any script, with spaces and invisible characters between', () => {
    fc.assert(
      fc.property(scripted, between, ({ number, text }, gap) => {
        expect(plainCode(Array.from(text).join(gap))).toBe(number);
        expect(plainNumber(`${gap}${text}`)).toBe(number);
        expect(plainPhone(`${gap}${text}`)).toBe(number);
      }),
      { numRuns: 200 },
    );
  });

  it('of a code count with any punctuation between, and as keycaps', () => {
    fc.assert(
      fc.property(scripted, separators, ({ number, text }, gap) => {
        expect([gap, plainCode(Array.from(text).join(gap))]).toEqual([gap, number]);
      }),
      { numRuns: 200 },
    );
    expect(plainCode('0\ufe0f\u20e36\ufe0f\u20e3')).toBe('06');
  });
});

it.each([
  'Ana <ana@example.org>',
  '<ana@example.org>',
  'mailto:ana@example.org',
  'MAILTO:Ana@Example.org?subject=Soup',
  'ana@example.org (at work)',
  '(ana@example.org)',
  'ＡＮＡ＠example．org\ufffc',
  '“ana@example.org”',
  '„ana@example.org“!',
  "'ana@example.org'",
  '«ana@example.org»،',
  'ana@example.org۔',
  'ana@example.org。',
  'ana@example.org…',
  'ana\u00a0@ example.org',
  'E-Mail: ana@example.org',
])('%s is an address of mail', (pasted) => {
  expect(plainEmail(pasted)).toBe('ana@example.org');
});

it.each([
  ['o’brien@example.org', "o'brien@example.org"],
  ['ana\u2011maria@example–bakery.org', 'ana-maria@example-bakery.org'],
  ["'ana@example.org", "'ana@example.org"],
  ['ana@カレー.jp', 'ana@xn--lck2gxb.jp'],
  ['Ana Bell ana@example.org', 'ana bell ana@example.org'],
])('%s is the address %s', (typed, meant) => {
  expect(plainEmail(typed)).toBe(meant);
});

it.each([
  ['12’000', '12000'],
  ['12\u202f000,5', '12000,5'],
  ['12 34', '12 34'],
  ['١٢٫٥٠', '12.50'],
  ['١٬٠٠٠', '1000'],
  ['\u200e−3', '-3'],
  ['12,5', '12,5'],
])('%j is the number %s', (typed, number) => {
  expect(plainNumber(typed)).toBe(number);
});

it('a phone number has hyphens for all dashes', () => {
  for (const dash of charactersOf(String.raw`\p{Pd}\u2212\u30fc`))
    expect(plainPhone(`\u202a+1${dash}212\u202c`)).toBe('+1-212');
});

it.each([
  ['☎ (212) 555·0100', '(212) 555.0100'],
  ['📞tel:+49 151', '+49 151'],
  ['２１２・５５５', '212.555'],
  ['Tel. 030/123 45 67', '030/123 45 67'],
  ['Téléphone mobile : +33 6 12 34 56', '+33 6 12 34 56'],
  ['Mobile: +1 (212) 555-0100', '+1 (212) 555-0100'],
  ['هاتف ٠٥٠ ١٢٣ ٤٥٦', '050 123 456'],
  ['Room 12', 'Room 12'],
])('%s is the phone number %s', (typed, meant) => {
  expect(plainPhone(typed)).toBe(meant);
});
