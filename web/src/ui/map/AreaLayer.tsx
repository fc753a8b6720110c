import { type GeoBounds, type GeoPoint, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useEffect } from 'react';
import { CanvasLayer, emptyBrush } from './canvas-layer.ts';
import { useMap } from './map-context.ts';
import { nearestTurn } from './nearest-turn.ts';
import { useDarkTheme } from './use-dark-theme.ts';

/** A point that stands for areas, if there are any. */
type Marked = GeoPoint & { readonly areas: readonly { readonly bounds: readonly GeoBounds[] }[] };

const TINT = { light: '180 42 29', dark: '255 142 126' } as const;
/** Opacity by the share of the radius: an edge to see where the area is, and inside it a map that keeps its colors. */
const SHADES = [
  [0, 0.04],
  [0.65, 0.05],
  [0.88, 0.15],
  [1, 0],
] as const;

/** A little more than the half height of the areas, so that a disc in their middle nearly covers their corners. */
const REACH = 0.575;

/**
 * Soft discs on a `BaseMap`, below its markers: around each mark, as large as its areas. Decorative: the same is in text
 * elsewhere.
 */
export function AreaLayer({ marks }: { readonly marks: readonly Marked[] }) {
  const { map } = useMap();
  const dark = useDarkTheme();
  // compared by what they hold: a refetch must not draw them again
  const key = JSON.stringify(
    marks.flatMap(({ latitude, longitude, areas }) => {
      const around = unionOfBounds(areas.flatMap(({ bounds }) => bounds));
      return around
        ? [{ latitude, longitude, northEdge: latitude + (around.north - around.south) * REACH }]
        : [];
    }),
  );
  useEffect(() => {
    const discs: readonly (GeoPoint & { northEdge: number })[] = JSON.parse(key);
    const tint = dark ? TINT.dark : TINT.light;
    const layer = new CanvasLayer(
      (drawn, canvas, view) => {
        const { corner } = view;
        const context = emptyBrush(canvas, view, 1);
        if (!context) return;
        for (const disc of discs) {
          const [latitude, longitude] = nearestTurn(drawn, disc);
          const { x, y } = drawn.latLngToContainerPoint([latitude, longitude]).subtract(corner);
          const radius = y - drawn.latLngToContainerPoint([disc.northEdge, longitude]).subtract(corner).y;
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
