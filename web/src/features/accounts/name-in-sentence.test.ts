import { describe, expect, it } from 'vitest';
import { nameInSentence } from './profile/person-labels.ts';

describe('nameInSentence', () => {
  it('starts with a small letter for an unnamed person, and leaves names unchanged', () => {
    expect(nameInSentence('A neighbor')).toBe('a neighbor');
    expect(nameInSentence('Rosa')).toBe('Rosa');
    expect(nameInSentence('A. B.')).toBe('A. B.');
  });
});
