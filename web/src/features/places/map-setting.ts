import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapTiles } from '#web/ui/map/BaseMap.tsx';

/** What the community says of its maps: where they open, and its own tiles if it has some. */
export type MapSetting = { readonly mapCentre: GeoPoint; readonly mapTiles: MapTiles | null };
