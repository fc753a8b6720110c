import { boundsHold, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Map as LeafletMap } from 'leaflet';
import { DEFAULT_BOUNDS } from '../map-filter.ts';

const WHOLE_TURN = 360;
/** What is fetched reaches beyond what is in sight by this part of it, on each side. */
const MARGIN = 0.15;
/** More than so many times what is in sight is not kept: most of it would be fetched for nothing. */
const MOST_TIMES = 2;

/** A part of the map as it is drawn: east lies east of west, though a number may be beyond 180 or below −180. */
export type UnwrappedBounds = {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
};

const wrap = (longitude: number): number =>
  longitude >= -180 && longitude <= 180
    ? longitude
    : ((((longitude + 180) % WHOLE_TURN) + WHOLE_TURN) % WHOLE_TURN) - 180;

/** What is drawn, as bounds of the Earth: over the antimeridian and at the poles too. */
export function wrapBounds({ north, south, east, west }: UnwrappedBounds): GeoBounds {
  const isRound = east - west >= WHOLE_TURN;
  return {
    north: Math.min(90, north),
    south: Math.max(-90, south),
    east: isRound ? 180 : wrap(east),
    west: isRound ? -180 : wrap(west),
  };
}

/** The smallest box that holds both. */
export const unionOfUnwrapped = (one: UnwrappedBounds, other: UnwrappedBounds): UnwrappedBounds => ({
  north: Math.max(one.north, other.north),
  south: Math.min(one.south, other.south),
  east: Math.max(one.east, other.east),
  west: Math.min(one.west, other.west),
});

/** The steps of a degree on which the edges of what is fetched lie, so that going back asks for nothing new. */
const stepOf = (span: number): number => 2 ** Math.floor(Math.log2(Math.max(span, 1e-4) * MARGIN));

/**
 * What to fetch for what is in sight: a little more, and the same as before for as long as that holds all of it, so
 * that a small move asks for nothing.
 */
export function fetchBounds(before: UnwrappedBounds | null, seen: UnwrappedBounds): UnwrappedBounds {
  const [height, width] = [seen.north - seen.south, seen.east - seen.west];
  const isHeld =
    before !== null &&
    before.north >= seen.north &&
    before.south <= seen.south &&
    before.east >= seen.east &&
    before.west <= seen.west &&
    before.north - before.south <= MOST_TIMES * height &&
    before.east - before.west <= MOST_TIMES * width;
  if (isHeld) return before;
  const [up, along] = [stepOf(height), stepOf(width)];
  return {
    north: Math.ceil((seen.north + height * MARGIN) / up) * up,
    south: Math.floor((seen.south - height * MARGIN) / up) * up,
    east: Math.ceil((seen.east + width * MARGIN) / along) * along,
    west: Math.floor((seen.west - width * MARGIN) / along) * along,
  };
}

/** The point in the middle of bounds that do not cross the antimeridian. */
export const centreOf = ({ north, south, east, west }: GeoBounds): GeoPoint => ({
  latitude: (north + south) / 2,
  longitude: (east + west) / 2,
});

export type Opening = { readonly centre: GeoPoint; readonly zoom: number; readonly fit: GeoBounds | null };

const NEAR_ZOOM = 14;
const FAR_ZOOM = 13;

/** Where the map opens: around the person, or else on the default bounds where the community is there, or around it. */
export function initialView(myPlace: GeoPoint | null, mapCentre: GeoPoint): Opening {
  if (myPlace) return { centre: myPlace, zoom: NEAR_ZOOM, fit: null };
  if (boundsHold(DEFAULT_BOUNDS, mapCentre))
    return { centre: centreOf(DEFAULT_BOUNDS), zoom: FAR_ZOOM, fit: DEFAULT_BOUNDS };
  return { centre: mapCentre, zoom: FAR_ZOOM, fit: null };
}

/** Who has moved a map: a person, by whatever means; the product itself; nobody, where only its size has changed. */
export type MovedBy = 'person' | 'itself' | 'nobody';

const movingThemselves = new WeakSet<LeafletMap>();

/** Moves a map for the product's own ends, such as uncovering what was opened: nobody has looked elsewhere by that. */
export function moveProgrammatically(map: LeafletMap, move: () => void): void {
  movingThemselves.add(map);
  try {
    move();
  } finally {
    movingThemselves.delete(map);
  }
}

/** Calls whenever the map has come to rest, with who moved it there. Hands back what ends it. */
export function onMoveEnd(map: LeafletMap, listener: (by: MovedBy) => void): () => void {
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
