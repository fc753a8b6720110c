import { describe, expect, it } from 'vitest';
import { optionalText, requiredText } from './wire-schemas.ts';

const title = requiredText('required.title', 10);

describe('requiredText and optionalText', () => {
  it('trim', () => {
    expect(title.parse('  bread ')).toBe('bread');
  });

  it.each([
    ['', '@required.title'],
    ['   ', '@required.title'],
    [undefined, '@required.title'],
    ['elevenchars', '@too-long {"max":10}'],
    [`a${String.fromCharCode(0)}b`, '@invalid.characters'],
    ['a\ud800b', '@invalid.characters'],
  ])('%j is rejected: %s', (given, message) => {
    expect(title.safeParse(given).error?.issues[0]?.message).toBe(message);
  });

  it('keep emoji and other whole characters', () => {
    expect(title.parse('🥖 crème')).toBe('🥖 crème');
  });

  it('may be empty if optional', () => {
    expect(optionalText(10).parse('   ')).toBe('');
  });
});
