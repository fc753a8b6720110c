import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Given, isRing, MAX_RING_PEOPLE } from './rings.ts';

type Handover = Pick<Given, 'giverId' | 'receiverId'>;
const NOBODY = () => false;
const of = (pairs: string): Handover[] =>
  pairs.split(' ').map((pair) => ({ giverId: pair.charAt(0), receiverId: pair.charAt(1) }));

/** Runs handovers one after the other, and returns those that are of a ring. */
function ringsIn(handovers: readonly Handover[], isKnown: (id: string) => boolean = NOBODY): Handover[] {
  const given = new Map<string, Given>();
  return handovers.filter((handover) => {
    const found = isRing(handover, [...given.values()], isKnown);
    const key = `${handover.giverId} ${handover.receiverId}`;
    given.set(key, { ...handover, handovers: (given.get(key)?.handovers ?? 0) + 1 });
    return found;
  });
}

const people = (count: number) => fc.integer({ min: 0, max: count - 1 }).map((nth) => `p${nth}`);
const tradesAmong = (count: number, max: number) =>
  fc
    .array(fc.record({ giverId: people(count), receiverId: people(count) }), {
      minLength: max / 2,
      maxLength: max,
    })
    .map((all) => all.filter(({ giverId, receiverId }) => giverId !== receiverId));

describe('a ring', () => {
  it.each([
    ['three who hand it round', 'ab bc ca', 'ca'],
    ['again', 'ab bc ca ab bc', 'ca ab bc'],
    ['two who give to each other', 'ab ba ab ba', ''],
    ['a giver and those who receive', 'ab ac ad ae ab ac', ''],
    ['a chain', 'ab bc cd de', ''],
    ['eight who hand it round', 'ab bc cd de ef fg gh ha', 'ha'],
    ['nine who hand it round are a community', 'ab bc cd de ef fg gh hi ia', ''],
    ['three who also give to others', 'ax ab by bc cz ca', ''],
    ['three who also take from others', 'xa ab yb bc zc ca', ''],
    ['one handover with another does not hide it', 'ax ab bc ca', 'ca'],
  ])('%s: of %s', (_what, pairs, rings) => {
    expect(ringsIn(of(pairs))).toEqual(rings === '' ? [] : of(rings));
  });

  it('does not contain a known person, and is not closed via one', () => {
    expect(ringsIn(of('ab bc ca ab'), (id) => id === 'b')).toEqual([]);
    expect(ringsIn(of('ab bc cd da'), (id) => id === 'c')).toEqual([]);
  });

  it('is found in every further handover between a few accounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: MAX_RING_PEOPLE }), (count) => {
        const round = Array.from({ length: count }, (_, nth) => ({
          giverId: `p${nth}`,
          receiverId: `p${(nth + 1) % count}`,
        }));
        const rounds = Array.from({ length: 5 }, () => round).flat();
        // all but the first, which is open until its last handover
        expect(ringsIn(rounds)).toHaveLength(rounds.length - (count - 1));
      }),
    );
    fc.assert(
      fc.property(tradesAmong(5, 40), (trades) => {
        const round = of('01 12 23 34 40').map(({ giverId, receiverId }) => ({
          giverId: `p${giverId}`,
          receiverId: `p${receiverId}`,
        }));
        expect(ringsIn([...round, ...trades]).slice(1)).toEqual(trades);
      }),
    );
  });

  it('is not found in honest communities, where food flows from givers to receivers', () => {
    fc.assert(
      fc.property(tradesAmong(12, 60), (trades) => {
        const downhill = trades.filter(({ giverId, receiverId }) => giverId < receiverId);
        expect(ringsIn(downhill)).toEqual([]);
      }),
    );
  });

  it('is not found in a young community of twenty strangers who give and take at random', () => {
    fc.assert(
      fc.property(fc.noBias(tradesAmong(20, 200)), (trades) => {
        expect(ringsIn(trades).length).toBeLessThanOrEqual(trades.length * 0.1);
      }),
      { numRuns: 50 },
    );
  });
});
