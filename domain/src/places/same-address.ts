import { plainForm } from '../kernel/text-characters.ts';

const folded = (address: string): string =>
  plainForm(address)
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

/** Whether two addresses are the same words: case, spaces, punctuation and compatibility forms do not count. */
export const isSameAddress = (a: string, b: string): boolean => folded(a) === folded(b);
