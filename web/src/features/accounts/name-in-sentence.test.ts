import { describe, expect, it } from 'vitest';
import { nameInSentence } from './name-in-sentence.ts';

describe('nameInSentence', () => {
  it('begins with a small letter for who is not known by name, and leaves every name alone', () => {
    expect(nameInSentence('A neighbor')).toBe('a neighbor');
    expect(nameInSentence('Rosa')).toBe('Rosa');
    expect(nameInSentence('A. B.')).toBe('A. B.');
  });
});
