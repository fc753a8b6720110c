import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MARK_SHAPE, type MarkTier, type ShapeName } from './mark-look.ts';

/** The same weight to the eye: a square is smaller than the circle, a diamond's side smaller still. */
const SIZES: Readonly<Record<ShapeName, Readonly<Record<MarkTier, string>>>> = {
  circle: { one: 'size-5', few: 'size-8', some: 'size-10', many: 'size-13' },
  square: { one: 'size-4.5', few: 'size-7', some: 'size-9', many: 'size-12' },
  diamond: { one: 'size-4', few: 'size-6.5', some: 'size-8', many: 'size-10.5' },
};

const LOOKS: Readonly<Record<ShapeName, string>> = {
  circle: 'rounded-full bg-brand',
  square: 'rounded-[22%] bg-tomato',
  // Mango alone would be lost on a light street: its edge is drawn in its ink.
  diamond: 'rotate-45 rounded-[16%] border-2 border-mango-ink bg-mango',
};

export type MarkShapeProps = {
  readonly type: MapCluster['type'];
  readonly tier: MarkTier;
  readonly className?: string;
};

/** The body of a mark on the map, and of its entry in the legend: for the eye only. */
export function MarkShape({ type, tier, className }: MarkShapeProps) {
  const shape = MARK_SHAPE[type];
  return (
    <span
      aria-hidden="true"
      data-shape={shape}
      data-tier={tier}
      className={classNames('block shrink-0', LOOKS[shape], SIZES[shape][tier], className)}
    />
  );
}
