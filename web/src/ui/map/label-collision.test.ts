import { describe, expect, it } from 'vitest';
import {
  anchorsAlong,
  boxesOverlap,
  type Label,
  placeLabels,
  type TextBox,
  uprightAngle,
} from './label-collision.ts';

const box = (x: number, y: number, width: number, height: number, angle = 0): TextBox => ({
  at: [x, y],
  width,
  height,
  angle,
});
const label = (text: string, x: number, y: number, rank: number, more: Partial<Label> = {}): Label => ({
  ...box(x, y, 80, 14),
  text,
  rank,
  kind: 'place',
  ...more,
});

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('boxesOverlap', () => {
  it('separates rotated boxes whose upright frames overlap', () => {
    const along = box(0, 0, 100, 10, Math.PI / 4);
    expect(boxesOverlap(along, box(30, -30, 20, 10))).toBe(false);
    expect(boxesOverlap(along, box(25, 25, 20, 10))).toBe(true);
  });

  it('keeps the given distance', () => {
    expect(boxesOverlap(box(0, 0, 10, 10), box(14, 0, 10, 10))).toBe(false);
    expect(boxesOverlap(box(0, 0, 10, 10), box(14, 0, 10, 10), 6)).toBe(true);
  });
});

describe('placeLabels', () => {
  it('keeps the higher-ranked of two overlapping labels', () => {
    const placed = placeLabels([label('W 42nd St', 10, 0, 5), label('Midtown', 0, 0, 1)], []);
    expect(placed.map(({ text }) => text)).toEqual(['Midtown']);
  });

  it('does not cover markers', () => {
    expect(placeLabels([label('Chelsea', 0, 0, 1)], [{ at: [45, 0], radius: 12 }])).toEqual([]);
    expect(placeLabels([label('Chelsea', 0, 0, 1)], [{ at: [60, 0], radius: 12 }])).toHaveLength(1);
  });

  it('does not repeat a label nearby', () => {
    const placed = placeLabels(
      [label('10th Ave', 0, 0, 4), label('10th Ave', 300, 0, 4), label('10th Ave', 700, 0, 4)],
      [],
    );
    expect(placed.map(({ at }) => at[0])).toEqual([0, 700]);
  });

  it('never lets two labels overlap, and does not depend on the input order', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seeded(seed);
      const labels = Array.from({ length: 60 }, (_, index) =>
        label(`Name ${index}`, random() * 500, random() * 400, Math.ceil(random() * 5), {
          angle: (random() - 0.5) * Math.PI,
        }),
      );
      const placed = placeLabels(labels, []);
      const pairs = placed.flatMap((a, index) => placed.slice(index + 1).map((b) => boxesOverlap(a, b)));
      expect(pairs).not.toContain(true);
      expect(placed.length).toBeGreaterThan(3);
      expect(placeLabels(labels.toReversed(), [])).toEqual(placed);
    }
  });
});

describe('labels along roads', () => {
  it('are never upside down', () => {
    expect(uprightAngle([0, 0], [-10, 0])).toBeCloseTo(0);
    expect(uprightAngle([10, 10], [0, 0])).toBeCloseTo(Math.PI / 4);
    for (let turn = 0; turn < 2 * Math.PI; turn += 0.1) {
      const angle = uprightAngle([0, 0], [Math.cos(turn), Math.sin(turn)]);
      expect(Math.abs(angle)).toBeLessThanOrEqual(Math.PI / 2 + 1e-9);
    }
  });

  it('need a straight stretch as long as the text', () => {
    expect(
      anchorsAlong(
        [
          [0, 0],
          [50, 0],
          [50, 50],
        ],
        60,
        300,
      ),
    ).toEqual([]);
    const [first, second] = anchorsAlong(
      [
        [0, 0],
        [1000, 0],
      ],
      60,
      300,
    );
    expect(first?.at).toEqual([100, 0]);
    expect(second?.at).toEqual([400, 0]);
  });

  it('keep their position on the map when the view moves', () => {
    const line = [
      [0, 0],
      [1000, 200],
    ] as const;
    const moved = line.map(([x, y]) => [x + 33, y - 7] as const);
    const shift = anchorsAlong(moved, 60, 300).map(({ at: [x, y] }) => [x - 33, y + 7]);
    expect(shift).toEqual(
      anchorsAlong(line, 60, 300).map(({ at: [x, y] }) => [expect.closeTo(x), expect.closeTo(y)]),
    );
  });
});
