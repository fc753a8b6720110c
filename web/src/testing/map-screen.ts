import { vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { aCommunity } from './people.ts';

/** Where the maps of these tests open. */
export const MAP_CENTER = { latitude: 40.766, longitude: -73.975 };

/** Gives map elements a size, sets a community around `MAP_CENTER`, and serves plain land as map data. */
export function setUpMaps({ width = 600, height = 400 } = {}): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  setCommunity({ ...aCommunity(), mapCentre: MAP_CENTER, mapTiles: null });
}

/** Undoes `setUpMaps`. */
export function clearMaps(): void {
  setCommunity(undefined);
  vi.restoreAllMocks();
}
