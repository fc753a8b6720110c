import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { formatCompact } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The size of a marker: one item, up to three, up to ten, more. */
export type MarkerSize = 'one' | 'few' | 'some' | 'many';

export function markerSize(count: number): MarkerSize {
  if (count <= 1) return 'one';
  if (count <= 3) return 'few';
  return count <= 10 ? 'some' : 'many';
}

/** From a marker's center to its outer edge, including ring and margin, in pixels. */
export const MARKER_RADIUS_PX: Readonly<Record<MarkerSize, number>> = {
  one: 14,
  few: 20,
  some: 25,
  many: 31,
};

/** The sign of what is urgent: its radius with its ring, and how far sideways and up it is from a marker's center, in pixels. */
export const NOTCH_RADIUS_PX = 10;
export const NOTCH_AWAY_PX: Readonly<Record<MarkerSize, number>> = {
  one: 10,
  few: 14,
  some: 18,
  many: 20,
};

type ShapeName = 'circle' | 'area' | 'diamond';

/** Shape repeats color, for people who cannot distinguish colors. */
export const MARKER_SHAPE: Readonly<Record<MapCluster['type'], ShapeName>> = {
  food_available: 'circle',
  food_needed: 'area',
  mixed: 'diamond',
};

/** The text color of a count on a shape. */
export const COUNT_TEXT_COLOR: Readonly<Record<ShapeName, string>> = {
  circle: 'text-on-brand',
  area: 'text-tomato-soft-ink',
  diamond: 'text-mango-ink',
};

/** Optically equal sizes: a diamond's side is smaller than the circle. */
const SIZES: Readonly<Record<ShapeName, Readonly<Record<MarkerSize, string>>>> = {
  circle: { one: 'size-5', few: 'size-8', some: 'size-10', many: 'size-13' },
  area: { one: 'size-6', few: 'size-8', some: 'size-10', many: 'size-13' },
  diamond: { one: 'size-4', few: 'size-6.5', some: 'size-8', many: 'size-10.5' },
};

const LOOKS: Readonly<Record<ShapeName, string>> = {
  circle: 'rounded-full bg-brand',
  area: 'rounded-full border-2 border-dashed border-tomato bg-tomato-soft',
  // The mango color alone has too little contrast with a light street: it gets a darker border.
  diamond: 'rotate-45 rounded-[16%] border-2 border-mango-ink bg-mango',
};

export type MarkerShapeProps = {
  readonly type: MapCluster['type'];
  readonly tier: MarkerSize;
  readonly className?: string;
};

/** The shape of a marker, also used in the legend. Hidden from screen readers. */
export function MarkerShape({ type, tier, className }: MarkerShapeProps) {
  const shape = MARKER_SHAPE[type];
  return (
    <span
      aria-hidden="true"
      data-shape={shape}
      data-tier={tier}
      className={classNames('keeps-colors block shrink-0', LOOKS[shape], SIZES[shape][tier], className)}
    />
  );
}

/** A cluster's marker next to its text, with the count. Hidden from screen readers. */
export function ClusterShape({ type, count }: Pick<MapCluster, 'type' | 'count'>) {
  return (
    <span
      aria-hidden="true"
      className="keeps-colors grid size-11 shrink-0 place-items-center *:col-start-1 *:row-start-1"
    >
      <MarkerShape type={type} tier="some" />
      <span className={`relative text-sm font-bold tabular-nums ${COUNT_TEXT_COLOR[MARKER_SHAPE[type]]}`}>
        {formatCompact(count)}
      </span>
    </span>
  );
}
