import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { type EndedRequest, helpedShare, lastingLikeOthers } from './end-like-others.ts';

const LIFE_MS = 24 * HOUR_MS;

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const lasted = (...hours: number[]): EndedRequest[] =>
  hours.map((each) => ({ madeAgoMs: LIFE_MS, lastedMs: each * HOUR_MS, isHelped: false }));

/** Moments that are drawn, in hours: after each number of the first pick, at the start and the end of what follows. */
function drawn(others: readonly EndedRequest[], fromHours: number): number[] {
  const moments = new Set<number>();
  for (let nth = 0; nth < 8; nth++)
    for (const share of [0, 1 - 1e-9]) {
      const picks = [nth];
      const below = (limit: number): number => (picks.shift() ?? share * limit) % limit;
      const facts = { fromMs: fromHours * HOUR_MS, lifeMs: LIFE_MS };
      moments.add(Math.round((lastingLikeOthers(others, facts, below) / HOUR_MS) * 100) / 100);
    }
  return [...moments].toSorted((a, b) => a - b);
}

describe('the end of a request whose author has left', () => {
  test('lies between those of others that lasted longer', () => {
    expect(drawn(lasted(1, 2, 9, 10, 11, 12, 13), 8)).toEqual([8, 9, 10, 11, 12, 13]);
  });

  test('is that of its full time as often as theirs', () => {
    expect(drawn(lasted(24, 24, 24, 24, 25), 8)).toEqual([24]);
  });

  test('lies in all of the time that is left where few lasted as long, or could have', () => {
    expect(drawn(lasted(1, 2, 3, 9, 10, 11, 12), 8)).toEqual([8, 24]);
    expect(drawn([], 8)).toEqual([8, 24]);
    const recent = lasted(9, 10, 11, 12, 13).map((one) => ({ ...one, madeAgoMs: LIFE_MS - 1 }));
    expect(drawn(recent, 8)).toEqual([8, 24]);
  });

  test('is never later than its full time', () => {
    expect(drawn(lasted(9, 9, 9, 9, 9), 24.1)).toEqual([24]);
  });

  test('looks like help as often as theirs that ended before their time', () => {
    const helped = { madeAgoMs: LIFE_MS, lastedMs: HOUR_MS, isHelped: true };
    expect(helpedShare([helped, helped, ...lasted(5, 24, 24)], LIFE_MS)).toBe(3 / 5);
    expect(helpedShare([], LIFE_MS)).toBe(1 / 2);
  });
});

/*
 * A town with a request an hour, of which a third is helped, a sixth waits its full time and the others are cancelled. An
 * author leaves while their request is open, and the attacker sees how each of those ends that were open beside it.
 */
describe('among those open when their author leaves', () => {
  type Ended = Pick<EndedRequest, 'lastedMs' | 'isHelped'>;
  type Town = readonly { readonly askedMs: number; readonly ended: Ended }[];
  type Leaving = { readonly others: readonly EndedRequest[]; readonly fromMs: number };
  type Rule = (leaving: Leaving, random: () => number) => Ended;
  const TOWNS = 2000;

  const likeOthers: Rule = ({ others, fromMs }, random) => {
    const lastedMs = lastingLikeOthers(others, { fromMs, lifeMs: LIFE_MS }, (limit) =>
      Math.floor(random() * limit),
    );
    return { lastedMs, isHelped: lastedMs < LIFE_MS && random() < helpedShare(others, LIFE_MS) };
  };
  const drawnOverAll: Rule = ({ fromMs }, random) => ({
    lastedMs: fromMs + random() * (LIFE_MS - fromMs),
    isHelped: false,
  });

  function townOf(random: () => number): Town {
    return Array.from({ length: 100 }, (_none, nth) => ({
      askedMs: (nth + random()) * HOUR_MS,
      ended: {
        lastedMs: nth % 6 === 4 ? LIFE_MS : random() * 23 * HOUR_MS,
        isHelped: nth % 6 === 0 || nth % 6 === 2,
      },
    }));
  }
  const endOf = ({ lastedMs, isHelped }: Ended): string =>
    isHelped ? 'helped' : lastedMs >= LIFE_MS ? 'full' : 'early';

  /** The chances of who guesses at sight, and later among those that ended in one way; and the means' errors. */
  function chances(rule: Rule, hours: number) {
    const guesses: Record<string, number[]> = { sight: [], helped: [], full: [], early: [] };
    for (let seed = 0; seed < TOWNS; seed++) {
      const random = randomOf(seed);
      const nowMs = hours * HOUR_MS;
      const town = townOf(random).filter(({ askedMs }) => askedMs < nowMs);
      const isOpen = ({ askedMs, ended }: Town[number]): boolean => askedMs + ended.lastedMs > nowMs;
      const open = town.filter(isOpen);
      const own = open[Math.floor(random() * open.length)];
      if (!own) continue;
      const others = town
        .filter((one) => !isOpen(one))
        .map(({ askedMs, ended }) => ({ ...ended, madeAgoMs: nowMs - askedMs }))
        .slice(-30);
      const ownEnd = rule({ others, fromMs: nowMs - own.askedMs + HOUR_MS / 6 }, random);
      guesses['sight']?.push(1 / open.length);
      for (const end of ['helped', 'full', 'early']) {
        const same = open.filter((one) => one !== own && endOf(one.ended) === end).length + 1;
        guesses[end]?.push(endOf(ownEnd) === end ? 1 / same : 0);
      }
    }
    return Object.fromEntries(
      Object.entries(guesses).map(([way, each]) => {
        const mean = each.reduce((sum, one) => sum + one, 0) / each.length;
        const variance = each.reduce((sum, one) => sum + (one - mean) ** 2, 0) / each.length;
        return [way, { mean, upTo: mean + 3 * Math.sqrt(variance / each.length) }];
      }),
    );
  }

  test.each([24, 30, 50, 100])('no end tells whose it is, %i hours after the first request', (hours) => {
    for (const [way, { upTo }] of Object.entries(chances(likeOthers, hours)))
      expect(upTo, way).toBeLessThanOrEqual(1 / 10);
  });

  test('one that is drawn over the time that is left, and never looks helped, does', () => {
    expect(chances(drawnOverAll, 50)['early']?.mean).toBeGreaterThan(1 / 10);
  });
});
