/** Where text may stand on the map, and which of it does: names that would overlap give way to the weightier. */

export type Point = readonly [x: number, y: number];

/** A box of text in pixels: its middle, its size, and its turn in radians, clockwise. */
export type TextBox = {
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
};

export type LabelKind = 'place' | 'road' | 'water' | 'park';
export type Label = TextBox & {
  readonly text: string;
  readonly kind: LabelKind;
  /** Lower comes first. */
  readonly rank: number;
};

/** Something that is not to be written over, such as a marker. */
export type Obstacle = { readonly at: Point; readonly radius: number };

/** Pixels kept free round every text. */
const AIR_PX = 6;
/** The same name comes again along a road only after so many pixels. */
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

/** Whether two turned boxes overlap: they do not if a line along any of their sides parts them. */
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
 * Chooses which labels stand: by rank, each only where it neither touches one already placed nor an obstacle, and
 * not near its own repetition. The answer does not depend on the order of equal input.
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

/** The turn of text along a line from one point to another, never upside down. */
export function uprightAngle([fromX, fromY]: Point, [toX, toY]: Point): number {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  if (angle > Math.PI / 2) return angle - Math.PI;
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle;
}

/**
 * Places along a line (in pixels) where text of a width fits: fixed distances from the line's start, so that names
 * stay where they are while the map is moved. Only straight stretches as long as the text carry it.
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
