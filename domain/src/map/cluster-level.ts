import type { GeoBounds } from '../kernel/geo.ts';
import { type Cell, type Entry, UNITS_PER_DEGREE, withEntry, withoutEntry } from './cluster-cell.ts';
import { cellNumber, columnOf, columnOfCell, makeClusterGrid, rowOfCell } from './cluster-grid.ts';

/** All entries in the cells of one grid. Cells are kept by row and then by column; empty ones are not kept. */
export type ClusterLevel = {
  readonly radiusM: number;
  /** The number of the cell that holds an entry. */
  numberOf(entry: Entry): number;
  add(entry: Entry): void;
  remove(entry: Entry): void;
  cell(number: number): Cell | undefined;
  /** Calls `look` with every cell that reaches into the bounds; it walks over what there is where that is less. */
  eachIn(bounds: GeoBounds, look: (number: number, cell: Cell) => void): void;
};

export function makeClusterLevel(radiusM: number): ClusterLevel {
  const { rowOf, columnsOf } = makeClusterGrid(radiusM);
  const rows = new Map<number, Map<number, Cell>>();

  function placeOf({ latUnits, lngUnits }: Entry): { row: number; column: number } {
    const row = rowOf(latUnits / UNITS_PER_DEGREE);
    return { row, column: columnOf(lngUnits / UNITS_PER_DEGREE, columnsOf(row)) };
  }

  function eachOfRow(
    row: number,
    cells: ReadonlyMap<number, Cell>,
    { west, east }: GeoBounds,
    look: (number: number, cell: Cell) => void,
  ): void {
    const columns = columnsOf(row);
    const [first, last] = [columnOf(west, columns), columnOf(east, columns)];
    const isAcross = west > east;
    // a row's two ends may meet in one cell
    const width = isAcross ? Math.min(columns, columns - first + last + 1) : last - first + 1;
    const isIn = (column: number): boolean =>
      isAcross ? column >= first || column <= last : column >= first && column <= last;
    if (cells.size <= width) {
      for (const [column, cell] of cells) if (isIn(column)) look(cellNumber(row, column), cell);
      return;
    }
    for (let nth = 0; nth < width; nth++) {
      const column = (first + nth) % columns;
      const cell = cells.get(column);
      if (cell !== undefined) look(cellNumber(row, column), cell);
    }
  }

  return {
    radiusM,
    numberOf(entry) {
      const { row, column } = placeOf(entry);
      return cellNumber(row, column);
    },
    add(entry) {
      const { row, column } = placeOf(entry);
      let cells = rows.get(row);
      if (!cells) rows.set(row, (cells = new Map()));
      const before = cells.get(column);
      const after = withEntry(before, entry);
      if (after !== before) cells.set(column, after);
    },
    remove(entry) {
      const { row, column } = placeOf(entry);
      const cells = rows.get(row);
      const before = cells?.get(column);
      if (!cells || before === undefined) return;
      const after = withoutEntry(before, entry);
      if (after === undefined) cells.delete(column);
      else if (after !== before) cells.set(column, after);
      if (cells.size === 0) rows.delete(row);
    },
    cell: (number) => rows.get(rowOfCell(number))?.get(columnOfCell(number)),
    eachIn(bounds, look) {
      const [first, last] = [rowOf(bounds.south), rowOf(bounds.north)];
      if (rows.size <= last - first) {
        for (const [row, cells] of rows) if (row >= first && row <= last) eachOfRow(row, cells, bounds, look);
        return;
      }
      for (let row = first; row <= last; row++) {
        const cells = rows.get(row);
        if (cells) eachOfRow(row, cells, bounds, look);
      }
    },
  };
}
