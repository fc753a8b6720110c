import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantSchema, optionalLines, optionalText, requiredLines, requiredText } from './wire-schemas.ts';

const title = requiredText('required.title', 10);

describe('requiredText and optionalText', () => {
  it('trim the text', () => {
    expect(title.parse('  bread ')).toBe('bread');
  });

  it.each([
    ['', '@required.title'],
    ['   ', '@required.title'],
    ['\u3164', '@required.title'],
    ['\u2800', '@required.title'],
    [undefined, '@required.title'],
    ['elevenchars', '@too-long {"max":10}'],
    [`a${String.fromCharCode(0)}b`, '@invalid.characters'],
    ['a\ud800b', '@invalid.characters'],
  ])('%j is rejected: %s', (given, message) => {
    expect(title.safeParse(given).error?.issues[0]?.message).toBe(message);
  });

  it('make the text one line', () => {
    expect(title.parse('soup\r\nbread')).toBe('soup bread');
    expect(optionalText(10).parse('\u202esoup')).toBe('soup');
    expect(title.safeParse('\u2066\n').error?.issues[0]?.message).toBe('@required.title');
    // the length is that of the stored text
    expect(title.parse('\u200eten chars!\r\n')).toBe('ten chars!');
  });

  it('keep paragraphs if the schema allows them', () => {
    const details = requiredLines('required.appeal', 20);
    expect(details.parse(' one\r\n\r\ntwo\u202e\tthree ')).toBe('one\n\ntwo three');
    expect(details.safeParse('\r\n').error?.issues[0]?.message).toBe('@required.appeal');
    expect(optionalLines(20).parse('one\rtwo')).toBe('one\ntwo');
    expect(optionalLines(20).safeParse(`a${String.fromCharCode(0)}`).error?.issues[0]?.message).toBe(
      '@invalid.characters',
    );
  });

  it('keep emoji and other whole characters', () => {
    expect(title.parse('🥖 crème')).toBe('🥖 crème');
  });

  it('may be empty if optional', () => {
    expect(optionalText(10).parse('   ')).toBe('');
  });
});

describe('instantSchema', () => {
  const instant = instantSchema('invalid.date');

  it('takes exactly the days that a month has', () => {
    const part = (min: number, max: number) =>
      fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1972, max: 9998 }), part(1, 12), part(26, 31), (year, month, day) => {
        const date = `${year}-${month}-${day}`;
        const { success } = instant.safeParse(`${date}T23:30:00-05:00`);
        // what JavaScript makes of the date alone, written again
        expect(success).toBe(new Date(`${date}T00:00:00Z`).toISOString().startsWith(date));
      }),
    );
  });

  it.each(['2027-02-30T10:00:00Z', '2027-02-29T10:00Z', '2026-04-31T10:00:00+02:00', '2026-13-01T10:00:00Z'])(
    '%s is no date',
    (text) => {
      expect(instant.safeParse(text).error?.issues[0]?.message).toBe('@invalid.date');
    },
  );
});
