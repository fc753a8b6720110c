/** A seeded generator (mulberry32), from 0 up to, not including, 1. */
export function makeSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Evenly spread numbers from 0 to 1, the same in every run: the fractions of multiples of an irrational number. */
export const spread = (nth: number, by: number): number => (nth * by) % 1;
