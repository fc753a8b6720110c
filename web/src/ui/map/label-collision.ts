import type { LabelKind } from './map-tile.ts';

/** Places text labels; of overlapping ones the higher rank wins. */

export type Point = readonly [x: number, y: number];

/** A box of text: its center, its size in pixels, and its clockwise rotation in radians. */
export type TextBox = {
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
};

export type Label = TextBox & {
  readonly text: string;
  readonly kind: LabelKind;
  /** Lower numbers are placed first. */
  readonly rank: number;
  /** The point that it names, if that is marked. */
  readonly dot?: Point;
};

/** Something that labels must not cover, such as a marker. */
export type Obstacle = { readonly at: Point; readonly radius: number };

/** Free space around each label, in pixels. */
const AIR_PX = 6;
/** Minimum distance between two labels of the same text, in pixels. */
const REPEAT_PX = 420;

function cornersOf({ at: [x, y], width, height, angle }: TextBox, airPx: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [w, h] = [width / 2 + airPx, height / 2 + airPx];
  return (
    [
      [-w, -h],
      [w, -h],
      [w, h],
      [-w, h],
    ] as const
  ).map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
}

function spanAlong(corners: readonly Point[], [ax, ay]: Point): readonly [from: number, to: number] {
  const along = corners.map(([x, y]) => x * ax + y * ay);
  return [Math.min(...along), Math.max(...along)];
}

/** Returns true if two rotated boxes overlap, by the separating axis theorem. */
export function boxesOverlap(a: TextBox, b: TextBox, airPx = 0): boolean {
  const [cornersA, cornersB] = [cornersOf(a, airPx / 2), cornersOf(b, airPx / 2)];
  const axes: Point[] = [a.angle, b.angle].flatMap((angle): Point[] => [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ]);
  return axes.every((axis) => {
    const [fromA, toA] = spanAlong(cornersA, axis);
    const [fromB, toB] = spanAlong(cornersB, axis);
    return fromA < toB && fromB < toA;
  });
}

function boxTouchesObstacle(box: TextBox, { at, radius }: Obstacle): boolean {
  const [dx, dy] = [at[0] - box.at[0], at[1] - box.at[1]];
  const [cos, sin] = [Math.cos(-box.angle), Math.sin(-box.angle)];
  const [x, y] = [dx * cos - dy * sin, dx * sin + dy * cos];
  const pastX = Math.max(0, Math.abs(x) - box.width / 2);
  const pastY = Math.max(0, Math.abs(y) - box.height / 2);
  return Math.hypot(pastX, pastY) < radius;
}

/**
 * Chooses the labels to show: in order of rank, each one that touches no placed label and no obstacle and is
 * not near a label of the same text. The result does not depend on the order of equal input.
 */
export function placeLabels(candidates: readonly Label[], obstacles: readonly Obstacle[]): Label[] {
  const inOrder = candidates.toSorted(
    (a, b) => a.rank - b.rank || a.text.localeCompare(b.text, 'en') || a.at[0] - b.at[0] || a.at[1] - b.at[1],
  );
  const placed: Label[] = [];
  for (const label of inOrder) {
    const free =
      !obstacles.some((obstacle) => boxTouchesObstacle(label, obstacle)) &&
      !placed.some(
        (other) =>
          boxesOverlap(label, other, AIR_PX) ||
          (other.text === label.text &&
            Math.hypot(other.at[0] - label.at[0], other.at[1] - label.at[1]) < REPEAT_PX),
      );
    if (free) placed.push(label);
  }
  return placed;
}

/** The angle of text along a line from one point to another, never upside down. */
export function uprightAngle([fromX, fromY]: Point, [toX, toY]: Point): number {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  if (angle > Math.PI / 2) return angle - Math.PI;
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle;
}

/**
 * Returns positions along a line (in pixels) where text of a width fits, at fixed distances from the line's
 * start, so that labels stay in place while the map moves. Only straight stretches as long as the text
 * qualify.
 */
export function anchorsAlong(
  line: readonly Point[],
  textWidth: number,
  everyPx: number,
): { at: Point; angle: number }[] {
  const anchors: { at: Point; angle: number }[] = [];
  let walked = 0;
  let next = Math.max(everyPx / 3, textWidth / 2);
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    while (next <= walked + length) {
      const into = next - walked;
      const fits = length >= textWidth && into >= textWidth / 2 && length - into >= textWidth / 2;
      if (fits) {
        const share = into / length;
        anchors.push({
          at: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
          angle: uprightAngle(from, to),
        });
      }
      next += fits ? everyPx : Math.max(everyPx / 8, 24);
    }
    walked += length;
  }
  return anchors;
}
