import { type Cell, type Change, rankOfCell } from './cluster-cell.ts';

/** Maximum number of cells in a block. */
const BLOCK = 128;

/**
 * Cells of a grid in the order of their numbers, with the sums of their members in adjacent arrays: an
 * unfiltered query reads a few numbers per cell and no members.
 */
export type CellBlock = {
  size: number;
  readonly numbers: Float64Array;
  /**
   * Per cell the sum of its members' latitudes, then of their longitudes, in whole units: two entries per
   * cell.
   */
  readonly sums: Float64Array;
  /**
   * Per cell the number of members, the number of requests among them, and the highest urgency: three entries
   * per cell.
   */
  readonly facts: Int32Array;
  readonly cells: Cell[];
};

/** Cells sorted by number, in blocks, so that neighbors in a row are adjacent in memory. */
export type CellList = {
  readonly size: number;
  cell(number: number): Cell | undefined;
  /** Replaces a cell with the result of `next` and adds to its sums; undefined means no cell. */
  change(number: number, next: (cell: Cell | undefined) => Cell | undefined, by: Change): void;
  /**
   * Calls `visit` with each block that has cells in the range of numbers, and with the indices of those
   * cells.
   */
  eachBetween(first: number, last: number, visit: (block: CellBlock, from: number, to: number) => void): void;
  /** The first existing number that is at least this one. */
  numberFrom(number: number): number | undefined;
};

const emptyBlock = (): CellBlock => ({
  size: 0,
  numbers: new Float64Array(BLOCK),
  sums: new Float64Array(2 * BLOCK),
  facts: new Int32Array(3 * BLOCK),
  cells: [],
});

/** The index of a number in a block, or where it would be inserted. */
function indexIn({ numbers, size }: CellBlock, number: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moves the cells from index `from` on to index `to`, overwriting what is there. */
function shift(block: CellBlock, from: number, to: number): void {
  block.numbers.copyWithin(to, from, block.size);
  block.sums.copyWithin(2 * to, 2 * from, 2 * block.size);
  block.facts.copyWithin(3 * to, 3 * from, 3 * block.size);
}

/** Appends the cells of `from`, starting at the `nth`, to `to`. */
function append(to: CellBlock, from: CellBlock, nth: number): void {
  to.numbers.set(from.numbers.subarray(nth, from.size), to.size);
  to.sums.set(from.sums.subarray(2 * nth, 2 * from.size), 2 * to.size);
  to.facts.set(from.facts.subarray(3 * nth, 3 * from.size), 3 * to.size);
  for (let at = nth; at < from.size; at++) {
    const cell = from.cells[at];
    if (cell) to.cells.push(cell);
  }
  to.size += from.size - nth;
}

export function makeCellList(): CellList {
  const blocks: CellBlock[] = [emptyBlock()];
  /** The lower bound of the numbers in each block; the first block takes all smaller ones. */
  const firsts: number[] = [Number.NEGATIVE_INFINITY];
  let size = 0;

  /** The index of the block for a number. */
  function blockFor(number: number): number {
    let [low, high] = [0, firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((firsts[middle] ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function split(nth: number, block: CellBlock): void {
    const half = block.size >>> 1;
    const behind = emptyBlock();
    append(behind, block, half);
    block.size = half;
    block.cells.length = half;
    blocks.splice(nth + 1, 0, behind);
    firsts.splice(nth + 1, 0, behind.numbers[0] ?? 0);
  }

  /** Joins two adjacent blocks that together are less than half full. */
  function join(nth: number): void {
    const [block, next] = [blocks[nth], blocks[nth + 1]];
    if (!block || !next || block.size + next.size > BLOCK / 2) return;
    append(block, next, 0);
    blocks.splice(nth + 1, 1);
    firsts.splice(nth + 1, 1);
  }

  /** Inserts a cell without members. */
  function insert(block: CellBlock, at: number, number: number, cell: Cell): void {
    shift(block, at, at + 1);
    block.numbers[at] = number;
    block.sums.fill(0, 2 * at, 2 * at + 2);
    block.facts.fill(0, 3 * at, 3 * at + 3);
    block.cells.splice(at, 0, cell);
    block.size++;
    size++;
  }

  function removeAt(nth: number, block: CellBlock, at: number): void {
    shift(block, at + 1, at);
    block.cells.splice(at, 1);
    block.size--;
    size--;
    join(nth);
    join(nth - 1);
  }

  return {
    get size() {
      return size;
    },
    cell(number) {
      const block = blocks[blockFor(number)];
      if (!block) return undefined;
      const at = indexIn(block, number);
      return at < block.size && block.numbers[at] === number ? block.cells[at] : undefined;
    },
    change(number, next, by) {
      let nth = blockFor(number);
      let block = blocks[nth];
      if (block?.size === BLOCK) {
        split(nth, block);
        nth = blockFor(number);
        block = blocks[nth];
      }
      if (!block) return;
      const at = indexIn(block, number);
      const isThere = at < block.size && block.numbers[at] === number;
      const cell = next(isThere ? block.cells[at] : undefined);
      if (cell === undefined) {
        if (isThere) removeAt(nth, block, at);
        return;
      }
      if (isThere) block.cells[at] = cell;
      else insert(block, at, number, cell);
      const { sums, facts } = block;
      sums[2 * at] = (sums[2 * at] ?? 0) + by.latUnits;
      sums[2 * at + 1] = (sums[2 * at + 1] ?? 0) + by.lngUnits;
      facts[3 * at] = (facts[3 * at] ?? 0) + by.count;
      facts[3 * at + 1] = (facts[3 * at + 1] ?? 0) + by.needed;
      facts[3 * at + 2] = rankOfCell(cell);
    },
    eachBetween(first, last, visit) {
      for (let nth = blockFor(first); nth < blocks.length; nth++) {
        const block = blocks[nth];
        if (!block) return;
        const from = indexIn(block, first);
        let to = from;
        while (to < block.size && (block.numbers[to] ?? 0) <= last) to++;
        if (to > from) visit(block, from, to);
        if (to < block.size) return;
      }
    },
    numberFrom(number) {
      for (let nth = blockFor(number); nth < blocks.length; nth++) {
        const block = blocks[nth];
        const at = block ? indexIn(block, number) : 0;
        if (block && at < block.size) return block.numbers[at];
      }
      return undefined;
    },
  };
}
