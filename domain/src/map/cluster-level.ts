import type { GeoBounds } from '../kernel/geo.ts';
import { type CellBlock, makeCellList } from './cell-list.ts';
import {
  type Cell,
  changeOfSums,
  type Entry,
  UNITS_PER_DEGREE,
  withEntry,
  withoutEntry,
} from './cluster-cell.ts';
import { cellNumber, columnOf, makeClusterGrid, rowOfCell } from './cluster-grid.ts';

/** The entries of one grid by cell, in the order of rows and columns; empty cells are not stored. */
export type ClusterLevel = {
  readonly radiusM: number;
  numberOf(entry: Entry): number;
  add(entry: Entry): void;
  remove(entry: Entry): void;
  cell(number: number): Cell | undefined;
  /**
   * Calls `visit` with all cells that overlap the bounds, each once, in ranges and in the order of their
   * numbers.
   */
  eachIn(bounds: GeoBounds, visit: (block: CellBlock, from: number, to: number) => void): void;
};

export function makeClusterLevel(radiusM: number): ClusterLevel {
  const { rowOf, columnsOf } = makeClusterGrid(radiusM);
  const list = makeCellList();

  function numberOf({ latUnits, lngUnits }: Entry): number {
    const row = rowOf(latUnits / UNITS_PER_DEGREE);
    return cellNumber(row, columnOf(lngUnits / UNITS_PER_DEGREE, columnsOf(row)));
  }

  function eachOfRow(
    row: number,
    { west, east }: GeoBounds,
    visit: Parameters<ClusterLevel['eachIn']>[1],
  ): void {
    const columns = columnsOf(row);
    const [first, last] = [columnOf(west, columns), columnOf(east, columns)];
    const between = (from: number, to: number): void =>
      list.eachBetween(cellNumber(row, from), cellNumber(row, to), visit);
    if (west <= east) between(first, last);
    // both ends of the row may fall into one cell
    else if (first <= last) between(0, columns - 1);
    else {
      between(0, last);
      between(first, columns - 1);
    }
  }

  return {
    radiusM,
    numberOf,
    add(entry) {
      list.change(numberOf(entry), (cell) => withEntry(cell, entry), changeOfSums(entry, 1));
    },
    remove(entry) {
      list.change(numberOf(entry), (cell) => cell && withoutEntry(cell, entry), changeOfSums(entry, -1));
    },
    cell: (number) => list.cell(number),
    eachIn(bounds, visit) {
      const [first, last] = [rowOf(bounds.south), rowOf(bounds.north)];
      // with more rows than cells, skip to the next row that has cells
      const isSparse = list.size <= last - first;
      for (let row = first; row <= last; row++) {
        if (isSparse) {
          const next = list.numberFrom(cellNumber(row, 0));
          if (next === undefined) return;
          row = rowOfCell(next);
          if (row > last) return;
        }
        eachOfRow(row, bounds, visit);
      }
    },
  };
}
