import { CATEGORIES, type Category, URGENCY_LEVELS, type UrgencyLevel } from '../listings/listing-fields.ts';

/** Something on the map, at its public point. */
export type MapPoint = {
  readonly id: string;
  readonly kind: 'available' | 'needed';
  readonly latitude: number;
  readonly longitude: number;
  /** Of food its one category; of a request those it would like best, none for any. */
  readonly categories: readonly Category[];
  readonly urgencyLevel: UrgencyLevel;
  /** Whose it is: people who have blocked each other do not count each other's. */
  readonly ownerId: string;
  readonly createdAtMs: number;
};

/** Coordinates are whole units of a centimetre: their sums are exact up to some five million points. */
export const UNITS_PER_DEGREE = 10_000_000;

/** A point with what is worked out once: its exact units, and its class. */
export type Entry = {
  readonly point: MapPoint;
  readonly latUnits: number;
  readonly lngUnits: number;
  /** Kind, urgency and categories in one number, from the highest bits to the lowest. */
  readonly class: number;
};

/** The sums of some entries; `needed` is how many of them ask for food, `rank` their highest urgency. */
export type Sums = { count: number; latUnits: number; lngUnits: number; needed: number; rank: number };
/** What an entry changes of its cell's sums by coming or going. */
export type Change = Readonly<Omit<Sums, 'rank'>>;
type Tally = { readonly class: number; count: number; latUnits: number; lngUnits: number };

/** Several entries in one cell. */
class SocketCrowd {
  /** In the order they are shown. */
  members: Entry[];
  /** The sums of each class, where there are too many members to look at one by one. */
  tallies: Tally[] | null = null;
  constructor(members: Entry[]) {
    this.members = members;
  }
}

/** Most cells hold one entry, which is then the cell: there are many of them. */
export type Cell = Entry | SocketCrowd;

/** From so many members on, filters go by tallies; from so few, members are looked at again. */
const TALLIED_FROM = 32;
const COUNTED_BELOW = 16;
/** So few members are kept in no more room than they take; more of them leave some, and come and go faster. */
const TIGHT_BELOW = 16;

const CATEGORY_BITS = CATEGORIES.length;
const URGENCY_BITS = 2;
const rankOf = (urgency: UrgencyLevel): number => URGENCY_LEVELS.indexOf(urgency);
const maskOf = (categories: readonly Category[]): number =>
  categories.reduce((mask, category) => mask | (1 << CATEGORIES.indexOf(category)), 0);
const categoriesOfClass = (which: number): number => which & ((1 << CATEGORY_BITS) - 1);
const rankOfClass = (which: number): number => (which >> CATEGORY_BITS) & ((1 << URGENCY_BITS) - 1);
const isNeeded = (which: number): boolean => which >> (CATEGORY_BITS + URGENCY_BITS) === 1;

export function entryOf(point: MapPoint): Entry {
  const { kind, urgencyLevel, categories } = point;
  const kindAndRank = ((kind === 'needed' ? 1 : 0) << URGENCY_BITS) | rankOf(urgencyLevel);
  return {
    point,
    latUnits: Math.round(point.latitude * UNITS_PER_DEGREE),
    lngUnits: Math.round(point.longitude * UNITS_PER_DEGREE),
    class: (kindAndRank << CATEGORY_BITS) | maskOf(categories),
  };
}

/** Which classes are asked for; null for all. A request that would take anything fits every category. */
export type Filter = ((which: number) => boolean) | null;

/** None of a kind stands for all of it. */
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

/** The order of showing: the most urgent, then the newest, then by id. Negative when `a` comes first. */
export function byShowing(a: Entry, b: Entry): number {
  const ranks = rankOfClass(b.class) - rankOfClass(a.class);
  if (ranks !== 0) return ranks;
  const ages = b.point.createdAtMs - a.point.createdAtMs;
  if (ages !== 0) return ages;
  return a.point.id < b.point.id ? -1 : Number(a.point.id !== b.point.id);
}

/** Where an entry is among members in order, or would be. */
function placeOf(members: readonly Entry[], entry: Entry): number {
  let [low, high] = [0, members.length];
  // what is loaded in order goes to the end
  const last = members.at(-1);
  if (last && byShowing(last, entry) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = members[middle];
    if (there && byShowing(there, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cell with an entry more. */
export function withEntry(cell: Cell | undefined, entry: Entry): Cell {
  if (cell === undefined) return entry;
  if (!(cell instanceof SocketCrowd))
    return new SocketCrowd(byShowing(cell, entry) < 0 ? [cell, entry] : [entry, cell]);
  const at = placeOf(cell.members, entry);
  if (cell.members.length < TIGHT_BELOW) cell.members = cell.members.toSpliced(at, 0, entry);
  else cell.members.splice(at, 0, entry);
  count(cell, entry, 1);
  return cell;
}

/** The cell without one of its entries; undefined once it is empty. */
export function withoutEntry(cell: Cell, entry: Entry): Cell | undefined {
  if (!(cell instanceof SocketCrowd)) return undefined;
  cell.members.splice(placeOf(cell.members, entry), 1);
  count(cell, entry, -1);
  return cell.members.length > 1 ? cell : cell.members[0];
}

export const changeBy = ({ latUnits, lngUnits, class: which }: Entry, by: 1 | -1): Change => ({
  count: by,
  latUnits: by * latUnits,
  lngUnits: by * lngUnits,
  needed: isNeeded(which) ? by : 0,
});

/** The highest urgency in a cell. */
export function rankOfCell(cell: Cell): number {
  const first = cell instanceof SocketCrowd ? cell.members[0] : cell;
  return first ? rankOfClass(first.class) : 0;
}

function count(crowd: SocketCrowd, entry: Entry, by: 1 | -1): void {
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

/** What is in a cell, filtered, and without what is hidden from who asks. */
export function sumsOf(cell: Cell, filter: Filter, hidden: ReadonlySet<Entry> | undefined): Sums {
  if (!(cell instanceof SocketCrowd)) return sumOver([cell], filter, hidden);
  const { members, tallies } = cell;
  return tallies && !hidden ? sumOver(tallies, filter, undefined) : sumOver(members, filter, hidden);
}

function sumOver(
  parts: readonly (Entry | Tally)[],
  filter: Filter,
  hidden: ReadonlySet<unknown> | undefined,
): Sums {
  const sums: Sums = { count: 0, latUnits: 0, lngUnits: 0, needed: 0, rank: 0 };
  for (const part of parts) {
    const held = 'count' in part ? part.count : 1;
    if (held === 0 || (filter && !filter(part.class)) || hidden?.has(part)) continue;
    sums.count += held;
    sums.latUnits += part.latUnits;
    sums.lngUnits += part.lngUnits;
    if (isNeeded(part.class)) sums.needed += held;
    sums.rank = Math.max(sums.rank, rankOfClass(part.class));
  }
  return sums;
}

/** The first of a cell's members in the order of showing, filtered, and without what is hidden. */
export function firstOf(
  cell: Cell,
  filter: Filter,
  hidden: ReadonlySet<Entry> | undefined,
  limit: number,
): MapPoint[] {
  const shown: MapPoint[] = [];
  for (const entry of cell instanceof SocketCrowd ? cell.members : [cell]) {
    if ((filter && !filter(entry.class)) || hidden?.has(entry)) continue;
    shown.push(entry.point);
    if (shown.length === limit) break;
  }
  return shown;
}
