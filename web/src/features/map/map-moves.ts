import type { Map as LeafletMap } from 'leaflet';

/** Who has moved a map: a person, by whatever means; the product itself; nobody, where only its size has changed. */
export type MovedBy = 'person' | 'itself' | 'nobody';

const movingThemselves = new WeakSet<LeafletMap>();

/** Moves a map for the product's own ends, such as uncovering what was opened: nobody has looked elsewhere by that. */
export function moveByItself(map: LeafletMap, move: () => void): void {
  movingThemselves.add(map);
  try {
    move();
  } finally {
    movingThemselves.delete(map);
  }
}

/** Calls whenever the map has come to rest, with who moved it there. Hands back what ends it. */
export function onRest(map: LeafletMap, listener: (by: MovedBy) => void): () => void {
  let by: MovedBy = 'nobody';
  const start = () => {
    by = movingThemselves.has(map) ? 'itself' : 'person';
  };
  const end = () => {
    listener(by);
    by = 'nobody';
  };
  map.on('movestart', start);
  map.on('moveend', end);
  return () => {
    map.off('movestart', start);
    map.off('moveend', end);
  };
}
