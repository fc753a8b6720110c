import { i18n } from '@lingui/core';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';

/** How big a mark is: one thing, up to three, up to ten, more. */
export type MarkTier = 'one' | 'few' | 'some' | 'many';

/** Refuses nothing: a count below one is drawn as one. */
export function markTier(count: number): MarkTier {
  if (count <= 1) return 'one';
  if (count <= 3) return 'few';
  return count <= 10 ? 'some' : 'many';
}

/** From the middle to the edge of what is seen of a mark, ring and air included, in pixels. */
export const MARK_RADIUS_PX: Readonly<Record<MarkTier, number>> = { one: 14, few: 20, some: 25, many: 31 };

export type ShapeName = 'circle' | 'square' | 'diamond';

/** Shape repeats colour, so that nobody has to tell colours apart. */
export const MARK_SHAPE: Readonly<Record<MapCluster['type'], ShapeName>> = {
  food_available: 'circle',
  food_needed: 'square',
  mixed: 'diamond',
};

/** The colour of a number on a shape. */
export const NUMBER_INK: Readonly<Record<ShapeName, string>> = {
  circle: 'text-on-brand',
  square: 'text-on-tomato',
  diamond: 'text-mango-ink',
};

/** A count as it fits on a mark: "12", "1.2K". */
export const shortCount = (count: number): string =>
  new Intl.NumberFormat(i18n.locale, { notation: 'compact' }).format(count);
