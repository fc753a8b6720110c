import { type GeoBounds, type GeoPoint, middleOf } from '@openlarder/domain/kernel/geo.ts';
import type { Map as LeafletMap } from 'leaflet';

const WHOLE_TURN = 360;
/** The margin of the fetched bounds on each side, as part of the visible ones. */
const MARGIN = 0.15;
/** Fetched bounds larger than this many times the visible ones are replaced by smaller ones. */
const MAX_RATIO = 2;

/** Bounds as drawn: east is always greater than west, and may be beyond ±180. */
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

/** Converts drawn bounds to valid bounds, also over the antimeridian and at the poles. */
export function wrapBounds({ north, south, east, west }: UnwrappedBounds): GeoBounds {
  const isRound = east - west >= WHOLE_TURN;
  return {
    north: Math.min(90, north),
    south: Math.max(-90, south),
    east: isRound ? 180 : wrap(east),
    west: isRound ? -180 : wrap(west),
  };
}

export const unionOfUnwrapped = (one: UnwrappedBounds, other: UnwrappedBounds): UnwrappedBounds => ({
  north: Math.max(one.north, other.north),
  south: Math.min(one.south, other.south),
  east: Math.max(one.east, other.east),
  west: Math.min(one.west, other.west),
});

/** The grid, in degrees, for the edges of fetched bounds, so that moving back needs no new request. */
const gridStepOf = (span: number): number => 2 ** Math.floor(Math.log2(Math.max(span, 1e-4) * MARGIN));

/**
 * The bounds to fetch for the visible ones: larger by a margin, and the same as before while they contain the
 * visible ones, so that small moves need no request.
 */
export function fetchBounds(before: UnwrappedBounds | null, seen: UnwrappedBounds): UnwrappedBounds {
  const [height, width] = [seen.north - seen.south, seen.east - seen.west];
  const isSufficient =
    before !== null &&
    before.north >= seen.north &&
    before.south <= seen.south &&
    before.east >= seen.east &&
    before.west <= seen.west &&
    before.north - before.south <= MAX_RATIO * height &&
    before.east - before.west <= MAX_RATIO * width;
  if (isSufficient) return before;
  const [up, along] = [gridStepOf(height), gridStepOf(width)];
  return {
    north: Math.ceil((seen.north + height * MARGIN) / up) * up,
    south: Math.floor((seen.south - height * MARGIN) / up) * up,
    east: Math.ceil((seen.east + width * MARGIN) / along) * along,
    west: Math.floor((seen.west - width * MARGIN) / along) * along,
  };
}

export type InitialView = {
  readonly center: GeoPoint;
  readonly zoom: number;
  readonly fit: GeoBounds | null;
};

const NEAR_ZOOM = 14;
/** The farthest to open at: half an hour's walk from the middle of a phone to its edge, where places lie side by side. */
export const FAR_ZOOM = 13;

export function initialView(myPlace: GeoPoint | null, bounds: GeoBounds): InitialView {
  if (myPlace) return { center: myPlace, zoom: NEAR_ZOOM, fit: null };
  return { center: middleOf(bounds), zoom: FAR_ZOOM, fit: bounds };
}

/** What moved the map: the user, the program, or nothing if only its size has changed. */
export type MovedBy = 'user' | 'program' | 'nobody';

const movedByProgram = new WeakSet<LeafletMap>();

/** Moves the map, for example to uncover a cluster, without counting as a move by the user. */
export function moveProgrammatically(map: LeafletMap, move: () => void): void {
  movedByProgram.add(map);
  try {
    move();
  } finally {
    movedByProgram.delete(map);
  }
}

/** Calls `listener` after each move, with its origin. Returns a function that removes it. */
export function onMoveEnd(map: LeafletMap, listener: (by: MovedBy) => void): () => void {
  let by: MovedBy = 'nobody';
  const start = () => {
    by = movedByProgram.has(map) ? 'program' : 'user';
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
