import type { GeoBounds } from '../kernel/geo.ts';
import { type CellBlock, makeCellList } from './cell-list.ts';
import {
  type Cell,
  changeBy,
  type Entry,
  UNITS_PER_DEGREE,
  withEntry,
  withoutEntry,
} from './cluster-cell.ts';
import { cellNumber, columnOf, makeClusterGrid, rowOfCell } from './cluster-grid.ts';

/** All entries in the cells of one grid, by row and then by column; empty cells are not kept. */
export type ClusterLevel = {
  readonly radiusM: number;
  /** The number of the cell that holds an entry. */
  numberOf(entry: Entry): number;
  add(entry: Entry): void;
  remove(entry: Entry): void;
  cell(number: number): Cell | undefined;
  /** Calls `look` with all cells that reach into the bounds, each once, in stretches and in the order of their numbers. */
  eachIn(bounds: GeoBounds, look: (block: CellBlock, from: number, to: number) => void): void;
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
    look: Parameters<ClusterLevel['eachIn']>[1],
  ): void {
    const columns = columnsOf(row);
    const [first, last] = [columnOf(west, columns), columnOf(east, columns)];
    const between = (from: number, to: number): void =>
      list.eachBetween(cellNumber(row, from), cellNumber(row, to), look);
    if (west <= east) between(first, last);
    // a row's two ends may meet in one cell
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
      list.change(numberOf(entry), (cell) => withEntry(cell, entry), changeBy(entry, 1));
    },
    remove(entry) {
      list.change(numberOf(entry), (cell) => cell && withoutEntry(cell, entry), changeBy(entry, -1));
    },
    cell: (number) => list.cell(number),
    eachIn(bounds, look) {
      const [first, last] = [rowOf(bounds.south), rowOf(bounds.north)];
      // where there are more rows than cells, from one that has some to the next
      const isSparse = list.size <= last - first;
      for (let row = first; row <= last; row++) {
        if (isSparse) {
          const next = list.numberFrom(cellNumber(row, 0));
          if (next === undefined) return;
          row = rowOfCell(next);
          if (row > last) return;
        }
        eachOfRow(row, bounds, look);
      }
    },
  };
}
