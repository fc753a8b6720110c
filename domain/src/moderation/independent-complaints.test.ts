import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { type Complaint, type HandoverPair, slowdownEndMs } from './independent-complaints.ts';

const START = Date.UTC(2026, 10, 1, 12);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const by = (byId: string, onDay: number, changes: Partial<Complaint> = {}): Complaint => {
  const atMs = START + onDay * DAY_MS;
  return { byId, atMs, day: dayOf(atMs), isKnown: true, afterMeeting: true, ...changes };
};
const at = (onDay: number): number => START + onDay * DAY_MS;
const THREE = [by('ada', 0), by('ben', 1), by('cleo', 2)];

describe('slowdownEndMs', () => {
  test('is 72 hours from the third of three known people on three days, and then over', () => {
    expect(slowdownEndMs(THREE, [], at(2))).toBe(at(2) + 72 * HOUR_MS);
    expect(slowdownEndMs(THREE, [], at(2) + 72 * HOUR_MS - 1)).toBe(at(2) + 72 * HOUR_MS);
    expect(slowdownEndMs(THREE, [], at(2) + 72 * HOUR_MS)).toBeNull();
    // not before the third
    expect(slowdownEndMs(THREE, [], at(2) - 1)).toBeNull();
  });

  test.each([
    ['two people, however often', [by('ada', 0), by('ben', 1), by('ada', 2), by('ben', 3)]],
    ['three people on two days', [by('ada', 0), by('ben', 1), by('cleo', 1)]],
    ['three people further apart than sixty days', [by('ada', 0), by('ben', 1), by('cleo', 60)]],
    ['one of three whom no one knows', [by('ada', 0), by('ben', 1), by('cleo', 2, { isKnown: false })]],
    [
      'one of three who never had a place or time',
      [by('ada', 0), by('ben', 1, { afterMeeting: false }), by('cleo', 2)],
    ],
  ])('is null for %s', (_which, complaints) => {
    expect(slowdownEndMs(complaints, [], at(60))).toBeNull();
    expect(slowdownEndMs(complaints, [], at(4))).toBeNull();
  });

  test('counts two who had a handover with each other as one, also via a third complainer', () => {
    expect(slowdownEndMs(THREE, [['ada', 'cleo']], at(2))).toBeNull();
    const four = [...THREE, by('dora', 3)];
    expect(slowdownEndMs(four, [['ada', 'ben']], at(3))).not.toBeNull();
    const chain: HandoverPair[] = [
      ['ada', 'ben'],
      ['ben', 'cleo'],
    ];
    expect(slowdownEndMs(four, chain, at(3))).toBeNull();
    // handovers with people who do not complain do not connect complainers
    expect(
      slowdownEndMs(
        THREE,
        [
          ['ada', 'pantry'],
          ['ben', 'pantry'],
          ['cleo', 'pantry'],
        ],
        at(2),
      ),
    ).not.toBeNull();
  });

  test('starts again with a fourth independent complaint', () => {
    expect(slowdownEndMs([...THREE, by('dora', 9)], [], at(9))).toBe(at(9) + 72 * HOUR_MS);
  });
});

describe('for any complaints', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const complaints = fc.array(
    fc
      .record({
        byId: fc.constantFrom(...ids),
        hours: fc.integer({ min: 0, max: 90 * 24 }),
        isKnown: fc.boolean(),
        afterMeeting: fc.boolean(),
      })
      .map(({ hours, ...one }) => {
        const atMs = START + hours * HOUR_MS;
        return { ...one, atMs, day: dayOf(atMs) };
      }),
    { maxLength: 30 },
  );
  const dealings = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 6 });
  const nowMs = fc.integer({ min: 0, max: 100 * 24 }).map((hours) => START + hours * HOUR_MS);

  test('any number from new accounts and members changes nothing', () => {
    fc.assert(
      fc.property(complaints, complaints, dealings, nowMs, (known, others, pairs, now) => {
        const unknown = others.map((one, nth) => ({ ...one, byId: `new ${nth}`, isKnown: false }));
        expect(slowdownEndMs([...known, ...unknown], pairs, now)).toBe(slowdownEndMs(known, pairs, now));
      }),
    );
  });

  test('those of a group that trades among itself, and of one more person, change nothing', () => {
    fc.assert(
      fc.property(complaints, nowMs, fc.nat(5), (group, now, out) => {
        const inside = ids.filter((_id, nth) => nth !== out);
        // each has a handover with the next
        const ring = inside.map((id, nth): HandoverPair => [id, inside[(nth + 1) % inside.length] ?? id]);
        expect(slowdownEndMs(group, ring, now)).toBeNull();
      }),
    );
  });

  test('a slowdown lasts 72 hours at most, and always begins with a complaint', () => {
    fc.assert(
      fc.property(complaints, dealings, nowMs, (some, pairs, now) => {
        const untilMs = slowdownEndMs(some, pairs, now);
        if (untilMs === null) return;
        expect(untilMs).toBeGreaterThan(now);
        expect(untilMs - now).toBeLessThanOrEqual(72 * HOUR_MS);
        expect(some.map(({ atMs }) => atMs)).toContain(untilMs - 72 * HOUR_MS);
      }),
    );
  });
});
