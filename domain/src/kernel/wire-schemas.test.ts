import { describe, expect, it } from 'vitest';
import { optionalText, requiredText } from './wire-schemas.ts';

const title = requiredText('Title is required', 10);

describe('requiredText and optionalText', () => {
  it('trim', () => {
    expect(title.parse('  bread ')).toBe('bread');
  });

  it.each([
    ['', 'Title is required'],
    ['   ', 'Title is required'],
    [undefined, 'Title is required'],
    ['elevenchars', 'Please keep this to 10 characters'],
    [`a${String.fromCharCode(0)}b`, 'Please remove characters that cannot be saved'],
    ['a\ud800b', 'Please remove characters that cannot be saved'],
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
