import { type GeoBounds, middleOf, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useEffect } from 'react';
import { CanvasLayer, emptyBrush } from './canvas-layer.ts';
import { useMap } from './map-context.ts';
import { nearestTurn } from './nearest-turn.ts';
import { useDarkTheme } from './use-dark-theme.ts';

export type AreaBoxes = readonly GeoBounds[];

const TINT = { light: '180 42 29', dark: '255 142 126' } as const;
/** Opacity by the share of the radius: an edge to see where the area is, and inside it a map that keeps its colors. */
const SHADES = [
  [0, 0.04],
  [0.65, 0.05],
  [0.88, 0.15],
  [1, 0],
] as const;

/** Shades areas of a `BaseMap` as soft discs, below its markers. Decorative: the same is in text elsewhere. */
export function AreaLayer({ areas }: { readonly areas: readonly AreaBoxes[] }) {
  const { map } = useMap();
  const dark = useDarkTheme();
  // compared by what they hold: a refetch must not draw them again
  const key = JSON.stringify(areas);
  useEffect(() => {
    const all: readonly AreaBoxes[] = JSON.parse(key);
    const around = all.flatMap((boxes) => unionOfBounds(boxes) ?? []);
    const tint = dark ? TINT.dark : TINT.light;
    const layer = new CanvasLayer(
      (drawn, canvas, view) => {
        const { corner } = view;
        const context = emptyBrush(canvas, view, 1);
        if (!context) return;
        for (const bounds of around) {
          const [latitude, longitude] = nearestTurn(drawn, middleOf(bounds));
          const { x, y } = drawn.latLngToContainerPoint([latitude, longitude]).subtract(corner);
          const top = drawn.latLngToContainerPoint([bounds.north, longitude]).subtract(corner);
          // a little more than its height, so that it nearly covers the corners
          const radius = (y - top.y) * 1.15;
          const shade = context.createRadialGradient(x, y, 0, x, y, radius);
          for (const [at, opacity] of SHADES) shade.addColorStop(at, `rgb(${tint} / ${opacity})`);
          context.fillStyle = shade;
          context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
        }
      },
      { below: true },
    ).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, key, dark]);
  return null;
}
