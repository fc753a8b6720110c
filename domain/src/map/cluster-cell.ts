import { CATEGORIES, type Category, URGENCY_LEVELS, type UrgencyLevel } from '../listings/listing-fields.ts';

export type MapPoint = {
  readonly id: string;
  readonly kind: 'available' | 'needed';
  readonly latitude: number;
  readonly longitude: number;
  /** The category of a listing; the preferred categories of a request, empty for any. */
  readonly categories: readonly Category[];
  readonly urgencyLevel: UrgencyLevel;
  /** Owner of a listing: people with a block between them do not count each other's. A request is its own owner. */
  readonly ownerId: string;
  readonly createdAtMs: number;
};

/** Coordinates are integers in units of about a centimeter: their sums are exact up to some five million points. */
export const UNITS_PER_DEGREE = 10_000_000;

export type Entry = {
  readonly point: MapPoint;
  readonly latUnits: number;
  readonly lngUnits: number;
  /** Kind, urgency and categories in one number, from the highest bits to the lowest. */
  readonly class: number;
};

/** Sums over entries; `needed` is the number of requests, `rank` the highest urgency. */
export type Sums = { count: number; latUnits: number; lngUnits: number; needed: number; rank: number };
/** How the sums of a cell change when an entry is added or removed. */
export type Change = Readonly<Omit<Sums, 'rank'>>;
type Tally = { readonly class: number; count: number; latUnits: number; lngUnits: number };

class CrowdedCell {
  /** In display order. */
  members: Entry[];
  /** Sums per class, if there are too many members to filter one by one. */
  tallies: Tally[] | null = null;
  constructor(members: Entry[]) {
    this.members = members;
  }
}

/** Most cells have a single entry, which then is the cell itself, to save memory. */
export type Cell = Entry | CrowdedCell;

/** From this many members on, filters use tallies; below this many, members. */
const TALLIED_FROM = 32;
const COUNTED_BELOW = 16;
/** Below this many members the array is kept at its exact size; larger ones keep spare room to change faster. */
const TIGHT_BELOW = 16;

const CATEGORY_BITS = CATEGORIES.length;
const URGENCY_BITS = 2;
const rankOf = (urgency: UrgencyLevel): number => URGENCY_LEVELS.indexOf(urgency);
const maskOf = (categories: readonly Category[]): number =>
  categories.reduce((mask, category) => mask | (1 << CATEGORIES.indexOf(category)), 0);
const categoriesOfClass = (which: number): number => which & ((1 << CATEGORY_BITS) - 1);
const rankOfClass = (which: number): number => (which >> CATEGORY_BITS) & ((1 << URGENCY_BITS) - 1);
const isNeeded = (which: number): boolean => which >> (CATEGORY_BITS + URGENCY_BITS) === 1;

export function makeEntry(point: MapPoint): Entry {
  const { kind, urgencyLevel, categories } = point;
  const kindAndRank = ((kind === 'needed' ? 1 : 0) << URGENCY_BITS) | rankOf(urgencyLevel);
  return {
    point,
    latUnits: Math.round(point.latitude * UNITS_PER_DEGREE),
    lngUnits: Math.round(point.longitude * UNITS_PER_DEGREE),
    class: (kindAndRank << CATEGORY_BITS) | maskOf(categories),
  };
}

/** Selects classes; null for all. A request without preferred categories matches every category. */
export type Filter = ((which: number) => boolean) | null;

/** An empty list selects all. */
export function makeFilter(categories: readonly Category[], urgencyLevels: readonly UrgencyLevel[]): Filter {
  if (categories.length === 0 && urgencyLevels.length === 0) return null;
  const wanted = maskOf(categories);
  const ranks = new Set(urgencyLevels.map(rankOf));
  return (which) => {
    if (ranks.size > 0 && !ranks.has(rankOfClass(which))) return false;
    const of = categoriesOfClass(which);
    return wanted === 0 || of === 0 || (of & wanted) !== 0;
  };
}

/** Display order: most urgent first, then newest, then by id. Negative if `a` comes first. */
export function compareForDisplay(a: Entry, b: Entry): number {
  const ranks = rankOfClass(b.class) - rankOfClass(a.class);
  if (ranks !== 0) return ranks;
  const ages = b.point.createdAtMs - a.point.createdAtMs;
  if (ages !== 0) return ages;
  return a.point.id < b.point.id ? -1 : Number(a.point.id !== b.point.id);
}

