import { distanceM, EARTH_RADIUS_M, type GeoPoint } from '../kernel/geo.ts';

/*
 * One fixed grid over the Earth that everyone can compute. All homes of a cell show one point, the cell's anchor, so
 * there is nothing to average out, to invert or to keep secret.
 */

/** A home shows no anchor nearer than this, in meters, else some anchors would be at the door of a home. */
export const MIN_ANCHOR_DISTANCE_M = 160;
/**
 * A coordinate this near to a home that the same person has stored, in meters, shows that home's point: positions of
 * one home wander, and many points would average to it.
 */
export const SAME_HOME_M = 1000;
/**
 * A coordinate this near to a business's own point, in meters, means the business: browsers send back what they
 * received.
 */
export const SAME_BUSINESS_M = 1;

/** A cell of the grid: rows count from the south pole, columns of a row from the antimeridian eastwards. */
export type GridCell = { readonly row: number; readonly column: number };

const METERS_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

/** The number of rows from pole to pole; each is `cellM` high, to within a few thousandths. */
const rowsOf = (cellM: number): number => Math.round((180 * METERS_PER_DEGREE) / cellM);
const rowHeight = (cellM: number): number => 180 / rowsOf(cellM);

/** The number of equal columns of a row: those that make its cells about square in the middle of the row. */
function columnsOf(row: number, cellM: number): number {
  const height = rowHeight(cellM);
  const middle = ((row + 0.5) * height - 90) * (Math.PI / 180);
  return Math.max(1, Math.round((360 * Math.cos(middle)) / height));
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
const columnAt = (longitude: number, row: number, cellM: number): number => {
  const columns = columnsOf(row, cellM);
  return Math.min(columns - 1, Math.floor((modulo(longitude + 180, 360) / 360) * columns));
};

/** The cell of `cellM` meters that holds the point. */
export function cellOf({ latitude, longitude }: GeoPoint, cellM: number): GridCell {
  const row = Math.min(rowsOf(cellM) - 1, Math.max(0, Math.floor((latitude + 90) / rowHeight(cellM))));
  return { row, column: columnAt(longitude, row, cellM) };
}

/** 32 bits that look random for each cell (the finalizer of MurmurHash3). */
function hashOf({ row, column }: GridCell): number {
  let hash = Math.imul(row, 0x9e37_79b1) ^ Math.imul(column, 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Degrees to the nearest millionth, about 0.1 m. */
const toMillionths = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** How far anchors stand from the middle of their cell, as a share of its side: a point of the middle third. */
const MAX_OFF_MIDDLE = 0.08;

/**
 * The one point that a cell shows: near its middle, which is the best guess of a home in it, and a little off, so that
 * marks do not stand in rows.
 */
export function anchorOf(cell: GridCell, cellM: number): GeoPoint {
  const hash = hashOf(cell);
  const nearMiddle = (bits: number): number => 0.5 + MAX_OFF_MIDDLE * ((2 * (bits + 0.5)) / 2 ** 16 - 1);
  const width = 360 / columnsOf(cell.row, cellM);
  return {
    latitude: toMillionths((cell.row + nearMiddle(hash >>> 16)) * rowHeight(cellM) - 90),
    longitude: toMillionths((cell.column + nearMiddle(hash & 0xff_ff)) * width - 180),
  };
}

/**
 * The anchor nearest to that of `cell`, at a distance that keeps it away from every home near this one. It is the same
 * for all homes around an anchor: a choice by the home would reveal on which side of the anchor it is.
 */
function neighboringAnchor(cell: GridCell, cellM: number): GeoPoint {
  const own = anchorOf(cell, cellM);
  const apartM = 2 * MIN_ANCHOR_DISTANCE_M;
  const reach = 1 + Math.ceil(apartM / cellM);
  let nearest = own;
  let nearestM = Number.POSITIVE_INFINITY;
  const last = Math.min(rowsOf(cellM) - 1, cell.row + reach);
  for (let row = Math.max(0, cell.row - reach); row <= last; row++) {
    const columns = columnsOf(row, cellM);
    const middle = columnAt(own.longitude, row, cellM);
    for (let step = -reach; step <= reach; step++) {
      const anchor = anchorOf({ row, column: modulo(middle + step, columns) }, cellM);
      const awayM = distanceM(own, anchor);
      if (awayM < apartM || awayM >= nearestM) continue;
      nearest = anchor;
      nearestM = awayM;
    }
  }
  return nearest;
}

/**
 * The public point of a home: the anchor of its cell, or, for a home within 160 m of it, the nearest neighboring
 * anchor. The same for everyone at that home.
 */
export function publicPointOf(home: GeoPoint, cellM: number): GeoPoint {
  const cell = cellOf(home, cellM);
  const anchor = anchorOf(cell, cellM);
  return distanceM(home, anchor) >= MIN_ANCHOR_DISTANCE_M ? anchor : neighboringAnchor(cell, cellM);
}