/** The index of an entry among sorted members, or where it would be inserted. */
function indexOf(members: readonly Entry[], entry: Entry): number {
  let [low, high] = [0, members.length];
  // entries loaded in order are appended
  const last = members.at(-1);
  if (last && compareForDisplay(last, entry) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = members[middle];
    if (there && compareForDisplay(there, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cell with an added entry. */
export function withEntry(cell: Cell | undefined, entry: Entry): Cell {
  if (cell === undefined) return entry;
  if (!(cell instanceof CrowdedCell))
    return new CrowdedCell(compareForDisplay(cell, entry) < 0 ? [cell, entry] : [entry, cell]);
  const at = indexOf(cell.members, entry);
  if (cell.members.length < TIGHT_BELOW) cell.members = cell.members.toSpliced(at, 0, entry);
  else cell.members.splice(at, 0, entry);
  count(cell, entry, 1);
  return cell;
}

/** The cell without one of its entries; undefined if it was the last. */
export function withoutEntry(cell: Cell, entry: Entry): Cell | undefined {
  if (!(cell instanceof CrowdedCell)) return undefined;
  cell.members.splice(indexOf(cell.members, entry), 1);
  count(cell, entry, -1);
  return cell.members.length > 1 ? cell : cell.members[0];
}

export const changeOfSums = ({ latUnits, lngUnits, class: which }: Entry, by: 1 | -1): Change => ({
  count: by,
  latUnits: by * latUnits,
  lngUnits: by * lngUnits,
  needed: isNeeded(which) ? by : 0,
});

export function rankOfCell(cell: Cell): number {
  const first = cell instanceof CrowdedCell ? cell.members[0] : cell;
  return first ? rankOfClass(first.class) : 0;
}

function count(crowd: CrowdedCell, entry: Entry, by: 1 | -1): void {
  if (crowd.tallies === null) {
    if (crowd.members.length >= TALLIED_FROM) crowd.tallies = talliesOf(crowd.members);
  } else if (crowd.members.length < COUNTED_BELOW) crowd.tallies = null;
  else tally(crowd.tallies, entry, by);
}

function talliesOf(members: readonly Entry[]): Tally[] {
  const tallies: Tally[] = [];
  for (const entry of members) tally(tallies, entry, 1);
  return tallies;
}

function tally(tallies: Tally[], { class: which, latUnits, lngUnits }: Entry, by: 1 | -1): void {
  const known = tallies.find((one) => one.class === which);
  if (!known) {
    tallies.push({ class: which, count: by, latUnits, lngUnits });
    return;
  }
  known.count += by;
  known.latUnits += by * latUnits;
  known.lngUnits += by * lngUnits;
}

/** What of a cell does not count for a viewer. */
export type HiddenEntries = { has(entry: Entry): boolean };

/** The sums of a cell, filtered, without the entries hidden from the viewer. */
export function sumCell(cell: Cell, filter: Filter, hidden: HiddenEntries | undefined): Sums {
  const isSeen = (entry: Entry): boolean => !hidden?.has(entry);
  if (!(cell instanceof CrowdedCell)) return sumOver([cell].filter(isSeen), filter);
  const { members, tallies } = cell;
  return sumOver(hidden ? members.filter(isSeen) : (tallies ?? members), filter);
}

function sumOver(parts: readonly (Entry | Tally)[], filter: Filter): Sums {
  const sums: Sums = { count: 0, latUnits: 0, lngUnits: 0, needed: 0, rank: 0 };
  for (const part of parts) {
    const held = 'count' in part ? part.count : 1;
    if (held === 0 || (filter && !filter(part.class))) continue;
    sums.count += held;
    sums.latUnits += part.latUnits;
    sums.lngUnits += part.lngUnits;
    if (isNeeded(part.class)) sums.needed += held;
    sums.rank = Math.max(sums.rank, rankOfClass(part.class));
  }
  return sums;
}

/** The first members of a cell in display order, filtered, without the hidden ones. */
export function firstMembers(
  cell: Cell,
  filter: Filter,
  hidden: HiddenEntries | undefined,
  limit: number,
  isListed: (point: MapPoint) => boolean = () => true,
): MapPoint[] {
  const shown: MapPoint[] = [];
  for (const entry of cell instanceof CrowdedCell ? cell.members : [cell]) {
    if ((filter && !filter(entry.class)) || hidden?.has(entry) || !isListed(entry.point)) continue;
    shown.push(entry.point);
    if (shown.length === limit) break;
  }
  return shown;
}
